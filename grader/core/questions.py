"""Questions of a lesson: read an answer, judge it, and say how a learner stands with a question.

A question is covered until it was answered right or revealed; nothing here tells the right answer
of a covered one. Everything that was given is kept by others, in order, and handed in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from grader.errors import GraderError

_NUMBER = re.compile(r"[+-]?\d{1,30}(?:[.,]\d{1,30})?")
_MINUS = "\N{MINUS SIGN}"


class AnswerRejected(GraderError):
    """This cannot be an answer to the question; nothing was kept."""

    status: ClassVar[int] = 422
    code: ClassVar[str] = "answer_rejected"


class Kind(StrEnum):
    NUMBER = "number"
    CHOICE = "choice"


class Step(StrEnum):
    """Where a question is asked. What is predicted is asked again in `check`, at the end."""

    PREDICT = "predict"
    HAND = "hand"
    CHECK = "check"


class Outcome(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    KEPT = "kept"  # a prediction: neither right nor wrong yet
    REVEALED = "revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`answer` is a number within `tolerance`, or one of `choices`."""

    id: str
    kind: Kind
    step: Step
    text: str
    answer: Fraction | str
    choices: tuple[str, ...] = ()
    tolerance: Fraction = Fraction(0)
    right: str | None = None  # said after "Right."
    wrong: str | None = None  # said after "Not 10."


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a learner once gave; `answer` is None when he had it revealed."""

    step: Step
    outcome: Outcome
    answer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a learner stands with a question. `correct` is None while the answer is covered."""

    is_covered: bool
    predicted: str | None = None
    answer: str | None = None  # the one given last, predictions apart
    outcome: Outcome | None = None
    correct: str | None = None
    message: str | None = None


def steps(question: Question) -> tuple[Step, ...]:
    """Return where the question may be answered."""
    return (Step.PREDICT, Step.CHECK) if question.step is Step.PREDICT else (question.step,)


def give(question: Question, raw: str | float, step: Step | None = None) -> Given:
    """Read and judge an answer. Raises AnswerRejected, with a sentence for the learner."""
    asked = question.step if step is None else step
    if asked not in steps(question):
        raise AnswerRejected("This question is not asked in that step.")
    answer = _read(question, raw)
    return Given(step=asked, outcome=_judge(question, answer, asked), answer=answer)


def reveal(question: Question) -> Given:
    """Give up on a question: its answer is shown, and counts as revealed."""
    return Given(step=steps(question)[-1], outcome=Outcome.REVEALED)


def standing(question: Question, given: Sequence[Given]) -> Standing:
    """Return how things stand after all that was given, oldest first. The first guess counts."""
    predicted = next((g.answer for g in given if g.outcome is Outcome.KEPT), None)
    told = [g for g in given if g.outcome is not Outcome.KEPT]
    settled = next((g for g in told if g.outcome in _SETTLED), None)
    last = settled or (told[-1] if told else None)
    return Standing(
        is_covered=settled is None,
        predicted=predicted,
        answer=last.answer if last else None,
        outcome=last.outcome if last else (Outcome.KEPT if predicted is not None else None),
        correct=None if settled is None else shown(question),
        message=_message(question, last, predicted),
    )


_SETTLED = frozenset({Outcome.RIGHT, Outcome.REVEALED})


def shown(question: Question) -> str:
    """Return the right answer as text: for those who may read it."""
    return _decimal(question.answer) if isinstance(question.answer, Fraction) else question.answer


def _read(question: Question, raw: str | float) -> str:
    text = str(raw).strip().replace(_MINUS, "-")
    if question.kind is Kind.CHOICE:
        if text not in question.choices:
            raise AnswerRejected("Please choose one of the answers.")
        return text
    return _read_number(question, text)


def _read_number(question: Question, text: str) -> str:
    wants_whole = _is_whole(question.answer) and not question.tolerance
    number = Fraction(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
    if number is None or (wants_whole and not _is_whole(number)):
        raise AnswerRejected(f"Please write a {'whole ' if wants_whole else ''}number.")
    return _decimal(number)


def _is_whole(number: Fraction | str) -> bool:
    return isinstance(number, Fraction) and number.denominator == 1


def _judge(question: Question, answer: str, step: Step) -> Outcome:
    if step is Step.PREDICT:
        return Outcome.KEPT
    return Outcome.RIGHT if _is_right(question, answer) else Outcome.WRONG


def _is_right(question: Question, answer: str) -> bool:
    if isinstance(question.answer, Fraction):
        return abs(Fraction(answer) - question.answer) <= question.tolerance
    return answer == question.answer


def _message(question: Question, last: Given | None, predicted: str | None) -> str | None:
    if last is None:
        again = "Your answer is kept. You meet the question again at the end."
        return None if predicted is None else again
    if last.outcome is Outcome.REVEALED:
        return f"The answer is {shown(question)}."
    if last.outcome is Outcome.WRONG:
        return _wrong(question, last.answer)
    return " ".join([_right(last.answer, predicted), *_texts(question.right)])


def _right(answer: str | None, predicted: str | None) -> str:
    if predicted is None:
        return "Right."
    return (
        "Right, as you predicted."
        if predicted == answer
        else f"Right; at first you chose {predicted}."
    )


def _wrong(question: Question, answer: str | None) -> str:
    return " ".join([f"Not {answer}.", *_texts(question.wrong)])


def _texts(text: str | None) -> list[str]:
    return [] if text is None else [text]


def _decimal(number: Fraction) -> str:
    """Return a number as people write it, with at most 30 decimals, as all that come in have."""
    if number.denominator == 1:
        return str(number.numerator)
    scaled = abs(round(number * 10**30))
    whole, rest = divmod(scaled, 10**30)
    return f"{'-' if number < 0 else ''}{whole}.{rest:030d}".rstrip("0").rstrip(".")
