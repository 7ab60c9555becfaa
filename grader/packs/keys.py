"""One key of pack.toml, and what can be asked of its value. Knows no table and no name of a key."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from grader.packs import python_text

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OPAQUE = re.compile(r"h\d+")  # the ids under which learners see hidden cases
MOST_POINTS = 1_000_000  # grades add them up and go on to an LMS
_PYTHON_FILE = re.compile(r"[A-Za-z0-9_-]+\.py")

Check: TypeAlias = Callable[[Any], str | None]


@dataclass(frozen=True, slots=True)
class Key:
    """One key. `complains` returns what a value must be when it is not.

    `inside` yields places inside the value and what is wrong there; `reads` turns a sound value
    into what is meant.
    """

    name: str
    complains: Check
    required: bool = False
    inside: Callable[[Any], Iterator[tuple[str, str]]] | None = None
    reads: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of pack.toml, or an array of tables, with its keys."""

    name: str
    keys: tuple[Key, ...]
    repeated: bool = False
    nested: bool = False  # stands inside a key of another table, which checks it


def _that(holds: Callable[[Any], bool], complaint: str) -> Check:
    return lambda value: None if holds(value) else complaint


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def is_number(value: Any) -> bool:
    """Whether it is one that can be computed with: TOML has whole numbers as long as one likes."""
    return type(value) in {int, float} and abs(value) <= sys.float_info.max


def _is_identifier(value: Any) -> bool:
    return isinstance(value, str) and value.isidentifier() and not keyword.iskeyword(value)


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_plain(item) for item in value)
    if isinstance(value, dict):
        return all(_is_plain(item) for item in value.values())
    return isinstance(value, (bool, int, float, str))


def _is_case_id(value: Any) -> bool:
    return bool(_NAME.fullmatch(value)) and not _OPAQUE.fullmatch(value)


def _list_of(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(holds(item) for item in value)


def between(low: float, high: float) -> Check:
    return _that(
        lambda value: is_number(value) and low <= value <= high,
        f"must be a number from {low:g} to {high:g}",
    )


def whole_between(low: int, high: int) -> Check:
    return _that(
        lambda value: type(value) is int and low <= value <= high,
        f"must be a whole number from {low} to {high}",
    )


text = _that(_is_text, "must be a text that is not empty")
flag = _that(lambda value: isinstance(value, bool), "must be true or false")
positive = _that(lambda value: is_number(value) and value > 0, "must be a number above 0")
points = _that(
    lambda value: is_number(value) and 0 < value <= MOST_POINTS,
    f"must be a number above 0 and at most {MOST_POINTS}",
)
identifier = _that(_is_identifier, "must be a Python name")
name = _that(
    lambda value: isinstance(value, str) and bool(_NAME.fullmatch(value)),
    "must be lower-case letters, digits and single hyphens",
)
case_id = _that(
    lambda value: isinstance(value, str) and _is_case_id(value),
    "must be lower-case letters, digits and single hyphens, and not h1, h2 and so on",
)
parameters = _that(
    lambda value: _list_of(_is_identifier)(value) and len(set(value)) == len(value),
    "must be a list of different Python names",
)


def arguments(value: Any) -> str | None:
    if isinstance(value, str):
        try:
            python_text.read(value)
        except python_text.NotPlainError as error:
            return f"cannot be read: {error}"
        return None
    is_right = _list_of(_is_plain)(value)
    return None if is_right else "must be a list of numbers, texts, true, false, lists and tables"


def anything(_value: Any) -> str | None:
    return None


functions = _that(
    lambda value: _list_of(_is_text)(value) and bool(value),
    "must be a list of function names that is not empty",
)
file = _that(
    lambda value: isinstance(value, str) and bool(_PYTHON_FILE.fullmatch(value)),
    "must be the name of a Python file in the folder wrong",
)


choices = _that(
    lambda value: _list_of(_is_text)(value) and len(set(value)) == len(value) >= 2,
    "must be a list of at least two different texts",
)
answer = _that(
    lambda value: _is_text(value) or is_number(value), "must be a number or one of the choices"
)


def one_of(choices: type[StrEnum]) -> Check:
    values = [str(choice) for choice in choices]
    return _that(lambda value: value in values, f"must be one of: {', '.join(values)}")
