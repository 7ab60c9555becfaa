"""Which lesson a person may open: a member his course's, a visitor what is open for practice."""

from __future__ import annotations

from grader.errors import NotFound, NotSignedIn
from grader.store.access import Viewer, access_assignment, access_practice
from grader.store.records import AssignmentRecord
from grader.store.session import Unit


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
