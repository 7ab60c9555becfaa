"""A grade as the asker may see it: what the assignment discloses, on this day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from grader.core.feedback import for_viewer
from grader.core.model import Disclosure, Role
from grader.store.records import SubmissionRecord


def shown_grade(
    record: SubmissionRecord, role: Role, *, now: datetime | None = None
) -> dict[str, Any] | None:
    """Return the grade in the shape that API and pages share; None when there is none."""
    if record.grade is None:
        return None
    due_at = record.assignment.due_at
    return for_viewer(
        record.grade,
        role=role,
        disclosure=Disclosure(record.assignment.disclosure),
        is_over=due_at is not None and due_at <= (now or datetime.now(UTC)),
        counterexamples=record.counterexamples,
    )
