"""People who practise without an account, and forgetting them again, with all they sent."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Select, delete, select

from grader.store import shapes
from grader.store.records import PersonRecord
from grader.store.session import Unit
from grader.store.tables import Answer, Base, Draft, Grade, Person, Stream, Submission, Token


def add_visitor(unit: Unit, *, name: str, now: datetime, until: datetime) -> PersonRecord:
    row = Person(name=name, is_admin=False, created_at=now, visitor_until=until)
    unit.session.add(row)
    unit.session.flush()
    return shapes.person(row)


def forget_visitors(unit: Unit, *, now: datetime, limit: int = 100) -> int:
    """Delete those whose time is over; returns how many. A run that still waits puts it off."""
    waiting = select(Submission.person_id).where(Submission.state.in_(("queued", "running")))
    over = select(Person.id).where(Person.visitor_until <= now, Person.id.not_in(waiting))
    gone = list(unit.session.scalars(over.limit(limit)))
    if not gone:
        return 0
    sent = select(Submission.id).where(Submission.person_id.in_(gone))
    _delete_grades(unit, sent)
    owned: tuple[type[Base], ...] = (Submission, Draft, Answer, Stream, Token)
    for table in owned:
        unit.session.execute(delete(table).where(table.__table__.c.person_id.in_(gone)))
    unit.session.execute(delete(Person).where(Person.id.in_(gone)))
    return len(gone)


def _delete_grades(unit: Unit, sent: Select[str]) -> None:
    """The database lets grades of runs go, and no other."""
    unit.session.execute(delete(Grade).where(Grade.submission_id.in_(sent)))
