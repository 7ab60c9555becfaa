"""The page of one submission. It looks again by itself, without a script, until it is final."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from fastapi import APIRouter, Response

from grader.actions.feedback import shown_grade
from grader.core.model import Role
from grader.store.access import Viewer, access_submission
from grader.store.records import SubmissionRecord
from grader.web import addresses
from grader.web.grade_view import FunctionView, Shown, function_views, out_of
from grader.web.language import _
from grader.web.panel import name_of
from grader.web.rendering import FromPages, Link, Page
from grader.web.sentences import sentence_of, sign_of
from grader.web.who import FromLearner, FromServices
from grader.web.words import Sign

router = APIRouter()
# Up to which age of the submission the page looks again after how many seconds.
PAUSES = (
    (timedelta(seconds=10), 1),
    (timedelta(minutes=1), 2),
    (timedelta(minutes=5), 5),
)
LONGEST_PAUSE_SECONDS = 15


@dataclass(frozen=True, kw_only=True)
class SubmissionPage(Page):
    """`learner` and `parked_reason` are for staff; `back_url` is for its own learner."""

    template: ClassVar[str] = "submission.html"
    heading: str
    trail: tuple[Link, ...]
    own_url: str
    status: Sign
    sentence: str
    score: str | None
    received_at: datetime
    refresh_seconds: int | None
    learner: str | None
    parked_reason: str | None
    load_message: str | None
    functions: tuple[FunctionView, ...]
    source: str
    back_url: str | None


@router.get(addresses.SUBMISSION)
def show(
    pages: FromPages, services: FromServices, viewer: FromLearner, submission: str
) -> Response:
    with services.store.reading() as unit:
        record = access_submission(unit, viewer, submission)
    return pages.response(_page(record, viewer, services.now()))


def _page(record: SubmissionRecord, viewer: Viewer, now: datetime) -> SubmissionPage:
    role = viewer.role_in(record.assignment.course) or Role.LEARNER
    grade = shown_grade(record, role, now=now)
    is_own, is_staff = record.learner.id == viewer.person_id, role is Role.STAFF
    place = record.assignment.course.slug, record.assignment.slug
    url = addresses.assignment_url(*place)
    heading = name_of(record)
    return SubmissionPage(
        title=f"{heading} · {record.assignment.title}",
        viewer_name=viewer.name,
        heading=heading,
        trail=_trail(record, is_staff and not is_own),
        own_url=addresses.submission_url(record.id),
        status=sign_of(record.state, grade),
        sentence=sentence_of(record.kind, record.state, grade),
        score=_score(record, grade),
        received_at=record.received_at,
        refresh_seconds=None if record.is_final else pause_seconds(now - record.received_at),
        learner=record.learner.name if is_staff else None,
        parked_reason=record.parked_reason if is_staff else None,
        load_message=_load_message(grade),
        functions=_functions(grade),
        source=record.source,
        back_url=f"{url}?code={record.id}#code" if is_own else None,
    )


def pause_seconds(age: timedelta) -> int:
    """Often while a verdict is due, seldom when it takes long."""
    return next((pause for limit, pause in PAUSES if age < limit), LONGEST_PAUSE_SECONDS)


def _trail(record: SubmissionRecord, from_results: bool) -> tuple[Link, ...]:
    place = record.assignment.course.slug, record.assignment.slug
    results = Link(name=_("Results"), url=addresses.results_url(*place))
    return (
        Link(name=record.assignment.course.title, url=addresses.HOME),
        Link(name=record.assignment.title, url=addresses.assignment_url(*place)),
        *([results] if from_results else []),
    )


def _score(record: SubmissionRecord, grade: Shown | None) -> str | None:
    if grade is None or record.kind == "run":
        return None
    return _("Score {score}").format(score=out_of(grade["score"], grade["max_score"]))


def _functions(grade: Shown | None) -> tuple[FunctionView, ...]:
    """None when the file was not loaded: one cause that hits everything is told once."""
    if grade is None or grade["load"]["verdict"] != "ok":
        return ()
    return function_views(grade)


def _load_message(grade: Shown | None) -> str | None:
    return grade["load"]["message"] if grade is not None else None
