"""Whether one value is nearly another one: what each near miss asks of the two.

Values are compared by the pack's own rules, in a looser form or in part, so that a near miss never
claims more than the comparison itself would.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from grader.core.compare import compare
from grader.core.forms import Form
from grader.core.model import Rules, Value
from grader.core.values import literal

_CLOSE = 1e-6  # relative: closer than this, two numbers differ by how they were computed
_LONGEST_NUMBER = 40  # characters
_NUMBER = re.compile(r"[-+]?\d+(\.\d*)?(e[-+]?\d+)?", re.ASCII)
_ROUNDED = range(2, 13)  # decimals; to a single one many numbers are rounded by chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What is known beside the two values."""

    printed: bool
    rules: Rules


Applies: TypeAlias = Callable[[Value, Value, Told], bool]


def printed(returned: Value, expected: Value, told: Told) -> bool:
    return returned is None and expected is not None and told.printed


def nothing(returned: Value, expected: Value, told: Told) -> bool:
    return returned is None and expected is not None and not told.printed


def truthy(returned: Value, expected: Value, _told: Told) -> bool:
    return (
        isinstance(expected, bool) and not isinstance(returned, bool) and bool(returned) is expected
    )


def as_text(returned: Value, expected: Value, _told: Told) -> bool:
    if not isinstance(returned, str) or isinstance(expected, str):
        return False
    return returned.strip() == literal(expected)


def wrapped(returned: Value, expected: Value, told: Told) -> bool:
    if not isinstance(returned, (list, tuple)) or len(returned) != 1:
        return False
    return compare(returned[0], expected, told.rules).ok


def close(returned: Value, expected: Value, told: Told) -> bool:
    """Only where a float is expected: a whole number that is nearly right is wrong."""
    if not isinstance(expected, float) or not math.isfinite(expected):
        return False
    wider = replace(told.rules, relative_tolerance=_CLOSE, tolerance=_CLOSE**2)
    return compare(returned, expected, wider).ok


def sign(returned: Value, expected: Value, told: Told) -> bool:
    if isinstance(returned, bool) or not isinstance(returned, (int, float)):
        return False
    return compare(-returned, expected, told.rules).ok


def same_when(form: Form) -> Applies:
    def applies(returned: Value, expected: Value, told: Told) -> bool:
        return compare(form(returned), form(expected), told.rules).ok

    return applies


def rounded(returned: Value, expected: Value, _told: Told) -> bool:
    if not isinstance(returned, float) or not isinstance(expected, float):
        return False
    return returned != expected and any(round(expected, n) == returned for n in _ROUNDED)


def whole_part(returned: Value, expected: Value, _told: Told) -> bool:
    """Where decimals are expected. A decimal 0 may be left of anything, so it tells nothing."""
    if not isinstance(expected, float) or not math.isfinite(expected) or expected.is_integer():
        return False
    is_number = isinstance(returned, (int, float)) and not isinstance(returned, bool)
    is_told = isinstance(returned, int) or returned != 0
    return is_number and is_told and returned == math.trunc(expected)


def as_number_text(returned: Value, expected: Value, _told: Told) -> bool:
    """A text that Python reads as a number, where a number is expected."""
    if not isinstance(returned, str) or len(returned) > _LONGEST_NUMBER:
        return False
    return _is_number(expected) and _NUMBER.fullmatch(returned.strip()) is not None


def in_parts(returned: Value, expected: Value, told: Told) -> bool:
    """Several numbers that together make the one that is expected."""
    if not isinstance(returned, (list, tuple)) or len(returned) < 2:
        return False
    numbers = [part for part in returned if isinstance(part, (int, float)) and _is_number(part)]
    if len(numbers) < len(returned):
        return False
    try:
        return compare(sum(numbers), expected, told.rules).ok
    except OverflowError:  # a whole number that no float can hold, and a float
        return False


def _is_number(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
