"""Single submissions and the length of the queue."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from sqlalchemy import func, select

from grader.store.records import AssignmentRecord, State, SubmissionLine
from grader.store.session import Unit
from grader.store.standings import standings
from grader.store.tables import Submission


def submission_state(unit: Unit, submission_id: str) -> State | None:
    """Cheap: for those who wait. None when there is no such submission."""
    query = select(Submission.state).where(Submission.id == submission_id)
    return cast("State | None", unit.session.scalar(query))


def submissions_by(
    unit: Unit, assignment: AssignmentRecord, person_id: int
) -> tuple[SubmissionLine, ...]:
    """One person's submissions to an assignment, newest first; runs are left out."""
    found = standings(unit.session, assignment_id=assignment.id, person_ids=[person_id])
    return found[person_id].lines if person_id in found else ()


def oldest_waiting(unit: Unit) -> datetime | None:
    """When the submission was received that waits longest; None when none waits."""
    query = select(func.min(Submission.received_at)).where(Submission.state == "queued")
    return unit.session.scalar(query)
