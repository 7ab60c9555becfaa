"""Whether a returned value is the expected one, and where the first difference lies.

Without rules of a pack the comparison is exact: the same type everywhere and equal; `-0.0` equals
`0.0`, and NaN equals NaN only. Each rule lets one kind of difference pass, at every depth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from grader.core.forms import everywhere, listed, newlines, ordered
from grader.core.model import EXACT, Expected, Nan, Newlines, Rules, Value

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
_PLAINEST = frozenset({int, bool, str})
# The way to a pair, last step first: shared between neighbours, so that a step costs no copy.
_Trail: TypeAlias = tuple["_Trail", int | str] | None
_Pair: TypeAlias = tuple[Value, Value, _Trail]


def compare(returned: Value, expected: Value, rules: Rules = EXACT) -> Match:
    """Compare by the rules. A mismatch is described against the expected value itself."""
    if type(returned) is type(expected) and type(returned) in _PLAINEST and returned == expected:
        return SAME  # most answers of most learners: no rule makes them wrong
    first = _compare(returned, expected, rules)
    if first.ok or any(_compare(returned, other, rules).ok for other in rules.any_of):
        return SAME
    return first


def are_plainly_equal(returned: list[Value], expected: list[Expected]) -> bool:
    """Whether each is its neighbour's equal and of a type that no rule can make wrong."""
    kinds = list(map(type, returned))
    same = returned == expected and kinds == list(map(type, expected))
    return same and _PLAINEST.issuperset(kinds)


def _compare(returned: Value, expected: Value, rules: Rules) -> Match:
    """A stack instead of recursion: a deep value costs no stack here."""
    todo: list[_Pair] = [(_form(returned, rules), _form(expected, rules), None)]
    while todo:
        left, right, trail = todo.pop()
        difference = _difference(left, right, rules)
        if difference is not None:
            path = _path(trail)
            if rules.unordered:
                return _unplaced(returned, expected, difference, path)
            return Match(ok=False, difference=difference, path=path, returned=left, expected=right)
        todo.extend(reversed(list(_inside(left, right, trail))))
    return SAME


def _unplaced(returned: Value, expected: Value, difference: Difference, path: Path) -> Match:
    """Positions in sorted values mean nothing to anybody: only the whole can be said to differ."""
    kind = Difference.VALUE if path else difference
    return Match(ok=False, difference=kind, returned=returned, expected=expected)


def _form(value: Value, rules: Rules) -> Value:
    """Bring a value into the form in which the rules' differences are none."""
    if rules.newlines is not Newlines.EXACT:
        value = everywhere(newlines(trailing=rules.newlines is Newlines.TRAILING))(value)
    if rules.list_or_tuple:
        value = everywhere(listed)(value)
    return everywhere(ordered)(value) if rules.unordered else value


def _path(trail: _Trail) -> Path:
    steps: list[int | str] = []
    while trail is not None:
        trail, step = trail
        steps.append(step)
    return tuple(reversed(steps))


def _difference(left: Value, right: Value, rules: Rules) -> Difference | None:
    """Return how two values differ at their own level, without looking inside."""
    if _is_number(left) and _is_number(right):
        return _number_difference(left, right, rules)
    if type(left) is not type(right):
        return Difference.TYPE
    if isinstance(left, dict) and isinstance(right, dict):
        return None if left.keys() == right.keys() else Difference.KEYS
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return None if len(left) == len(right) else Difference.LENGTH
    return None if left == right else Difference.VALUE


def _is_number(value: Value) -> bool:
    return type(value) is int or type(value) is float


def _number_difference(left: Value, right: Value, rules: Rules) -> Difference | None:
    assert isinstance(left, (int, float))
    assert isinstance(right, (int, float))
    if type(left) is not type(right) and not rules.integral_float:
        return Difference.TYPE
    if left != left or right != right:  # noqa: PLR0124 - NaN alone differs from itself
        is_right = left != left and right != right and rules.nan is Nan.EQUAL  # noqa: PLR0124
        return None if is_right else Difference.VALUE
    return None if left == right or _is_close(left, right, rules) else Difference.VALUE


def _is_close(returned: float, expected: float, rules: Rules) -> bool:
    """Exact for whole numbers of any size; an infinity is close to nothing but itself."""
    if not (rules.tolerance or rules.relative_tolerance):
        return False
    try:
        if math.isinf(returned) or math.isinf(expected):
            return False
        allowed = max(rules.tolerance, rules.relative_tolerance * abs(expected))
        return abs(returned - expected) <= allowed
    except OverflowError:  # a whole number that no float can hold
        return False


def _inside(left: Value, right: Value, trail: _Trail) -> Iterator[_Pair]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key, item in right.items():
            yield left[key], item, (trail, key)
    elif isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        for position, (a, b) in enumerate(zip(left, right, strict=True)):
            yield a, b, (trail, position)
