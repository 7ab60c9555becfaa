"""The class results of an assignment, for its staff: learners by functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import quote

from fastapi import APIRouter, Response

from grader.core.feedback import for_viewer
from grader.core.model import Role
from grader.store import reads
from grader.store.access import access_assignment_as_staff
from grader.store.records import ResultRow, SubmissionLine
from grader.web import addresses
from grader.web.grade_view import out_of
from grader.web.language import _
from grader.web.rendering import FromPages, Link, Page
from grader.web.sentences import line_sign
from grader.web.who import FromServices, FromViewer
from grader.web.words import Sign, verdict_sign

router = APIRouter()
LEARNERS_PER_PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionLink:
    """`counts`: this one gives the counted score. `is_open`: it has no grade (yet)."""

    number: int
    url: str
    sign: Sign
    counts: bool
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerRow:
    """`cells` has one sign per function name of the page; None where there is no grade."""

    learner: str
    score: str | None
    cells: tuple[Sign | None, ...]
    submissions: tuple[SubmissionLink, ...]


@dataclass(frozen=True, kw_only=True)
class ResultsPage(Page):
    template: ClassVar[str] = "results.html"
    trail: tuple[Link, ...]
    summary: str
    function_names: tuple[str, ...]
    rows: tuple[LearnerRow, ...]
    next_url: str | None


@router.get(addresses.ASSIGNMENT + "/results")
def show(
    pages: FromPages,
    services: FromServices,
    viewer: FromViewer,
    course: str,
    assignment: str,
    cursor: str | None = None,
) -> Response:
    with services.store.reading() as unit:
        found = access_assignment_as_staff(unit, viewer, course, assignment)
        part = reads.results(unit, found.id, cursor=cursor, limit=LEARNERS_PER_PAGE)
    verdicts = [_verdicts(row) for row in part.items]
    names = tuple(dict.fromkeys(name for of_one in verdicts for name in of_one))
    place = found.course.slug, found.slug
    url = addresses.results_url(*place)
    page = ResultsPage(
        title=_("{title} · results").format(title=found.title),
        viewer_name=viewer.name,
        trail=(
            Link(name=found.course.title, url=addresses.HOME),
            Link(name=found.title, url=addresses.assignment_url(*place)),
        ),
        summary=summary(part.items, is_whole=cursor is None and part.next is None),
        function_names=names,
        rows=tuple(_row(row, of, names) for row, of in zip(part.items, verdicts, strict=True)),
        next_url=f"{url}?cursor={quote(part.next)}" if part.next else None,
    )
    return pages.response(page)


def summary(rows: Iterable[ResultRow], *, is_whole: bool) -> str:
    """Counts learners, not submissions."""
    learners = list(rows)
    started = sum(bool(row.submissions) for row in learners)
    done = sum(row.best is not None and row.best.score >= row.best.max_score for row in learners)
    told = _(
        "{started} of {total} learners started · {done} done · the best attempt counts"
    ).format(started=started, total=len(learners), done=done)
    return told if is_whole else _("On this page: {told}").format(told=told)


def _verdicts(row: ResultRow) -> dict[str, str]:
    """By function name, of the submission that counts."""
    if row.best is None:
        return {}
    shown = for_viewer(row.best.record, role=Role.STAFF)
    return {function["name"]: function["verdict"] for function in shown["functions"]}


def _row(row: ResultRow, verdicts: dict[str, str], names: tuple[str, ...]) -> LearnerRow:
    counted = row.best.submission_id if row.best else None
    return LearnerRow(
        learner=row.learner.name,
        score=out_of(row.best.score, row.best.max_score) if row.best else None,
        cells=tuple(verdict_sign(verdicts[name]) if name in verdicts else None for name in names),
        submissions=tuple(_link(line, line.id == counted) for line in row.submissions),
    )


def _link(line: SubmissionLine, counts: bool) -> SubmissionLink:
    return SubmissionLink(
        number=line.attempt,
        url=addresses.submission_url(line.id),
        sign=line_sign(line),
        counts=counts,
        is_open=line.verdict is None,
    )
