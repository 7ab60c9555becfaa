"""The one rule that would have let a wrong answer pass: 8.0 for 8, 1 for True, another order.

A near miss is found by bringing both values into one looser form and comparing again by the pack's
rules, so that a sentence never claims more than the comparison itself would.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from grader.core.compare import compare
from grader.core.forms import (
    Form,
    composed,
    everywhere,
    folded,
    listed,
    number,
    ordered,
    stripped,
    whole,
    without_repeats,
)
from grader.core.model import EXACT, Rules, Value
from grader.core.values import literal

_MOST_PARTS = 500
_CHEAP = 2  # rules at the head of the table that look at no part of a value
_CLOSE = 1e-6  # relative: closer than this, two numbers differ by how they were rounded


class Near(StrEnum):
    PRINTED = "printed"
    NOTHING = "nothing"
    WHOLE_NUMBER = "whole_number"
    TRUTH_VALUE = "truth_value"
    TRUTHY = "truthy"
    TEXT = "text"
    SEQUENCE = "sequence"
    ORDER = "order"
    REPEATS = "repeats"
    WRAPPED = "wrapped"
    CLOSE = "close"
    SIGN = "sign"
    LOOKS = "looks"
    SPACE = "space"
    LETTER_CASE = "letter_case"


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """What to say of a near miss, beside the two values. `{expected}` is filled in as a literal.

    `hidden` says it of a case that nobody may see; unset, `says` does it as it stands.
    """

    kind: Near
    says: str
    tip: str
    hidden: str | None = None

    def of_hidden(self) -> str:
        clause = self.hidden or self.says[:1].lower() + self.says[1:]
        return f"All visible cases pass; in a hidden case {clause}"


def near_miss(
    returned: Value, expected: Value, *, printed: bool, rules: Rules = EXACT
) -> NearMiss | None:
    """Return the first rule of the table that the two values differ by, and by nothing else.

    A value that nobody would read through is not brought into a dozen forms.
    """
    is_small = _is_small(returned) and _is_small(expected)
    for applies, miss in _TABLE if is_small else _TABLE[:_CHEAP]:
        if applies(returned, expected, _Told(printed=printed, rules=rules)):
            return miss
    return None


def _is_small(value: Value) -> bool:
    """Whether a value has few parts; looks at no more of them than that."""
    todo: list[Value] = [value]
    for _ in range(_MOST_PARTS):
        if not todo:
            return True
        part = todo.pop()
        if isinstance(part, dict):
            part = list(part.values())
        if isinstance(part, (list, tuple)):
            if len(part) > _MOST_PARTS:
                return False
            todo.extend(part)
    return not todo


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What is known beside the two values."""

    printed: bool
    rules: Rules


_Applies: TypeAlias = Callable[[Value, Value, _Told], bool]


def _printed(returned: Value, expected: Value, told: _Told) -> bool:
    return returned is None and expected is not None and told.printed


def _nothing(returned: Value, expected: Value, told: _Told) -> bool:
    return returned is None and expected is not None and not told.printed


def _truthy(returned: Value, expected: Value, _told: _Told) -> bool:
    return (
        isinstance(expected, bool) and not isinstance(returned, bool) and bool(returned) is expected
    )


def _as_text(returned: Value, expected: Value, _told: _Told) -> bool:
    if not isinstance(returned, str) or isinstance(expected, str):
        return False
    return returned.strip() == literal(expected)


def _wrapped(returned: Value, expected: Value, told: _Told) -> bool:
    if not isinstance(returned, (list, tuple)) or len(returned) != 1:
        return False
    return compare(returned[0], expected, told.rules).ok


def _close(returned: Value, expected: Value, told: _Told) -> bool:
    """Only where a float is expected: a whole number that is nearly right is wrong."""
    if not isinstance(expected, float) or not math.isfinite(expected):
        return False
    wider = replace(told.rules, relative_tolerance=_CLOSE, tolerance=_CLOSE**2)
    return compare(returned, expected, wider).ok


def _sign(returned: Value, expected: Value, told: _Told) -> bool:
    if isinstance(returned, bool) or not isinstance(returned, (int, float)):
        return False
    return compare(-returned, expected, told.rules).ok


def _same_when(form: Form) -> _Applies:
    def applies(returned: Value, expected: Value, told: _Told) -> bool:
        return compare(form(returned), form(expected), told.rules).ok

    return applies


_TABLE: tuple[tuple[_Applies, NearMiss], ...] = (
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
        _same_when(everywhere(whole)),
        NearMiss(
            kind=Near.WHOLE_NUMBER,
            says="The value is right, its type is not.",
            tip="In Python `/` always gives a decimal number; `//` gives a whole one.",
        ),
    ),
    (
        _same_when(everywhere(number)),
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
            hidden="it returned the value written as a text.",
            tip="Return the value itself, not `str()` of it and not an f-string.",
        ),
    ),
    (
        _truthy,
        NearMiss(
            kind=Near.TRUTHY,
            says="That only counts as {expected}, for example in an `if`.",
            hidden="it returned something that is neither `True` nor `False`.",
            tip="Return exactly `True` or `False`, for example the result of a comparison.",
        ),
    ),
    (
        _same_when(everywhere(listed)),
        NearMiss(
            kind=Near.SEQUENCE,
            says="The items are right, but a list and a tuple are not the same.",
            tip="Square brackets make a list, round ones a tuple; `list()` and `tuple()` convert.",
        ),
    ),
    (
        _same_when(everywhere(ordered)),
        NearMiss(
            kind=Near.ORDER,
            says="The items are right, their order is not.",
            tip="Does something sort the items, reverse them, or pass them through a set?",
        ),
    ),
    (
        _same_when(everywhere(without_repeats)),
        NearMiss(
            kind=Near.REPEATS,
            says="The items are right, but not how often each is there.",
            tip="A set keeps each item once; a list keeps every one.",
        ),
    ),
    (
        _wrapped,
        NearMiss(
            kind=Near.WRAPPED,
            says="The value is right, but it is inside a list or tuple.",
            tip="Return the value itself. A comma after it makes a tuple.",
        ),
    ),
    (
        _close,
        NearMiss(
            kind=Near.CLOSE,
            says="That is very close: only the last digits differ.",
            tip="Is something rounded before the end?",
        ),
    ),
    (
        _sign,
        NearMiss(
            kind=Near.SIGN,
            says="The number is right, its sign is not.",
            tip="Is something subtracted the other way round?",
        ),
    ),
    (
        _same_when(everywhere(composed)),
        NearMiss(
            kind=Near.LOOKS,
            says="The text looks right, but some of its characters are other ones.",
            tip="Some characters look alike: `ascii()` of a text tells them apart.",
        ),
    ),
    (
        _same_when(everywhere(stripped)),
        NearMiss(
            kind=Near.SPACE,
            says="The text is right apart from blanks or ends of lines.",
            tip="`repr()` of a text shows its blanks and line ends.",
        ),
    ),
    (
        _same_when(everywhere(folded)),
        NearMiss(
            kind=Near.LETTER_CASE,
            says="The text is right apart from capital and small letters.",
            tip="`upper()` and `lower()` change every letter of a text.",
        ),
    ),
)


def tells_near_miss(message: str) -> bool:
    """Whether a sentence made here says that a value was nearly right; nothing at all is not."""
    told = (miss for _, miss in _TABLE if miss.kind is not Near.NOTHING)
    return any(
        said in message for miss in told for said in (miss.says.split("{")[0], miss.of_hidden())
    )
