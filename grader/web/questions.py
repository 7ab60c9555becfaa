"""The questions of a lesson on its page: asked where they belong, judged on the server.

What is covered is not in the page at all; an answer comes back as the question's own piece of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse

from grader import packs
from grader.actions.context import Services
from grader.actions.questions import Asked, answer_question, list_questions, reveal_answer
from grader.core.questions import Kind, Outcome, Question, Standing, Step, standing, steps
from grader.errors import GraderError, NotFound
from grader.store import reads
from grader.store.access import Viewer
from grader.store.records import AssignmentRecord
from grader.store.session import Unit
from grader.web import addresses
from grader.web.forms import FromForm
from grader.web.language import _
from grader.web.places import FromPlace, Place
from grader.web.rendering import FromPages
from grader.web.visits import FromVisits
from grader.web.who import FromAnybody, FromServices

router = APIRouter()
TOML = "pack.toml"
TONES: Mapping[Outcome, str] = {Outcome.RIGHT: "right", Outcome.WRONG: "wrong"}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """One question in one step. `value` is what was given; `message` says what came of it."""

    template: ClassVar[str] = "lesson/answered.html"
    id: str
    step: str
    is_choice: bool
    text: str
    choices: tuple[str, ...]
    value: str | None
    message: str | None
    tone: str
    is_settled: bool
    is_covered: bool
    may_reveal: bool
    answers_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """All of a lesson by step, and its numbers: None while one is covered."""

    by_step: Mapping[str, tuple[QuestionView, ...]]
    numbers: Mapping[str, str | None]

    def of(self, step: str) -> tuple[QuestionView, ...]:
        return self.by_step.get(step, ())

    def tally(self, step: str) -> tuple[int, int]:
        views = self.of(step)
        return sum(view.is_settled for view in views), len(views)


def questions_of(
    unit: Unit, viewer: Viewer | None, found: AssignmentRecord, files: Mapping[str, str]
) -> Questions:
    """Somebody who is not known yet has answered nothing."""
    kept = reads.answers_of(unit, found.id, viewer.person_id) if viewer else ()
    declared = packs.read_questions(files[TOML]) if TOML in files else ()
    url = addresses.assignment_url(found.course.slug, found.slug) + "/answers"
    asked = [
        (question, standing(question, [one.given for one in kept if one.question == question.id]))
        for question in declared
    ]
    return Questions(
        by_step={step.value: _views(asked, step, url) for step in Step},
        numbers={q.id: stands.correct for q, stands in asked if q.kind is Kind.NUMBER},
    )


def _views(
    asked: list[tuple[Question, Standing]], step: Step, url: str
) -> tuple[QuestionView, ...]:
    return tuple(_view(q, stands, step, url) for q, stands in asked if step in steps(q))


def _view(
    question: Question, stands: Standing, step: Step, url: str, problem: str | None = None
) -> QuestionView:
    predicts = step is Step.PREDICT
    outcome = None if predicts else stands.outcome
    told = outcome not in (None, Outcome.KEPT)
    kept = _("Your answer is kept. You meet the question again at the end.")
    revealed = stands.correct if outcome is Outcome.REVEALED else stands.answer
    return QuestionView(
        id=question.id,
        step=step.value,
        is_choice=question.kind is Kind.CHOICE,
        text=question.text,
        choices=question.choices,
        value=stands.predicted if predicts else revealed,
        message=problem
        or (kept if predicts and stands.predicted else stands.message if told else None),
        tone="wrong" if problem else TONES.get(outcome, "") if outcome else "",
        is_settled=stands.predicted is not None if predicts else not stands.is_covered,
        is_covered=stands.is_covered,
        may_reveal=step is Step.HAND and stands.is_covered,
        answers_url=url,
    )


@router.post(addresses.ASSIGNMENT + "/answers")
async def answer(
    request: Request,
    pages: FromPages,
    services: FromServices,
    found: FromAnybody,
    visits: FromVisits,
    form: FromForm,
    place: FromPlace,
) -> Response:
    def judged() -> Response:
        visit = visits.begin(services, request, place, found, kind="run")
        view = _answered(services, visit.viewer, place, form)
        if "hx-request" in request.headers:
            response = Response(pages.part(view.template, question=view), media_type="text/html")
        else:
            url = f"{addresses.assignment_url(*place)}#q-{view.step}-{view.id}"
            response = RedirectResponse(url, status_code=303)
        visits.remember(request, response, visit)
        return response

    return await run_in_threadpool(judged)


def _answered(
    services: Services, viewer: Viewer, place: Place, form: Mapping[str, str]
) -> QuestionView:
    """The question as it stands afterwards; what cannot be an answer is told beside it."""
    question, step = form.get("question", ""), _step(form)
    url = addresses.assignment_url(*place) + "/answers"
    problem: str | None = None
    try:
        asked = _give(services, viewer, place, question, step)(form)
    except NotFound:
        raise
    except GraderError as refusal:
        asked, problem = _standing(services, viewer, place, question), refusal.message
    return _view(asked.question, asked.standing, step, url, problem)


def _give(
    services: Services, viewer: Viewer, place: Place, question: str, step: Step
) -> Callable[[Mapping[str, str]], Asked]:
    def give(form: Mapping[str, str]) -> Asked:
        if "reveal" in form:
            return reveal_answer(services, viewer, place, question)
        return answer_question(services, viewer, place, question, form.get("answer", ""), step=step)

    return give


def _standing(services: Services, viewer: Viewer, place: Place, question: str) -> Asked:
    asked = list_questions(services, viewer, *place)
    return next(one for one in asked if one.question.id == question)


def _step(form: Mapping[str, str]) -> Step:
    named = form.get("step", "")
    if named not in set(Step):
        raise NotFound
    return Step(named)
