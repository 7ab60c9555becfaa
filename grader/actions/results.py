"""How a class did: for staff, a page of learners at a time."""

from __future__ import annotations

from grader.actions.context import Services
from grader.store import reads
from grader.store.access import Viewer, access_assignment_as_staff
from grader.store.records import Page, ResultRow


def read_results(
    services: Services,
    viewer: Viewer,
    course_slug: str,
    assignment_slug: str,
    *,
    cursor: str | None = None,
    limit: int = 100,
) -> Page[ResultRow]:
    """Raises NotFound for everybody else, Malformed for a cursor that is not ours."""
    with services.store.reading() as unit:
        assignment = access_assignment_as_staff(unit, viewer, course_slug, assignment_slug)
        return reads.results(unit, assignment.id, cursor=cursor, limit=limit)
