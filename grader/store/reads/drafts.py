"""What a learner typed last, and the versions that were put aside."""

from __future__ import annotations

from sqlalchemy import select

from grader.store import shapes
from grader.store.lesson_records import DraftRecord
from grader.store.session import Unit
from grader.store.tables import Draft


def drafts_of(unit: Unit, assignment_id: int, person_id: int) -> tuple[DraftRecord, ...]:
    """Newest first: the one he works on, then those that were put aside."""
    query = select(Draft).where(Draft.assignment_id == assignment_id, Draft.person_id == person_id)
    rows = unit.session.scalars(query.order_by(Draft.number.desc()))
    return tuple(shapes.draft(row) for row in rows)


def newest_draft(unit: Unit, assignment_id: int, person_id: int) -> DraftRecord | None:
    return next(iter(drafts_of(unit, assignment_id, person_id)), None)
