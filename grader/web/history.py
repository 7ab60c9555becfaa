"""My own submissions, runs and kept drafts, newest first, with what changed between them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from fastapi import APIRouter, Response

from grader.store import reads
from grader.store.access import Viewer, access_submission
from grader.store.lesson_records import DraftRecord, HistoryLine
from grader.store.records import AssignmentRecord
from grader.store.session import Unit
from grader.web import addresses
from grader.web.access import access_lesson
from grader.web.attempts import counting
from grader.web.grade_view import out_of
from grader.web.language import _
from grader.web.rendering import FromPages, Link, Page
from grader.web.sentences import history_sign
from grader.web.who import FromLearner, FromServices
from grader.web.words import Sign

router = APIRouter()
MOST_LINES = 400  # of a difference; a file of 64 KiB can have thousands
MOST_COMPARED = 1000  # lines of a text: to match those of two large files can take half a minute


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRow:
    """`changes_url` is None for the first one: there is nothing before it."""

    name: str
    at: datetime
    sign: Sign | None
    score: str | None
    counts: bool
    changes_url: str | None
    back_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedLine:
    """`mark` is `+`, `-` or a space; `number` is the line in the newer text, if it is there."""

    mark: str
    number: int | None
    text: str


@dataclass(frozen=True, kw_only=True)
class HistoryPage(Page):
    template: ClassVar[str] = "lesson/history.html"
    trail: tuple[Link, ...]
    rows: tuple[HistoryRow, ...]


@dataclass(frozen=True, kw_only=True)
class ChangesPage(Page):
    template: ClassVar[str] = "lesson/changes.html"
    trail: tuple[Link, ...]
    before: str
    lines: tuple[ChangedLine, ...]
    is_cut: bool
    back_url: str


@router.get(addresses.ASSIGNMENT + "/history")
def show(
    pages: FromPages, services: FromServices, viewer: FromLearner, course: str, assignment: str
) -> Response:
    with services.store.reading() as unit:
        found = access_lesson(unit, viewer, course, assignment)
        page = HistoryPage(
            title=_("History · {title}").format(title=found.title),
            viewer_name=viewer.name,
            trail=_trail(found),
            rows=tuple(_rows(unit, viewer, found)),
        )
    return pages.response(page)


@router.get(addresses.SUBMISSION + "/changes")
def show_changes(
    pages: FromPages, services: FromServices, viewer: FromLearner, submission: str
) -> Response:
    """Against the submission or run before it, of the same person."""
    with services.store.reading() as unit:
        newer = access_submission(unit, viewer, submission)
        lines = reads.history_of(unit, newer.assignment.id, newer.learner.id)
        earlier = [line for line in lines if line.received_at < newer.received_at]
        older = access_submission(unit, viewer, earlier[0].id) if earlier else None
    changed = tuple(changed_lines(older.source if older else "", newer.source))
    place = newer.assignment.course.slug, newer.assignment.slug
    page = ChangesPage(
        title=_("What changed"),
        viewer_name=viewer.name,
        trail=_trail(newer.assignment),
        before=_name(earlier[0]) if earlier else _("Nothing"),
        lines=changed[:MOST_LINES],
        is_cut=len(changed) > MOST_LINES,
        back_url=f"{addresses.assignment_url(*place)}?code={newer.id}#code",
    )
    return pages.response(page)


def changed_lines(older: str, newer: str) -> Iterator[ChangedLine]:
    """A unified difference as rows: a mark in words a screen reader can say, a number, the text."""
    before, after = older.splitlines(), newer.splitlines()
    if max(len(before), len(after)) > MOST_COMPARED:
        yield from _exchanged(before, after)
        return
    number = 0
    for line in list(difflib.unified_diff(before, after, lineterm="", n=3))[2:]:
        if line.startswith("@@"):
            number = int(line.split("+")[1].split(" ")[0].split(",")[0]) - 1
            if number > 0:
                yield ChangedLine(mark="@", number=None, text="")
            continue
        number += line[0] != "-"
        yield ChangedLine(mark=line[0], number=number if line[0] != "-" else None, text=line[1:])


def _exchanged(before: Sequence[str], after: Sequence[str]) -> Iterator[ChangedLine]:
    """What stands between the same beginning and the same end: first all that went."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    for text in before[start : len(before) - end]:
        yield ChangedLine(mark="-", number=None, text=text)
    for number, text in enumerate(after[start : len(after) - end], start + 1):
        yield ChangedLine(mark="+", number=number, text=text)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are the same, from the first on."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _rows(unit: Unit, viewer: Viewer, found: AssignmentRecord) -> Iterator[HistoryRow]:
    lines = reads.history_of(unit, found.id, viewer.person_id)
    drafts = reads.drafts_of(unit, found.id, viewer.person_id)[1:]
    counted = counting(lines)
    url = addresses.assignment_url(found.course.slug, found.slug)
    oldest = lines[-1].id if lines else None
    rows = [
        *(_sent_row(line, url, counted=counted, is_oldest=line.id == oldest) for line in lines),
        *(_draft_row(draft, url) for draft in drafts),
    ]
    yield from sorted(rows, key=lambda row: row.at, reverse=True)


def _sent_row(line: HistoryLine, url: str, *, counted: str | None, is_oldest: bool) -> HistoryRow:
    return HistoryRow(
        name=_name(line),
        at=line.received_at,
        sign=history_sign(line),
        score=out_of(line.score, line.max_score) if line.kind == "submission" else None,
        counts=line.id == counted,
        changes_url=None if is_oldest else f"{addresses.submission_url(line.id)}/changes",
        back_url=f"{url}?code={line.id}#code",
    )


def _draft_row(draft: DraftRecord, url: str) -> HistoryRow:
    return HistoryRow(
        name=_("Draft put aside"),
        at=draft.saved_at,
        sign=None,
        score=None,
        counts=False,
        changes_url=None,
        back_url=f"{url}?draft={draft.number}#code",
    )


def _name(line: HistoryLine) -> str:
    if line.attempt is None:
        return _("Run")
    return _("Attempt {number}").format(number=line.attempt)


def _trail(found: AssignmentRecord) -> tuple[Link, ...]:
    place = found.course.slug, found.slug
    return (
        Link(name=found.course.title, url=addresses.HOME),
        Link(name=found.title, url=addresses.assignment_url(*place)),
    )
