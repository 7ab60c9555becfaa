"""What a learner gives to the questions of a lesson: added, never changed."""

from __future__ import annotations

from datetime import datetime

from grader.core.questions import Given
from grader.store.records import AssignmentRecord
from grader.store.session import Unit
from grader.store.streams import lock_stream
from grader.store.tables import Answer


def add_answer(
    unit: Unit,
    assignment: AssignmentRecord,
    person_id: int,
    *,
    question: str,
    given: Given,
    now: datetime,
) -> None:
    """The stream's lock puts two tabs of one learner in line."""
    lock_stream(unit.session, assignment_id=assignment.id, person_id=person_id)
    unit.session.add(
        Answer(
            assignment_id=assignment.id,
            person_id=person_id,
            pack_version_id=assignment.pack_version_id,
            question=question,
            step=str(given.step),
            outcome=str(given.outcome),
            answer=given.answer,
            answered_at=now,
        )
    )
    unit.session.flush()
