"""People and who belongs to a course."""

from __future__ import annotations

from sqlalchemy import exists, select
from sqlalchemy.orm import joinedload

from grader.store import shapes
from grader.store.records import MemberRecord, PersonRecord
from grader.store.session import Unit
from grader.store.tables import Membership, Person


def has_people(unit: Unit) -> bool:
    """False only for a database that nobody has used yet."""
    return bool(unit.session.scalar(select(exists(select(Person.id)))))


def person(unit: Unit, person_id: int) -> PersonRecord | None:
    row = unit.session.get(Person, person_id)
    return None if row is None else shapes.person(row)


def members(unit: Unit, course_id: int) -> tuple[MemberRecord, ...]:
    query = (
        select(Membership)
        .join(Membership.person)
        .options(joinedload(Membership.person))
        .where(Membership.course_id == course_id)
        .order_by(Person.name, Person.id)
    )
    return tuple(shapes.member(row) for row in unit.session.scalars(query))
