"""The keys that say how values are compared, of a function or of a single case."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from grader.core import builtin_errors
from grader.core.model import EXACT, Nan, Newlines, Rules
from grader.packs import keys

_FLAGS = ("unordered", "list_or_tuple", "integral_float")
_TOLERANCES = ("tolerance", "relative_tolerance")


def tolerance(value: Any) -> str | None:
    return keys.positive(value)


def flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def nan(value: Any) -> str | None:
    return _choice(Nan, value)


def newlines(value: Any) -> str | None:
    return _choice(Newlines, value)


def raises(value: Any) -> str | None:
    is_list = isinstance(value, list) and bool(value)
    if is_list and all(isinstance(name, str) and builtin_errors.is_known(name) for name in value):
        return None
    return "must be a list of names of Python's own exceptions that is not empty"


def _choice(choices: type[StrEnum], value: Any) -> str | None:
    values = [str(choice) for choice in choices]
    return None if value in values else f"must be one of: {', '.join(values)}"


def read_rules(keys: Mapping[str, Any], base: Rules = EXACT) -> Rules:
    """Return the rules that the keys of a function or case declare, over those of the function."""
    return Rules(
        **{name: keys.get(name, getattr(base, name)) for name in (*_TOLERANCES, *_FLAGS)},
        nan=Nan(keys.get("nan", base.nan)),
        newlines=Newlines(keys.get("newlines", base.newlines)),
        any_of=tuple(keys.get("any_of", base.any_of)),
    )
