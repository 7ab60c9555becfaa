"""Whose data: the one place that decides what a person may see.

What a viewer may not see does not exist for him: NotFound, in the same words as a mistyped name.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from sqlalchemy import Select, select
from sqlalchemy.orm import joinedload

from grader.core.model import Role
from grader.errors import NotFound
from grader.store import shapes
from grader.store.records import AssignmentRecord, CourseRecord, MemberRole, SubmissionRecord
from grader.store.session import Unit
from grader.store.tables import Assignment, Course, Membership, Person, Submission, Token

# Names outside this form are in no table; PostgreSQL would not even let us ask about a NUL.
_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}\Z")
_ID = re.compile(r"[a-z]{3}_[0-9A-Z]{26}\Z")
_ROLES: Mapping[MemberRole, Role] = MappingProxyType(
    {"learner": Role.LEARNER, "staff": Role.STAFF, "instructor": Role.STAFF}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Somebody who is signed in, and what he is in each of his courses."""

    person_id: int
    name: str
    is_admin: bool
    memberships: Mapping[int, MemberRole]  # by course id
    is_visitor: bool = False  # practises without an account

    def role_in(self, course: CourseRecord) -> Role | None:
        """None: no member, sees nothing. An administrator counts as staff everywhere."""
        if self.is_admin:
            return Role.STAFF
        member_role = self.memberships.get(course.id)
        return None if member_role is None else _ROLES[member_role]

    def is_staff_of(self, course: CourseRecord) -> bool:
        return self.role_in(course) is Role.STAFF

    def is_instructor_of(self, course: CourseRecord) -> bool:
        return self.is_admin or self.memberships.get(course.id) == "instructor"

    def is_member_of(self, course: CourseRecord) -> bool:
        return course.id in self.memberships


def hash_token(raw_token: str) -> str:
    return hashlib.sha256(raw_token.encode("utf-8", "surrogatepass")).hexdigest()


def viewer_by_token(unit: Unit, raw_token: str, *, now: datetime) -> Viewer | None:
    """None for a token that is unknown, expired or revoked."""
    token = unit.session.scalar(select(Token).where(Token.sha256 == hash_token(raw_token)))
    if token is None or token.revoked_at is not None:
        return None
    if token.expires_at is not None and token.expires_at <= now:
        return None
    return viewer_of(unit, token.person_id)


def viewer_of(unit: Unit, person_id: int) -> Viewer | None:
    """For a person whose identity was proven elsewhere: a signed cookie, the operator's shell."""
    person = unit.session.get(Person, person_id)
    if person is None:
        return None
    rows = unit.session.scalars(select(Membership).where(Membership.person_id == person_id))
    return Viewer(
        person_id=person.id,
        name=person.name,
        is_admin=person.is_admin,
        is_visitor=person.visitor_until is not None,
        memberships=MappingProxyType({m.course_id: shapes.member_role(m) for m in rows}),
    )


def courses_of(unit: Unit, viewer: Viewer) -> tuple[CourseRecord, ...]:
    query = select(Course).order_by(Course.slug)
    if not viewer.is_admin:
        query = query.where(Course.id.in_(viewer.memberships))
    return tuple(shapes.course(row) for row in unit.session.scalars(query))


def access_course(unit: Unit, viewer: Viewer, course_slug: str) -> CourseRecord:
    row = None
    if _SLUG.match(course_slug):
        row = unit.session.scalar(select(Course).where(Course.slug == course_slug))
    if row is None:
        raise NotFound
    course = shapes.course(row)
    if viewer.role_in(course) is None:
        raise NotFound
    return course


def access_course_as_staff(unit: Unit, viewer: Viewer, course_slug: str) -> CourseRecord:
    course = access_course(unit, viewer, course_slug)
    if not viewer.is_staff_of(course):
        raise NotFound
    return course


def assignments_of(unit: Unit, viewer: Viewer, course_slug: str) -> tuple[AssignmentRecord, ...]:
    course = access_course(unit, viewer, course_slug)
    query = _assignments().where(Assignment.course_id == course.id).order_by(Assignment.slug)
    return tuple(shapes.assignment(row) for row in unit.session.scalars(query))


def access_assignment(
    unit: Unit, viewer: Viewer, course_slug: str, assignment_slug: str
) -> AssignmentRecord:
    course = access_course(unit, viewer, course_slug)
    row = None
    if _SLUG.match(assignment_slug):
        query = _assignments().where(
            Assignment.course_id == course.id, Assignment.slug == assignment_slug
        )
        row = unit.session.scalar(query)
    if row is None:
        raise NotFound
    return shapes.assignment(row)


def open_assignments(unit: Unit) -> tuple[AssignmentRecord, ...]:
    """What everybody may practise, the assignments of a course side by side."""
    query = _assignments().join(Course, Course.id == Assignment.course_id)
    found = query.where(Assignment.practice).order_by(Course.slug, Assignment.slug)
    return tuple(shapes.assignment(row) for row in unit.session.scalars(found))


def access_practice(unit: Unit, course_slug: str, assignment_slug: str) -> AssignmentRecord:
    """An assignment that is open to everybody. Raises NotFound, in the words of a mistyped name."""
    row = None
    if _SLUG.match(course_slug) and _SLUG.match(assignment_slug):
        query = _assignments().join(Course, Course.id == Assignment.course_id)
        named = query.where(Course.slug == course_slug, Assignment.slug == assignment_slug)
        row = unit.session.scalar(named.where(Assignment.practice))
    if row is None:
        raise NotFound
    return shapes.assignment(row)


def access_assignment_as_staff(
    unit: Unit, viewer: Viewer, course_slug: str, assignment_slug: str
) -> AssignmentRecord:
    assignment = access_assignment(unit, viewer, course_slug, assignment_slug)
    if not viewer.is_staff_of(assignment.course):
        raise NotFound
    return assignment


def access_submission(unit: Unit, viewer: Viewer, submission_id: str) -> SubmissionRecord:
    """His own, or any of a course whose staff he is."""
    row = unit.session.get(Submission, submission_id) if _ID.match(submission_id) else None
    if row is None:
        raise NotFound
    submission = shapes.submission(row)
    course = submission.assignment.course
    is_own = submission.learner.id == viewer.person_id and (
        viewer.is_member_of(course) or viewer.is_visitor
    )
    if not (is_own or viewer.is_staff_of(course)):
        raise NotFound
    return submission


def _assignments() -> Select[Assignment]:
    return select(Assignment).options(joinedload(Assignment.course))
