"""What a learner gave to the questions of a lesson."""

from __future__ import annotations

from sqlalchemy import select

from grader.store import shapes
from grader.store.records import AnswerRecord
from grader.store.session import Unit
from grader.store.tables import Answer


def answers_of(unit: Unit, assignment_id: int, person_id: int) -> tuple[AnswerRecord, ...]:
    """Oldest first."""
    query = select(Answer).where(
        Answer.assignment_id == assignment_id, Answer.person_id == person_id
    )
    return tuple(shapes.answer(row) for row in unit.session.scalars(query.order_by(Answer.id)))
