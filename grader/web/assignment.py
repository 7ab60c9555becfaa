"""The page of an assignment: its lesson, the text area, and my attempts."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from fastapi import APIRouter, Response
from markupsafe import Markup

from grader.actions.context import Services
from grader.core.model import Role
from grader.errors import GraderError
from grader.store import reads
from grader.store.access import Viewer, access_assignment, access_submission
from grader.store.records import AssignmentRecord, SubmissionLine
from grader.store.session import Unit
from grader.web import addresses
from grader.web.grade_view import out_of
from grader.web.lesson import lesson_html
from grader.web.rendering import FromPages, Link, Page
from grader.web.sentences import line_sign
from grader.web.who import FromServices, FromViewer
from grader.web.words import Sign

router = APIRouter()
STARTER = "starter"  # the value of ?code= that asks for it
FROM_STARTER = "This is the starter."
FROM_NEWEST = "This is what you submitted last."
FROM_CHOSEN = "This is the version that you chose."
AS_TYPED = "This is your text as you typed it."


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptRow:
    number: int
    url: str
    received_at: datetime
    sign: Sign
    score: str | None


@dataclass(frozen=True, kw_only=True)
class AssignmentPage(Page):
    """`request_key` makes a double click one submission; `problem` says why nothing was stored."""

    template: ClassVar[str] = "assignment.html"
    trail: tuple[Link, ...]
    lesson: Markup
    source: str
    code_note: str
    starter_url: str | None
    submit_url: str
    run_url: str
    results_url: str | None
    request_key: str
    can_send: bool
    attempts: tuple[AttemptRow, ...]
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """What stands in the text area, and where it comes from."""

    source: str
    note: str


@router.get(addresses.ASSIGNMENT)
def show(
    pages: FromPages,
    services: FromServices,
    viewer: FromViewer,
    course: str,
    assignment: str,
    code: str | None = None,
) -> Response:
    with services.store.reading() as unit:
        found = access_assignment(unit, viewer, course, assignment)
        return pages.response(_page(unit, viewer, found, code=code))


def page_with_problem(
    services: Services, viewer: Viewer, place: tuple[str, str], typed: str, refusal: GraderError
) -> AssignmentPage:
    """The page again, with the learner's text as it was typed and the reason of the refusal."""
    with services.store.reading() as unit:
        found = access_assignment(unit, viewer, *place)
        return _page(unit, viewer, found, typed=typed, problem=refusal.message)


def _page(
    unit: Unit,
    viewer: Viewer,
    found: AssignmentRecord,
    *,
    code: str | None = None,
    typed: str | None = None,
    problem: str | None = None,
) -> AssignmentPage:
    place = found.course.slug, found.slug
    url = addresses.assignment_url(*place)
    files = reads.pack_version(unit, found.pack_version_id).files
    lines = reads.submissions_of(unit, found.id, viewer.person_id).items
    shown = (
        _code(unit, viewer, files, lines, code)
        if typed is None
        else Code(source=typed, note=AS_TYPED)
    )
    return AssignmentPage(
        title=found.title,
        viewer_name=viewer.name,
        trail=(Link(name=found.course.title, url=addresses.HOME),),
        lesson=lesson_html(files.get("lesson.md", "")),
        source=shown.source,
        code_note=shown.note,
        starter_url=None if shown.note == FROM_STARTER else f"{url}?code={STARTER}#code",
        submit_url=f"{url}/submissions",
        run_url=f"{url}/runs",
        results_url=_results_url(viewer, found),
        request_key=secrets.token_urlsafe(16),
        can_send=viewer.is_member_of(found.course),
        attempts=tuple(_attempt(line) for line in lines),
        problem=problem,
    )


def _code(
    unit: Unit,
    viewer: Viewer,
    files: Mapping[str, str],
    lines: tuple[SubmissionLine, ...],
    wanted: str | None,
) -> Code:
    if wanted not in (None, STARTER):
        return Code(source=access_submission(unit, viewer, wanted).source, note=FROM_CHOSEN)
    if wanted is None and lines:
        newest = access_submission(unit, viewer, lines[0].id)
        return Code(source=newest.source, note=FROM_NEWEST)
    return Code(source=files.get("starter.py", ""), note=FROM_STARTER)


def _results_url(viewer: Viewer, found: AssignmentRecord) -> str | None:
    if viewer.role_in(found.course) is not Role.STAFF:
        return None
    return addresses.results_url(found.course.slug, found.slug)


def _attempt(line: SubmissionLine) -> AttemptRow:
    return AttemptRow(
        number=line.attempt,
        url=addresses.submission_url(line.id),
        received_at=line.received_at,
        sign=line_sign(line),
        score=out_of(line.score, line.max_score),
    )
