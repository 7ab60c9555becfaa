"""Looser forms of a value: two values that differ by one thing only have the same form without it.

Both the rules of a pack and near misses are made of these.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeAlias

from grader.core.model import Value

Form: TypeAlias = Callable[[Value], Value]
MOST_ITEMS_SORTED = 10_000
_LINE_END = re.compile("\r\n|\r")


def everywhere(change: Form) -> Form:
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


def whole(value: Value) -> Value:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def number(value: Value) -> Value:
    return int(value) if isinstance(value, bool) else value


def listed(value: Value) -> Value:
    return list(value) if isinstance(value, tuple) else value


def folded(value: Value) -> Value:
    return value.casefold() if isinstance(value, str) else value


def composed(value: Value) -> Value:
    """Characters that look alike as one: an accent of its own, a blank that does not break."""
    return unicodedata.normalize("NFKC", value) if isinstance(value, str) else value


def stripped(value: Value) -> Value:
    """Without white space at the ends, and each stretch inside as one blank."""
    return " ".join(value.split()) if isinstance(value, str) else value


def newlines(*, trailing: bool) -> Form:
    """Every end of a line as one `\\n`; with `trailing`, none at the end of the text."""

    def form(value: Value) -> Value:
        if not isinstance(value, str):
            return value
        text = _LINE_END.sub("\n", value)
        return text.rstrip("\n") if trailing else text

    return form


def ordered(value: Value) -> Value:
    """A list or tuple with its items in one order; one that is too long stays as it is."""
    if isinstance(value, (list, tuple)) and len(value) <= MOST_ITEMS_SORTED:
        items = sorted(value, key=_sort_key)
        return items if isinstance(value, list) else tuple(items)
    return value


def without_repeats(value: Value) -> Value:
    """A list in one order, each item once."""
    if not isinstance(value, list) or len(value) > MOST_ITEMS_SORTED:
        return value
    by_key = {repr(_sort_key(item)): item for item in value}
    return ordered(list(by_key.values()))


def _sort_key(value: Value) -> tuple[str, object]:
    """Order values of any kinds: by kind first, so that unlike things are never compared."""
    if isinstance(value, dict):
        return "dict", [(key, _sort_key(item)) for key, item in sorted(value.items())]
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [_sort_key(item) for item in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        is_nan = value != value  # noqa: PLR0124 - NaN alone differs from itself
        return "number", (is_nan, 0 if is_nan else value, type(value).__name__)
    return type(value).__name__, 0 if value is None else value
