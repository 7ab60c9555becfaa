"""The JSON of questions and answers, as the documentation shows it."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import ConfigDict, Field

from grader.api.base import In, Number, Out

ANSWER: Final[dict[str, Any]] = {"question": "without-sharing", "answer": 12}
QUESTION: Final[dict[str, Any]] = {
    "question": "without-sharing",
    "kind": "number",
    "step": "hand",
    "text": "How many blocks do the three requests need when nothing is shared?",
    "choices": None,
    "is_covered": False,
    "predicted": None,
    "answer": "12",
    "outcome": "right",
    "correct": "12",
    "message": "Right. Each of the three needs 4.",
}
ANSWERS: Final[dict[str, Any]] = {"items": [QUESTION]}
StepName = Literal["predict", "hand", "check"]


class AnswerIn(In):
    model_config = ConfigDict(json_schema_extra={"example": ANSWER})
    question: str = Field(min_length=1, max_length=200, description="Its id.")
    answer: Number | str | None = Field(
        None, description="A number, or one of the choices; a number may be sent as text."
    )
    step: StepName | None = Field(
        None,
        description="Where it was asked; unset: the question's own step. A question that was "
        "predicted is answered a second time in `check`.",
    )
    reveal: bool = Field(False, description="Instead of an answer: give up on the question.")


class QuestionOut(Out):
    """`outcome` is `kept` after a prediction, then `right`, `wrong` or `revealed`."""

    model_config = ConfigDict(json_schema_extra={"example": QUESTION})
    question: str
    kind: Literal["number", "choice"]
    step: StepName
    text: str
    choices: list[str] | None
    is_covered: bool = Field(description="True until it was answered right, or revealed.")
    predicted: str | None
    answer: str | None
    outcome: Literal["right", "wrong", "kept", "revealed"] | None
    correct: str | None
    message: str | None


class Answers(Out):
    model_config = ConfigDict(json_schema_extra={"example": ANSWERS})
    items: list[QuestionOut]
