"""Answer the questions of a lesson, or have one revealed. Every answer is kept, none is changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from grader import packs
from grader.actions.context import Services
from grader.actions.drafts import access_own_work
from grader.core.questions import Given, Question, Standing, Step, give, reveal, standing
from grader.errors import GraderError, NotFound
from grader.store import reads, writes
from grader.store.access import Viewer
from grader.store.records import AnswerRecord, AssignmentRecord
from grader.store.session import Unit

MOST_ANSWERS = 200  # of one person in one assignment; a loop must not fill the table
TOML = "pack.toml"


class TooManyAnswers(GraderError):
    """So many answers were given here that no more are kept; have the answer revealed instead."""

    status: ClassVar[int] = 429
    code: ClassVar[str] = "too_many_answers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and how somebody stands with it."""

    question: Question
    standing: Standing


def list_questions(
    services: Services, viewer: Viewer, course_slug: str, assignment_slug: str
) -> tuple[Asked, ...]:
    """All questions of a lesson, in the order of the pack. Raises NotFound."""
    with services.store.reading() as unit:
        assignment = access_own_work(unit, viewer, course_slug, assignment_slug)
        given = reads.answers_of(unit, assignment.id, viewer.person_id)
        return tuple(_asked(question, given) for question in _questions(unit, assignment))


def answer_question(
    services: Services,
    viewer: Viewer,
    place: tuple[str, str],
    question_id: str,
    answer: str | float,
    *,
    step: Step | None = None,
) -> Asked:
    """Unset: the question's own step. Raises NotFound, AnswerRejected, TooManyAnswers."""
    return _give(services, viewer, place, question_id, lambda q: give(q, answer, step))


def reveal_answer(
    services: Services, viewer: Viewer, place: tuple[str, str], question_id: str
) -> Asked:
    """It counts as revealed, not as answered. Raises NotFound."""
    return _give(services, viewer, place, question_id, reveal)


def _give(
    services: Services,
    viewer: Viewer,
    place: tuple[str, str],
    question_id: str,
    judge: Callable[[Question], Given],
) -> Asked:
    with services.store.unit() as unit:
        assignment = access_own_work(unit, viewer, *place)
        question = _find(unit, assignment, question_id)
        given = judge(question)
        _check_room(reads.answers_of(unit, assignment.id, viewer.person_id), given)
        writes.add_answer(
            unit,
            assignment,
            viewer.person_id,
            question=question.id,
            given=given,
            now=services.now(),
        )
        return _asked(question, reads.answers_of(unit, assignment.id, viewer.person_id))


def _check_room(kept: Sequence[AnswerRecord], given: Given) -> None:
    """What was refused for want of room can still be revealed, once for each question."""
    most = MOST_ANSWERS if given.answer is not None else 2 * MOST_ANSWERS
    if len(kept) >= most:
        raise TooManyAnswers


def _find(unit: Unit, assignment: AssignmentRecord, question_id: str) -> Question:
    found = (q for q in _questions(unit, assignment) if q.id == question_id)
    question = next(found, None)
    if question is None:
        raise NotFound("There is no such question in this lesson.")
    return question


def _questions(unit: Unit, assignment: AssignmentRecord) -> tuple[Question, ...]:
    files = reads.pack_version(unit, assignment.pack_version_id).files
    return packs.read_questions(files[TOML]) if TOML in files else ()


def _asked(question: Question, kept: Sequence[AnswerRecord]) -> Asked:
    given = [one.given for one in kept if one.question == question.id]
    return Asked(question=question, standing=standing(question, given))
