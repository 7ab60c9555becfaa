"""The questions of a lesson: how you stand with each, and your next answer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from grader.actions.questions import Asked, answer_question, list_questions, reveal_answer
from grader.api.bodies import body_of, documented
from grader.api.places import ASSIGNMENT, FromPlace
from grader.api.question_schemas import AnswerIn, Answers, QuestionOut
from grader.api.who import FromServices, FromViewer
from grader.core.questions import Step
from grader.errors import Malformed

router = APIRouter(tags=["questions"])
FromAnswer = Annotated[AnswerIn, Depends(body_of(AnswerIn))]


@router.post(
    ASSIGNMENT + "/answers", summary="Answer a question", openapi_extra=documented(AnswerIn)
)
def post_answer(
    services: FromServices, viewer: FromViewer, place: FromPlace, body: FromAnswer
) -> QuestionOut:
    """Judged at once and kept. With `reveal` the answer is shown, and counts as revealed."""
    where = (place.course, place.assignment)
    if body.reveal is (body.answer is not None):
        raise Malformed("Send either `answer`, or `reveal` as true.")
    if body.answer is None:
        return _shown(reveal_answer(services, viewer, where, body.question))
    step = Step(body.step) if body.step else None
    return _shown(answer_question(services, viewer, where, body.question, body.answer, step=step))


@router.get(ASSIGNMENT + "/answers", summary="Read your answers")
def get_answers(services: FromServices, viewer: FromViewer, place: FromPlace) -> Answers:
    """Every question of the lesson. `correct` is null until you answered right or revealed it."""
    found = list_questions(services, viewer, place.course, place.assignment)
    return Answers(items=[_shown(asked) for asked in found])


def _shown(asked: Asked) -> QuestionOut:
    question, stands = asked.question, asked.standing
    return QuestionOut(
        question=question.id,
        kind=question.kind.value,
        step=question.step.value,
        text=question.text,
        choices=list(question.choices) or None,
        is_covered=stands.is_covered,
        predicted=stands.predicted,
        answer=stands.answer,
        outcome=stands.outcome.value if stands.outcome else None,
        correct=stands.correct,
        message=stands.message,
    )
