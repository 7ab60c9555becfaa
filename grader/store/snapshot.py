"""What a `grade.published` event says: the whole current state, so that the newest one suffices.

No source code, no name, no hidden case. LMS.md's form, frozen as bytes and signed as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from grader.store.streams import stream_key
from grader.store.tables import Grade, Submission

GRADE_PUBLISHED = "grade.published"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """`submission` was graded just now by `grade`; `counted` is the grade that counts for him."""

    submission: Submission
    grade: Grade
    counted: Grade
    counted_attempt: int
    sequence: int


def body(told: Told) -> bytes:
    document = {
        "type": GRADE_PUBLISHED,
        "timestamp": instant(told.grade.graded_at),
        "data": _data(told),
    }
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode()


def _data(told: Told) -> dict[str, Any]:
    submission = told.submission
    course, assignment = submission.assignment.course, submission.assignment
    key = stream_key(assignment_id=assignment.id, person_id=submission.person_id)
    return {
        "stream": key,
        "sequence": told.sequence,
        "course": {"id": f"crs_{course.id}", "slug": course.slug},
        "assignment": {"id": f"asg_{assignment.id}", "slug": assignment.slug},
        "learner": {"id": f"lrn_{submission.person_id}"},
        "submission": _submission(submission, told.grade),
        "grade": _counted(told),
        "result_url": f"/api/v1/submissions/{submission.id}",
    }


def _submission(submission: Submission, grade: Grade) -> dict[str, Any]:
    return {
        "id": submission.id,
        "attempt": submission.attempt,
        "submitted_at": instant(submission.received_at),
        "verdict": grade.verdict,
        **_points(grade),
    }


def _counted(told: Told) -> dict[str, Any]:
    return {
        **_points(told.counted),
        "policy": "best",
        "submission": told.counted.submission_id,
        "attempt": told.counted_attempt,
        "revision": told.sequence,
        "final": True,
        "late": False,
    }


def _points(grade: Grade) -> Mapping[str, str]:
    score, max_score = Fraction(grade.score_exact), Fraction(grade.max_score_exact)
    return {"points": decimal_text(score), "max_points": decimal_text(max_score)}


def instant(moment: datetime) -> str:
    """`2026-11-29T21:40:57.123Z`"""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def decimal_text(number: Fraction) -> str:
    """At least two decimals, at most four: `7.50`, `3.3333`."""
    text = f"{Decimal(number.numerator) / Decimal(number.denominator):.4f}"
    whole, decimals = text.split(".")
    return f"{whole}.{decimals[:2]}{decimals[2:].rstrip('0')}"
