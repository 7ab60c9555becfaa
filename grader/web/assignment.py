"""The lesson page: the text, the explorer, the code, and what came of it, for any pack."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, ClassVar

from fastapi import APIRouter, Depends, Response
from markupsafe import Markup

from grader import packs
from grader.actions.context import Services
from grader.core.model import Pack, PackLimits, Role
from grader.core.verdict import in_words
from grader.errors import GraderError
from grader.packs.lesson import CHECK, CODE, EXPLORE, HAND, IDEA, PREDICT
from grader.store import reads
from grader.store.access import Viewer, access_submission
from grader.store.lesson_records import HistoryLine
from grader.store.records import AssignmentRecord
from grader.store.session import Unit
from grader.web import addresses, explorer
from grader.web.access import access_lesson
from grader.web.attempts import attempts_line
from grader.web.language import _
from grader.web.lesson import Lesson, chapter_html, read_lesson
from grader.web.panel import Panel, checksum, panel_of
from grader.web.places import FromPlace
from grader.web.progress import stuck_at
from grader.web.questions import Questions, questions_of
from grader.web.rendering import FromPages, Link, Page
from grader.web.retold import retold
from grader.web.script_words import script_words
from grader.web.source import Shown, shown_source
from grader.web.steps import Step, step_bar
from grader.web.who import FromAnybody, FromServices

router = APIRouter()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the address asks for: another version of the code, a certain result."""

    code: str | None = None
    draft: int | None = None
    result: str | None = None
    look: int = 0  # how often a page without scripts has looked for it


async def asked_for(
    code: str | None = None, draft: int | None = None, result: str | None = None, look: int = 0
) -> Asked:
    return Asked(code=code, draft=draft, result=result, look=look)


