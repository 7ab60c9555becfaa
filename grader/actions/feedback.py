"""A grade as the asker may see it: what the assignment discloses, on this day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from grader.core.feedback import for_viewer
from grader.core.model import Disclosure, Role
from grader.store import reads
from grader.store.records import SubmissionRecord
from grader.store.session import Unit

TELLS_SMALLEST = frozenset({Disclosure.COUNTEREXAMPLE.value})


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


def searched_functions(unit: Unit, record: SubmissionRecord) -> tuple[str, ...]:
    """Of which functions the smallest failing case is still looked for, and will be shown."""
    if record.state != "graded" or record.assignment.disclosure not in TELLS_SMALLEST:
        return ()
    wanted = reads.wanted_explanations(unit, record.id)
    return wanted.functions if wanted else ()
