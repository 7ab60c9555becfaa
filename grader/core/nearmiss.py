"""The one rule that would have let a wrong answer pass: 8.0 for 8, 1 for True, another order.

A near miss is found by bringing both values into one looser form and comparing again, so that a
sentence never claims more than the comparison itself would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from grader.core.compare import compare
from grader.core.model import Value
from grader.core.values import literal

MOST_ITEMS_SORTED = 10_000


class Near(StrEnum):
    PRINTED = "printed"
    NOTHING = "nothing"
    WHOLE_NUMBER = "whole_number"
    TRUTH_VALUE = "truth_value"
    TRUTHY = "truthy"
    TEXT = "text"
    SEQUENCE = "sequence"
    ORDER = "order"


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """What to say of a near miss, beside the two values. `{expected}` is filled in as a literal."""

    kind: Near
    says: str
    tip: str


def near_miss(returned: Value, expected: Value, *, printed: bool) -> NearMiss | None:
    """Return the first rule of the table that the two values differ by, and by nothing else."""
    for applies, miss in _TABLE:
        if applies(returned, expected, printed):
            return miss
    return None


_Rule: TypeAlias = Callable[[Value, Value, bool], bool]
_Form: TypeAlias = Callable[[Value], Value]


def _printed(returned: Value, expected: Value, printed: bool) -> bool:
    return returned is None and expected is not None and printed


def _nothing(returned: Value, expected: Value, printed: bool) -> bool:
    return returned is None and expected is not None and not printed


def _truthy(returned: Value, expected: Value, _printed: bool) -> bool:
    return isinstance(expected, bool) and bool(returned) is expected


def _as_text(returned: Value, expected: Value, _printed: bool) -> bool:
    if not isinstance(returned, str) or isinstance(expected, str):
        return False
    return returned.strip() == literal(expected)


def _same_when(form: _Form) -> _Rule:
    def applies(returned: Value, expected: Value, _printed: bool) -> bool:
        return compare(form(returned), form(expected)).ok

    return applies


def _everywhere(change: _Form) -> _Form:
    """Apply a change to every value inside, innermost first."""

    def form(value: Value) -> Value:
        if isinstance(value, dict):
            return change({key: form(item) for key, item in value.items()})
        if isinstance(value, list):
            return change([form(item) for item in value])
        if isinstance(value, tuple):
            return change(tuple(form(item) for item in value))
        return change(value)

    return form


def _whole(value: Value) -> Value:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _number(value: Value) -> Value:
    return int(value) if isinstance(value, bool) else value


def _list(value: Value) -> Value:
    return list(value) if isinstance(value, tuple) else value


def _sorted(value: Value) -> Value:
    if isinstance(value, list) and len(value) <= MOST_ITEMS_SORTED:
        return sorted(value, key=_sort_key)
    return value


def _sort_key(value: Value) -> tuple[str, object]:
    """Order values of any kinds: by type first, so that unlike things are never compared."""
    if isinstance(value, dict):
        return "dict", [(key, _sort_key(item)) for key, item in sorted(value.items())]
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [_sort_key(item) for item in value]
    return type(value).__name__, 0 if value is None else value


_TABLE: tuple[tuple[_Rule, NearMiss], ...] = (
    (
        _printed,
        NearMiss(
            kind=Near.PRINTED,
            says="It printed something, but returned nothing (`None`).",
            tip="`print` shows a value on the screen. `return` hands it to the caller, "
            "and only that is compared.",
        ),
    ),
    (
        _nothing,
        NearMiss(
            kind=Near.NOTHING,
            says="It returned nothing (`None`).",
            tip="A function hands back what follows `return`. Does every way through end in one?",
        ),
    ),
    (
        _same_when(_everywhere(_whole)),
        NearMiss(
            kind=Near.WHOLE_NUMBER,
            says="The value is right, its type is not.",
            tip="In Python `/` always gives a decimal number; `//` gives a whole one.",
        ),
    ),
    (
        _same_when(_everywhere(_number)),
        NearMiss(
            kind=Near.TRUTH_VALUE,
            says="The value is right, its type is not.",
            tip="`True` and `False` are values of their own; 1 and 0 are numbers.",
        ),
    ),
    (
        _as_text,
        NearMiss(
            kind=Near.TEXT,
            says="That is the value written as a text.",
            tip="Return the value itself, not `str()` of it and not an f-string.",
        ),
    ),
    (
        _truthy,
        NearMiss(
            kind=Near.TRUTHY,
            says="That only counts as {expected}, for example in an `if`.",
            tip="Return exactly `True` or `False`, for example the result of a comparison.",
        ),
    ),
    (
        _same_when(_everywhere(_list)),
        NearMiss(
            kind=Near.SEQUENCE,
            says="The items are right, but a list and a tuple are not the same.",
            tip="Square brackets make a list, round ones a tuple; `list()` and `tuple()` convert.",
        ),
    ),
    (
        _same_when(_everywhere(_sorted)),
        NearMiss(
            kind=Near.ORDER,
            says="The items are right, their order is not.",
            tip="Does something sort the items, reverse them, or pass them through a set?",
        ),
    ),
)