FromAsked = Annotated[Asked, Depends(asked_for)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionLine:
    call: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeStep:
    """The editor, the buttons and what they send to. `request_key`: a double click sends once."""

    source: str
    note: str
    revision: int | None
    starter: str
    starter_checksum: int
    starter_url: str
    submit_url: str
    run_url: str
    draft_url: str
    history_url: str
    request_key: str
    can_run: bool
    can_submit: bool
    case_limit: str
    attempts: str
    problem: str | None


@dataclass(frozen=True, kw_only=True)
class LessonPage(Page):
    """`nonce` lets the editor put its styles in; `refresh_seconds` is for who has no scripts."""

    template: ClassVar[str] = "lesson/page.html"
    nonce: str
    trail: tuple[Link, ...]
    lesson: Lesson
    questions: Questions
    steps: tuple[Step, ...]
    functions: tuple[FunctionLine, ...]
    code: CodeStep
    panel: Panel | None
    look_again_url: str | None
    is_visitor: bool
    sign_in_url: str
    results_url: str | None
    explorer_url: str | None
    picture_url: str | None
    picture_title: str | None
    chapter: Markup | None
    words: str
    storage_key: str


@router.get(addresses.ASSIGNMENT)
def show(
    pages: FromPages,
    services: FromServices,
    viewer: FromAnybody,
    place: FromPlace,
    asked: FromAsked,
) -> Response:
    with services.store.reading() as unit:
        found = access_lesson(unit, viewer, *place)
        return pages.response(lesson_page(unit, viewer, found, asked))


def page_with_problem(
    services: Services, viewer: Viewer, place: tuple[str, str], typed: str, refusal: GraderError
) -> LessonPage:
    """The page again, with the learner's text as it was typed and the reason of the refusal."""
    with services.store.reading() as unit:
        found = access_lesson(unit, viewer, *place)
        page = lesson_page(unit, viewer, found, Asked())
    as_typed = replace(
        page.code,
        source=typed,
        note=_("This is your text as you typed it."),
        problem=retold(refusal.message),
    )
    return replace(page, code=as_typed)


def lesson_page(
    unit: Unit, viewer: Viewer | None, found: AssignmentRecord, asked: Asked
) -> LessonPage:
    files = reads.pack_version(unit, found.pack_version_id).files
    pack = _read_pack(tuple(sorted(files.items())))
    lines = reads.history_of(unit, found.id, viewer.person_id) if viewer else ()
    shown = shown_source(unit, viewer, found, files, lines, code=asked.code, draft=asked.draft)
    panel = _panel(unit, viewer, lines, asked.result, shown.source)
    questions, url = questions_of(unit, viewer, found, files), _url(found)
    lesson = read_lesson(files.get("lesson.md", "")).filled(questions.numbers)
    picture = explorer.picture_title(files)
    is_visitor = viewer is None or viewer.is_visitor
    return LessonPage(
        title=found.title,
        viewer_name=None if is_visitor or viewer is None else viewer.name,
        nonce=secrets.token_urlsafe(16),
        trail=(Link(name=found.course.title, url=addresses.HOME),),
        lesson=lesson,
        questions=questions,
        steps=_steps(lesson, files, panel, questions),
        functions=_functions(pack),
        code=_code(viewer, found, files, lines, shown, pack),
        panel=panel,
        look_again_url=_look_again_url(found, panel, asked),
        is_visitor=is_visitor,
        sign_in_url=addresses.sign_in_url(url),
        results_url=_results_url(viewer, found),
        explorer_url=_explorer_url(found, files, explorer.FRAME),
        picture_url=_explorer_url(found, files, explorer.PICTURE),
        picture_title=picture,
        chapter=chapter_html(pack.chapter) if pack and pack.chapter else None,
        words=json.dumps(script_words(functions=len(pack.functions) if pack else 0)),
        storage_key=f"{found.id}.{viewer.person_id if viewer and not is_visitor else 'visitor'}",
    )


@lru_cache(maxsize=32)
def _read_pack(files: tuple[tuple[str, str], ...]) -> Pack | None:
    """A version of a pack never changes, and to read one takes some 25 ms."""
    return packs.examine(dict(files)).pack


def _panel(
    unit: Unit,
    viewer: Viewer | None,
    lines: tuple[HistoryLine, ...],
    wanted: str | None,
    shown_source: str,
) -> Panel | None:
    """The result that the address names, else the newest."""
    wanted = wanted or (lines[0].id if lines else None)
    if wanted is None or viewer is None:
        return None
    record = access_submission(unit, viewer, wanted)
    wait = reads.wait_of(unit, record.id) if record.state == "queued" else None
    is_stuck = record.is_final and stuck_at(unit, viewer, lines)
    return panel_of(record, viewer, shown_source=shown_source, wait=wait, is_stuck=is_stuck)


def _steps(
    lesson: Lesson, files: Mapping[str, str], panel: Panel | None, questions: Questions
) -> tuple[Step, ...]:
    asked = (PREDICT, HAND, CHECK)
    present = {IDEA, CODE, *(s for s in asked if lesson.part(s) or questions.of(s))}
    if explorer.FRAME in files or lesson.part(EXPLORE):
        present.add(EXPLORE)
    passed = (panel.passed, panel.total) if panel and panel.is_final else (0, 0)
    return step_bar(
        present, {IDEA: (1, 1), CODE: passed, **{step: questions.tally(step) for step in asked}}
    )


def _functions(pack: Pack | None) -> tuple[FunctionLine, ...]:
    return tuple(
        FunctionLine(call=f"{one.name}({', '.join(one.parameters)})", summary=one.summary)
        for one in (pack.functions if pack else ())
    )


def _code(
    viewer: Viewer | None,
    found: AssignmentRecord,
    files: Mapping[str, str],
    lines: tuple[HistoryLine, ...],
    shown: Shown,
    pack: Pack | None,
) -> CodeStep:
    url, starter = _url(found), files.get("starter.py", "")
    is_member = viewer is not None and viewer.is_member_of(found.course)
    limits = in_words(pack.limits if pack else PackLimits())
    return CodeStep(
        source=shown.source,
        note=shown.note,
        revision=shown.revision,
        starter=starter,
        starter_checksum=checksum(starter),
        starter_url=f"{url}?code={shown.STARTER}#code",
        submit_url=f"{url}/submissions",
        run_url=f"{url}/runs",
        draft_url=f"{url}/draft",
        history_url=f"{url}/history",
        request_key=secrets.token_urlsafe(16),
        can_run=is_member or found.practice,
        can_submit=is_member,
        case_limit=limits["case_time"],
        attempts=attempts_line(lines),
        problem=None,
    )


def _url(found: AssignmentRecord) -> str:
    return addresses.assignment_url(found.course.slug, found.slug)


def _look_again_url(found: AssignmentRecord, panel: Panel | None, asked: Asked) -> str | None:
    """Another address each time: to the same one with its #results, a browser would not go."""
    if panel is None or panel.is_final:
        return None
    place = found.course.slug, found.slug
    return addresses.result_url(*place, panel.submission_id, look=asked.look + 1)


def _explorer_url(found: AssignmentRecord, files: Mapping[str, str], path: str) -> str | None:
    if path not in files:
        return None
    return addresses.explorer_url(found.pack_name, found.pack_version, path.rsplit("/", 1)[-1])


def _results_url(viewer: Viewer | None, found: AssignmentRecord) -> str | None:
    if viewer is None or viewer.role_in(found.course) is not Role.STAFF:
        return None
    return addresses.results_url(found.course.slug, found.slug)
