"""What a person may see of a grade: the only way out of a grade's record.

Every key that leaves is named here, so a new field of the record stays inside until somebody
decides otherwise. To a learner a hidden case says that it passed or failed, and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import Any

from grader.core.model import Role, Verdict, Visibility
from grader.core.score import number

_GRADE_KEYS = ("pack", "pack_version", "verdict", "image", "python")
_LOAD_KEYS = ("verdict", "message", "line")
_FUNCTION_KEYS = ("name", "verdict", "message", "hint")
_CASE_KEYS = (
    "id",
    "visibility",
    "verdict",
    "scored",
    "arguments",
    "returned",
    "expected",
    "message",
    "hint",
    "output",
)


def for_viewer(record: Mapping[str, Any], *, role: Role) -> dict[str, Any]:
    """Return the grade as this role may see it, in the shape that the API, CLI and pages share."""
    opaque = (f"h{position}" for position in count(1))
    return {
        **_only(record, _GRADE_KEYS),
        **_scores(record),
        "load": _only(record["load"], _LOAD_KEYS),
        "functions": [_function(function, role, opaque) for function in record["functions"]],
    }


def _function(record: Mapping[str, Any], role: Role, opaque: Iterator[str]) -> dict[str, Any]:
    return {
        **_only(record, _FUNCTION_KEYS),
        **_scores(record),
        "cases": [_case(case, role, opaque) for case in record["cases"]],
    }


def _case(record: Mapping[str, Any], role: Role, opaque: Iterator[str]) -> dict[str, Any]:
    if role is Role.STAFF or record["visibility"] == Visibility.VISIBLE:
        return _only(record, _CASE_KEYS)
    passed = record["verdict"] == Verdict.PASSED
    return {
        **dict.fromkeys(_CASE_KEYS),
        "id": next(opaque),
        "visibility": str(Visibility.HIDDEN),
        "verdict": str(Verdict.PASSED if passed else Verdict.FAILED),
    }


def _only(record: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: record[key] for key in keys}


def _scores(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: number(Fraction(record[key])) for key in ("score", "max_score")}
