"""A grade as the record that the store keeps, and back. Fractions are text, so nothing is rounded.

The record holds everything; `core.feedback` says what of it anybody may see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from fractions import Fraction
from typing import Any

from grader.core.model import (
    CaseGrade,
    Diagnosis,
    FunctionGrade,
    GeneratedGrade,
    Grade,
    LoadGrade,
    Verdict,
    Visibility,
)

FORMAT = 1


def to_record(grade: Grade) -> dict[str, Any]:
    """Return the grade as plain JSON data: its fields by name, and the format's number."""
    return {"format": FORMAT, **_plain(asdict(grade))}


def from_record(record: Mapping[str, Any]) -> Grade:
    """Return the grade that a record was made of. Raises ValueError for another format."""
    fields = dict(record)
    if fields.pop("format", None) != FORMAT:
        raise ValueError("this is not a grade record of a known format")
    return Grade(
        **{
            **fields,
            "verdict": Verdict(fields["verdict"]),
            "score": Fraction(fields["score"]),
            "max_score": Fraction(fields["max_score"]),
            "load": _load(fields["load"]),
            "functions": tuple(_function(function) for function in fields["functions"]),
        }
    )


def _load(record: Mapping[str, Any]) -> LoadGrade:
    return LoadGrade(**{**record, "verdict": Verdict(record["verdict"])})


def _function(record: Mapping[str, Any]) -> FunctionGrade:
    return FunctionGrade(
        **{
            **record,
            "verdict": Verdict(record["verdict"]),
            "score": Fraction(record["score"]),
            "max_score": Fraction(record["max_score"]),
            "cases": tuple(_case(case) for case in record["cases"]),
            "generated": _generated(record.get("generated")),
            "diagnosis": _diagnosis(record.get("diagnosis")),
        }
    )


def _generated(record: Mapping[str, Any] | None) -> GeneratedGrade | None:
    if record is None:
        return None
    return GeneratedGrade(
        passed=record["passed"],
        total=record["total"],
        failures=tuple(_case(case) for case in record["failures"]),
    )


def _diagnosis(record: Mapping[str, Any] | None) -> Diagnosis | None:
    return None if record is None else Diagnosis(**record)


def _case(record: Mapping[str, Any]) -> CaseGrade:
    return CaseGrade(
        **{
            **record,
            "verdict": Verdict(record["verdict"]),
            "visibility": Visibility(record["visibility"]),
            "differs_at": tuple(record.get("differs_at", ())),
        }
    )


def _plain(value: Any) -> Any:
    """Turn fractions and enums into text and tuples into lists, at any depth."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (Fraction, StrEnum)):
        return str(value)
    return value
