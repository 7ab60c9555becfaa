"""Courses, who belongs to them, and their assignments."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.exc import IntegrityError

from grader.errors import NotFound
from grader.store import shapes
from grader.store.errors import AlreadyExists
from grader.store.records import AssignmentRecord, CourseRecord, MemberRole
from grader.store.session import Unit
from grader.store.tables import Assignment, Base, Course, Membership, PackVersion, Person


def add_course(unit: Unit, *, slug: str, title: str, now: datetime) -> CourseRecord:
    """Raises AlreadyExists when another course has this short name."""
    row = Course(slug=slug, title=title, created_at=now)
    _insert(unit, row, f"There is already a course {slug!r}.")
    return shapes.course(row)


def add_member(
    unit: Unit, course_id: int, person_id: int, *, role: MemberRole, now: datetime
) -> None:
    """Somebody who belongs to the course already gets the new role."""
    if unit.session.get(Person, person_id) is None:
        raise NotFound("There is no such person.")
    row = unit.session.get(Membership, (course_id, person_id))
    if row is None:
        row = Membership(course_id=course_id, person_id=person_id, created_at=now)
        unit.session.add(row)
    row.role = role
    unit.session.flush()


def add_assignment(
    unit: Unit,
    course_id: int,
    *,
    slug: str,
    title: str,
    pack_version_id: int,
    fresh: bool,
    now: datetime,
) -> AssignmentRecord:
    """Raises AlreadyExists when another assignment of the course has this short name."""
    row = Assignment(
        course_id=course_id,
        slug=slug,
        title=title,
        pack_version_id=pack_version_id,
        fresh=fresh,
        created_at=now,
    )
    _insert(unit, row, f"There is already an assignment {slug!r} in this course.")
    return shapes.assignment(row)


def pin_assignment(unit: Unit, assignment_id: int, pack_version_id: int) -> AssignmentRecord:
    """What is graded from now on is graded by this version; grades already given stay."""
    row = unit.session.get(Assignment, assignment_id)
    version = unit.session.get(PackVersion, pack_version_id)
    if row is None or version is None:
        raise NotFound
    row.pack_version = version
    unit.session.flush()
    return shapes.assignment(row)


def retitle_assignment(unit: Unit, assignment_id: int, title: str) -> AssignmentRecord:
    row = unit.session.get_one(Assignment, assignment_id)
    row.title = title
    unit.session.flush()
    return shapes.assignment(row)


def open_for_practice(unit: Unit, assignment_id: int, *, practice: bool) -> AssignmentRecord:
    """Whether visitors without an account may run the visible cases."""
    row = unit.session.get_one(Assignment, assignment_id)
    row.practice = practice
    unit.session.flush()
    return shapes.assignment(row)


def set_disclosure(
    unit: Unit, assignment_id: int, *, disclosure: str, due_at: datetime | None
) -> AssignmentRecord:
    """How much of hidden cases learners are told, and when the deadline is."""
    row = unit.session.get_one(Assignment, assignment_id)
    row.disclosure, row.due_at = disclosure, due_at
    unit.session.flush()
    return shapes.assignment(row)


def allow_embedding(unit: Unit, course_id: int, origins: tuple[str, ...]) -> CourseRecord:
    row = unit.session.get_one(Course, course_id)
    row.embed_origins = list(origins)
    unit.session.flush()
    return shapes.course(row)


def _insert(unit: Unit, row: Base, message: str) -> None:
    """The database decides who was first: looking before would leave a gap between two requests."""
    try:
        with unit.session.begin_nested():
            unit.session.add(row)
    except IntegrityError as error:
        raise AlreadyExists(message) from error
