"""Which lesson a person may open: a member his course's, a visitor what is open for practice."""

from __future__ import annotations

from grader.errors import NotFound, NotSignedIn
from grader.store import reads
from grader.store.access import Viewer, access_assignment, access_practice
from grader.store.records import AssignmentRecord, CourseRecord
from grader.store.session import Unit


def access_embedding(unit: Unit, course: str, assignment: str) -> CourseRecord:
    """The course whose lesson is framed; which origins may frame it is no secret.

    Raises NotFound where no origin may.
    """
    found = reads.course_by_slug(unit, course)
    if found is None or not found.embed_origins or not assignment:
        raise NotFound
    return found


def access_lesson(
    unit: Unit, viewer: Viewer | None, course: str, assignment: str
) -> AssignmentRecord:
    """Raises NotFound, or NotSignedIn where an account might help."""
    if viewer is not None and not viewer.is_visitor:
        return access_assignment(unit, viewer, course, assignment)
    try:
        return access_practice(unit, course, assignment)
    except NotFound:
        raise NotSignedIn from None
