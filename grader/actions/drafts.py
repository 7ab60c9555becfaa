"""Keep what a learner types, so that no crash, tab or device loses it."""

from __future__ import annotations

from grader.actions.context import Services
from grader.core.source import MOST_BYTES
from grader.errors import NotFound, SourceTooLarge
from grader.store import writes
from grader.store.access import Viewer, access_assignment, access_practice
from grader.store.lesson_records import SavedDraft
from grader.store.records import AssignmentRecord
from grader.store.session import Unit


def save_draft(
    services: Services,
    viewer: Viewer,
    course_slug: str,
    assignment_slug: str,
    *,
    source: str,
    seen_revision: int | None = None,
    put_aside: bool = False,
) -> SavedDraft:
    """Any text may be a draft, readable or not, up to the size of a file.

    `put_aside` keeps the text before it in the history. Raises NotFound, SourceTooLarge.
    """
    if len(source.encode("utf-8", "replace")) > MOST_BYTES:
        raise SourceTooLarge
    kept = source.replace("\0", "\N{SYMBOL FOR NULL}").encode("utf-8", "replace").decode()
    with services.store.unit() as unit:
        assignment = access_own_work(unit, viewer, course_slug, assignment_slug)
        return writes.save_draft(
            unit,
            (assignment.id, viewer.person_id),
            kept,
            seen_revision=seen_revision,
            put_aside=put_aside,
            now=services.now(),
        )


def access_own_work(
    unit: Unit, viewer: Viewer, course_slug: str, assignment_slug: str
) -> AssignmentRecord:
    """An assignment that the viewer works on himself: as a member, or as a visitor in practice."""
    if viewer.is_visitor:
        return access_practice(unit, course_slug, assignment_slug)
    assignment = access_assignment(unit, viewer, course_slug, assignment_slug)
    if not viewer.is_member_of(assignment.course):
        raise NotFound("You are not a member of this course.")
    return assignment
