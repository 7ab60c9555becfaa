"""Whether a returned value is the expected one, and where the first difference lies.

The rule here is `exact`: the same type everywhere and equal; `-0.0` equals `0.0`, and NaN equals
NaN only. Looser rules are other ways to bring two values into one form before this comparison.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from grader.core.model import Value

Path: TypeAlias = tuple[int | str, ...]


class Difference(StrEnum):
    """What is different at the place named."""

    TYPE = "type"
    VALUE = "value"
    LENGTH = "length"
    KEYS = "keys"


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The answer of a comparison. `path` leads from the whole value to the first difference."""

    ok: bool
    difference: Difference | None = None
    path: Path = ()
    returned: Value = None  # the two parts at `path`, when they differ
    expected: Value = None


SAME = Match(ok=True)
# The way to a pair, last step first: shared between neighbours, so that a step costs no copy.
_Trail: TypeAlias = tuple["_Trail", int | str] | None
_Pair: TypeAlias = tuple[Value, Value, _Trail]


def compare(returned: Value, expected: Value) -> Match:
    """Compare exactly. A stack instead of recursion: a deep value costs no stack here."""
    todo: list[_Pair] = [(returned, expected, None)]
    while todo:
        left, right, trail = todo.pop()
        difference = _difference(left, right)
        if difference is not None:
            path = _path(trail)
            return Match(ok=False, difference=difference, path=path, returned=left, expected=right)
        todo.extend(reversed(list(_inside(left, right, trail))))
    return SAME


def _path(trail: _Trail) -> Path:
    steps: list[int | str] = []
    while trail is not None:
        trail, step = trail
        steps.append(step)
    return tuple(reversed(steps))


def _difference(left: Value, right: Value) -> Difference | None:
    """Return how two values differ at their own level, without looking inside."""
    if type(left) is not type(right):
        return Difference.TYPE
    if isinstance(left, dict) and isinstance(right, dict):
        return None if left.keys() == right.keys() else Difference.KEYS
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return None if len(left) == len(right) else Difference.LENGTH
    return None if left == right or _both_nan(left, right) else Difference.VALUE


def _both_nan(left: Value, right: Value) -> bool:
    return (
        isinstance(left, float)
        and isinstance(right, float)
        and math.isnan(left)
        and math.isnan(right)
    )


def _inside(left: Value, right: Value, trail: _Trail) -> Iterator[_Pair]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key, item in right.items():
            yield left[key], item, (trail, key)
    elif isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        for position, (a, b) in enumerate(zip(left, right, strict=True)):
            yield a, b, (trail, position)
