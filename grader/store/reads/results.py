"""How a class did at an assignment, a page of learners at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, and_, or_, select

from grader.store import shapes
from grader.store.cursors import read_cursor, write_cursor
from grader.store.records import Page, PersonRecord, ResultGrade, ResultRow
from grader.store.session import Unit
from grader.store.standings import Scored, Standing, standings
from grader.store.tables import Assignment, Grade, Membership, Person


def results(
    unit: Unit, assignment_id: int, *, cursor: str | None = None, limit: int = 100
) -> Page[ResultRow]:
    """Every learner of the course by name, also those who sent nothing. Raises Malformed."""
    learners = _learners(unit, assignment_id, cursor, limit + 1)
    shown = learners[:limit]
    person_ids = [learner.id for learner in shown]
    found = standings(unit.session, assignment_id=assignment_id, person_ids=person_ids)
    grades = _counting_grades(unit, found.values())
    rows = tuple(_row(learner, found.get(learner.id, Standing()), grades) for learner in shown)
    more = len(learners) > limit
    return Page(items=rows, next=write_cursor(shown[-1].id) if more else None)


def _learners(
    unit: Unit, assignment_id: int, cursor: str | None, limit: int
) -> tuple[PersonRecord, ...]:
    query = (
        select(Person)
        .join(Membership, Membership.person_id == Person.id)
        .join(Assignment, Assignment.course_id == Membership.course_id)
        .where(Assignment.id == assignment_id, Membership.role == "learner")
        .order_by(Person.name, Person.id)
        .limit(limit)
    )
    if cursor is not None:
        query = query.where(_comes_after(read_cursor(cursor)))
    return tuple(shapes.person(row) for row in unit.session.scalars(query))


def _comes_after(person_id: int) -> ColumnElement[bool]:
    name = select(Person.name).where(Person.id == person_id).scalar_subquery()
    return or_(Person.name > name, and_(Person.name == name, Person.id > person_id))


def _counting_grades(unit: Unit, found: Collection[Standing]) -> Mapping[int, Grade]:
    ids = {one.grade_id for of in found for one in (of.newest, of.best) if one is not None}
    rows = unit.session.scalars(select(Grade).where(Grade.id.in_(ids)))
    return {row.id: row for row in rows}


def _row(learner: PersonRecord, of: Standing, grades: Mapping[int, Grade]) -> ResultRow:
    return ResultRow(
        learner=learner,
        newest=_grade(of.newest, grades),
        best=_grade(of.best, grades),
        submissions=of.lines,
    )


def _grade(scored: Scored | None, grades: Mapping[int, Grade]) -> ResultGrade | None:
    if scored is None:
        return None
    grade = grades[scored.grade_id]
    return ResultGrade(
        submission_id=scored.submission_id,
        attempt=scored.attempt,
        received_at=scored.received_at,
        graded_at=grade.graded_at,
        score=grade.score,
        max_score=grade.max_score,
        record=grade.record,
    )
