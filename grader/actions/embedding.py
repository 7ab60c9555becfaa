"""Who may put parts of a course's lessons into pages of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.actions.context import Services
from grader.actions.courses import access_course_as_instructor
from grader.errors import Malformed
from grader.store import writes
from grader.store.access import Viewer
from grader.store.records import CourseRecord

MOST_ORIGINS = 20
_ORIGIN = re.compile(r"https?://[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?(:\d{1,5})?\Z")


def allow_embedding(
    services: Services, viewer: Viewer, course_slug: str, origins: Iterable[str]
) -> CourseRecord:
    """Instructors may. Raises NotFound, NotAllowed, Malformed."""
    wanted = tuple(dict.fromkeys(origin.lower().rstrip("/") for origin in origins))
    wrong = next((origin for origin in wanted if not _ORIGIN.match(origin)), None)
    if wrong is not None or len(wanted) > MOST_ORIGINS:
        raise Malformed(
            "An origin is written https://host or https://host:port; "
            f"a course has up to {MOST_ORIGINS}."
        )
    with services.store.unit() as unit:
        course = access_course_as_instructor(unit, viewer, course_slug)
        return writes.allow_embedding(unit, course.id, wanted)
