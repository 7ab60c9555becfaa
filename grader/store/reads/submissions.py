"""Single submissions and the length of the queue."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from sqlalchemy import func, select

from grader.store.cursors import read_cursor, write_cursor
from grader.store.records import Page, State, SubmissionLine
from grader.store.session import Unit
from grader.store.standings import line, lines_query
from grader.store.tables import Submission


def submission_state(unit: Unit, submission_id: str) -> State | None:
    """Cheap: for those who wait. None when there is no such submission."""
    query = select(Submission.state).where(Submission.id == submission_id)
    return cast("State | None", unit.session.scalar(query))


def submissions_of(
    unit: Unit,
    assignment_id: int,
    person_id: int,
    *,
    cursor: str | None = None,
    limit: int = 100,
) -> Page[SubmissionLine]:
    """One person's submissions to an assignment, newest first, without runs. Raises Malformed."""
    query = lines_query(assignment_id, [person_id]).limit(limit + 1)
    if cursor is not None:
        query = query.where(Submission.attempt < read_cursor(cursor))
    lines = tuple(line(row) for row in unit.session.execute(query))
    more = len(lines) > limit
    shown = lines[:limit]
    return Page(items=shown, next=write_cursor(shown[-1].attempt) if more else None)


def oldest_waiting(unit: Unit) -> datetime | None:
    """When the submission was received that waits longest; None when none waits."""
    query = select(func.min(Submission.received_at)).where(Submission.state == "queued")
    return unit.session.scalar(query)
