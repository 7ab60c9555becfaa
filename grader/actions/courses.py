"""Set up a course: who belongs to it, and what is assigned."""

from __future__ import annotations

from datetime import UTC, datetime

from grader.actions.context import Services
from grader.actions.names import check_slug, check_title
from grader.core.model import Disclosure
from grader.errors import Malformed, NotAllowed, NotFound
from grader.packs import title_of
from grader.store import reads, writes
from grader.store.access import Viewer, access_assignment, access_course
from grader.store.records import (
    AssignmentRecord,
    CourseRecord,
    MemberRole,
    PackVersionRecord,
)
from grader.store.session import Unit


def create_course(services: Services, viewer: Viewer, *, slug: str, title: str) -> CourseRecord:
    """Administrators may. Raises NotAllowed, Malformed, AlreadyExists."""
    if not viewer.is_admin:
        raise NotAllowed("Only an administrator may make a course.")
    checked = check_slug(slug, what="a course"), check_title(title, what="a course")
    with services.store.unit() as unit:
        return writes.add_course(unit, slug=checked[0], title=checked[1], now=services.now())


def enrol(
    services: Services, viewer: Viewer, course_slug: str, person_id: int, *, role: MemberRole
) -> None:
    """Instructors may; a member gets the new role. Raises NotFound, NotAllowed."""
    with services.store.unit() as unit:
        course = access_course_as_instructor(unit, viewer, course_slug)
        writes.add_member(unit, course.id, person_id, role=role, now=services.now())


def create_assignment(
    services: Services,
    viewer: Viewer,
    course_slug: str,
    *,
    slug: str,
    pack_name: str,
    title: str | None = None,
    version: str | None = None,
) -> AssignmentRecord:
    """Instructors may. Pinned to a version of the pack, unset: the newest; titled like it, too.

    Raises NotFound, NotAllowed, Malformed, AlreadyExists.
    """
    checked = check_slug(slug, what="an assignment")
    with services.store.unit() as unit:
        course = access_course_as_instructor(unit, viewer, course_slug)
        found = _access_version(unit, viewer, course, pack_name, version)
        return writes.add_assignment(
            unit,
            course.id,
            slug=checked,
            title=check_title(title or title_of(found.files) or slug, what="an assignment"),
            pack_version_id=found.id,
            fresh=False,
            now=services.now(),
        )


def pin_assignment(
    services: Services, viewer: Viewer, course_slug: str, assignment_slug: str, *, version: str
) -> AssignmentRecord:
    """Instructors may: grade by another published version of the same pack from now on."""
    with services.store.unit() as unit:
        course = access_course_as_instructor(unit, viewer, course_slug)
        assignment = access_assignment(unit, viewer, course_slug, assignment_slug)
        found = _access_version(unit, viewer, course, assignment.pack_name, version)
        return writes.pin_assignment(unit, assignment.id, found.id)


def retitle_assignment(
    services: Services, viewer: Viewer, course_slug: str, assignment_slug: str, *, title: str
) -> AssignmentRecord:
    """Instructors may. Raises NotFound, NotAllowed, Malformed."""
    checked = check_title(title, what="an assignment")
    with services.store.unit() as unit:
        access_course_as_instructor(unit, viewer, course_slug)
        assignment = access_assignment(unit, viewer, course_slug, assignment_slug)
        return writes.retitle_assignment(unit, assignment.id, checked)


def set_disclosure(
    services: Services,
    viewer: Viewer,
    course_slug: str,
    assignment_slug: str,
    *,
    disclosure: str,
    due_at: datetime | None,
) -> AssignmentRecord:
    """Instructors may: how much of hidden cases learners are told from now on, and the deadline.

    Raises NotFound, NotAllowed, Malformed.
    """
    if disclosure not in set(Disclosure):
        raise Malformed(f"`disclosure` is one of: {', '.join(Disclosure)}.")
    _check_deadline(due_at)
    with services.store.unit() as unit:
        access_course_as_instructor(unit, viewer, course_slug)
        assignment = access_assignment(unit, viewer, course_slug, assignment_slug)
        return writes.set_disclosure(unit, assignment.id, disclosure=disclosure, due_at=due_at)


def _check_deadline(due_at: datetime | None) -> None:
    if due_at is None:
        return
    if due_at.tzinfo is None:
        raise Malformed("`due_at` needs a time zone, such as `2026-12-24T18:00:00Z`.")
    try:
        due_at.astimezone(UTC)
    except OverflowError as error:  # the last hours of the year 9999, somewhere in the west
        raise Malformed("`due_at` is too far away.") from error


def access_course_as_instructor(unit: Unit, viewer: Viewer, course_slug: str) -> CourseRecord:
    """Raises NotFound for learners and strangers, NotAllowed for other staff."""
    course = access_course(unit, viewer, course_slug)
    if not viewer.is_staff_of(course):
        raise NotFound
    if not viewer.is_instructor_of(course):
        raise NotAllowed("Only an instructor of the course may do that.")
    return course


def _access_version(
    unit: Unit, viewer: Viewer, course: CourseRecord, pack_name: str, version: str | None
) -> PackVersionRecord:
    """A pack of another course is not there: whoever assigns it would read its hidden cases."""
    found = (
        newest_version(unit, pack_name)
        if version is None
        else reads.find_pack_version(unit, pack_name, version)
    )
    is_theirs = found is not None and found.course_id not in {None, course.id}
    if found is None or (is_theirs and not viewer.is_admin):
        raise NotFound("There is no such version of this pack." if version else _NO_PACK)
    return found


_NO_PACK = "No such pack was published; `grader pack publish` does it."


def newest_version(unit: Unit, pack_name: str) -> PackVersionRecord:
    """Raises NotFound."""
    found = None if "\0" in pack_name else reads.newest_pack_version(unit, pack_name)
    if found is None:
        raise NotFound(_NO_PACK)
    return found
