"""Practising without an account: a visitor is somebody for a week, and then forgotten."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from grader.actions.context import Services
from grader.actions.courses import access_course_as_instructor
from grader.actions.tokens import new_api_token
from grader.errors import GraderError
from grader.store import reads, writes
from grader.store.access import Viewer, access_assignment
from grader.store.records import AssignmentRecord
from grader.store.session import Unit

VISIT = timedelta(days=7)
VISITOR_NAME = "Visitor"
RUNS_A_MINUTE = 30
VISITOR_RUNS_A_MINUTE = 10
MOST_WAITING = 40  # runs of visitors, all together: learners with an account queue behind them
MINUTE = timedelta(minutes=1)


class TooManyRuns(GraderError):
    """That were too many runs in a minute; wait a little."""

    status: ClassVar[int] = 429
    code: ClassVar[str] = "too_many_runs"


class PracticeFull(GraderError):
    """So many people practise at this moment that yours would wait long; try again soon."""

    status: ClassVar[int] = 429
    code: ClassVar[str] = "practice_full"


def begin_visit(services: Services) -> str:
    """A token that is good for a week and belongs to nobody known."""
    now, token = services.now(), new_api_token()
    with services.store.unit() as unit:
        visitor = writes.add_visitor(unit, name=VISITOR_NAME, now=now, until=now + VISIT)
        writes.add_token(unit, visitor.id, token, label="practice", now=now, expires_at=now + VISIT)
    return token


def open_for_practice(
    services: Services, viewer: Viewer, course_slug: str, assignment_slug: str, *, practice: bool
) -> AssignmentRecord:
    """Instructors may. Raises NotFound, NotAllowed."""
    with services.store.unit() as unit:
        access_course_as_instructor(unit, viewer, course_slug)
        assignment = access_assignment(unit, viewer, course_slug, assignment_slug)
        return writes.open_for_practice(unit, assignment.id, practice=practice)


def check_pace(unit: Unit, viewer: Viewer, now: datetime) -> None:
    """Part of sending a run. Raises TooManyRuns, with the seconds to wait, and PracticeFull."""
    if viewer.is_visitor and reads.waiting_of_visitors(unit) > MOST_WAITING:
        raise PracticeFull
    most = VISITOR_RUNS_A_MINUTE if viewer.is_visitor else RUNS_A_MINUTE
    recent = reads.runs_since(unit, viewer.person_id, now - MINUTE)  # the new one among them
    if len(recent) <= most:
        return
    seconds = max(1, round((recent[-most - 1] + MINUTE - now).total_seconds()))
    raise TooManyRuns(
        f"That was {most} runs in a minute. Run is ready in {_seconds(seconds)}.",
        seconds=seconds,
        most=most,
    )


def _seconds(count: int) -> str:
    return "1 second" if count == 1 else f"{count} seconds"
