"""What came of a submission or a run, as the results column of the lesson page shows it."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from grader.actions.feedback import shown_grade
from grader.core.model import Role
from grader.core.source import lines
from grader.store.access import Viewer
from grader.store.lesson_records import Wait
from grader.store.records import Kind, State, SubmissionRecord
from grader.web import addresses
from grader.web.cards import Card, cards
from grader.web.grade_view import Shown, number
from grader.web.language import _, ngettext
from grader.web.rendering import Link
from grader.web.retold import retold
from grader.web.sentences import only_hidden_fail, sentence_of, sign_of
from grader.web.words import Sign

FIRST_PROBLEM = "#first-problem"


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """`spoken` is what a screen reader hears once; `checksum` tells the script which code it is.

    `is_stuck`: the last results brought nothing new, so the page mentions its hints.
    """

    template = "lesson/panel.html"
    submission_id: str
    kind: Kind
    state: State
    is_final: bool
    is_graded: bool
    status: Sign
    headline: str
    next_step: Link | None
    spoken: str
    detail: str
    checksum: int
    is_shown_code: bool | None
    load_message: str | None
    load_line: int | None
    load_word: Sign | None
    load_note: str | None
    cards: tuple[Card, ...]
    passed: int
    total: int
    url: str
    events_url: str
    panel_url: str
    attempts: str | None
    is_searching: bool
    is_stuck: bool


def panel_of(
    record: SubmissionRecord,
    viewer: Viewer,
    *,
    shown_source: str | None = None,
    wait: Wait | None = None,
    attempts: str | None = None,
    searching: Collection[str] = frozenset(),
    is_stuck: bool = False,
) -> Panel:
    grade = shown_grade(record, viewer.role_in(record.assignment.course) or Role.LEARNER)
    made = cards(grade, record.source, searching) if grade else ()
    functions: Sequence[Any] = grade["functions"] if grade else ()
    failed_load = grade["load"] if grade and grade["load"]["verdict"] != "ok" else None
    url = addresses.submission_url(record.id)
    told = headline(record, grade, wait, may_submit=not viewer.is_visitor)
    return Panel(
        submission_id=record.id,
        kind=record.kind,
        state=record.state,
        is_final=record.is_final,
        is_graded=grade is not None,
        status=sign_of(record.state, grade),
        headline=told,
        next_step=_next_step(record.kind, grade, made),
        spoken=_spoken(record, told, made) if grade else told,
        detail=_detail(record),
        checksum=checksum(record.source),
        is_shown_code=None if shown_source is None else shown_source == record.source,
        load_message=failed_load["message"] if failed_load else None,
        load_line=failed_load["line"] if failed_load else None,
        load_word=sign_of(record.state, grade) if failed_load else None,
        load_note=_("No case ran.") if failed_load else None,
        cards=made,
        passed=0 if failed_load else sum(one["verdict"] == "passed" for one in functions),
        total=len(functions),
        url=url,
        events_url=f"{url}/events",
        panel_url=f"{url}/panel",
        attempts=attempts,
        is_searching=any(card.searching for card in made),
        is_stuck=is_stuck,
    )


def checksum(source: str) -> int:
    """Whether the text in the editor is the one that was graded; no secret and no proof.

    An editor knows one kind of line end alone, whatever the file had.
    """
    text = "\n".join(lines(source))
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


def headline(
    record: SubmissionRecord, grade: Shown | None, wait: Wait | None, *, may_submit: bool
) -> str:
    if record.state == "queued" and wait is not None:
        return queue_sentence(wait)
    if record.state == "running":
        return _("Running the visible cases.") if record.kind == "run" else _("Running all cases.")
    return sentence_of(record.kind, record.state, grade, may_submit=may_submit)


def queue_sentence(wait: Wait) -> str:
    """How long it takes, as far as anybody knows; nothing is promised that is not known."""
    if wait.is_retry:
        return _(
            "Something broke on our side, not in your code. We are trying again. "
            "No attempt is used."
        )
    if wait.ahead == 0 or wait.seconds_each is None:
        return _("Waiting for a free place. We do not know how long yet.")
    seconds = max(1, round(wait.ahead * wait.seconds_each))
    ahead = ngettext(
        "{count} submission is ahead of yours", "{count} submissions are ahead of yours", wait.ahead
    ).format(count=wait.ahead)
    about = ngettext("about {count} second", "about {count} seconds", seconds).format(count=seconds)
    return _("{ahead}, {about}. You can keep typing; the sent version is safe.").format(
        ahead=ahead, about=about
    )


def _next_step(kind: Kind, grade: Shown | None, made: tuple[Card, ...]) -> Link | None:
    if grade is None:
        return None
    first = next((card for card in made if card.is_problem), None)
    if first and first.hint and only_hidden_fail(kind, grade):
        return Link(name=_("See the hint"), url=FIRST_PROBLEM)
    if grade["load"]["verdict"] != "ok" or first:
        return Link(name=_("See what to fix"), url=FIRST_PROBLEM)
    return None if kind == "run" else Link(name=_("Check your understanding"), url="#check")


def _spoken(record: SubmissionRecord, told: str, made: tuple[Card, ...]) -> str:
    """`Attempt 3: 2 of 4 functions pass. First: full_shared_blocks, not yet.`"""
    first = next((card for card in made if card.is_problem), None)
    said = f"{name_of(record)}: {told}".replace("`", "")
    return f"{said} {_first_problem(first)}" if first else said


def _first_problem(card: Card) -> str:
    """A limit is told in a whole sentence, since the other functions were checked all the same."""
    if card.sign.shape == "bar" and card.message:
        return retold(card.message.partition("\n")[0]).replace("`", "")
    return _("First: {name}, {word}.").format(name=card.name, word=_(card.sign.word).lower())


def name_of(record: SubmissionRecord) -> str:
    return (
        _("Run") if record.attempt is None else _("Attempt {number}").format(number=record.attempt)
    )


def _detail(record: SubmissionRecord) -> str:
    if record.graded_at is None:
        return f"{name_of(record)}."
    seconds = max(0.0, (record.graded_at - record.received_at).total_seconds())
    shown = f"{seconds:.1f}" if seconds < 10 else number(round(seconds))
    return _("{name}, graded in {seconds} s.").format(name=name_of(record), seconds=shown)
