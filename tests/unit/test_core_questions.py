from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given as holds_for
from hypothesis import strategies as st

from grader.core.questions import (
    AnswerRejected,
    Given,
    Kind,
    Outcome,
    Question,
    Step,
    give,
    reveal,
    standing,
    steps,
)

SAVED = Question(
    id="saved",
    kind=Kind.NUMBER,
    step=Step.HAND,
    text="How many blocks are saved?",
    answer=Fraction(4),
    right="2 * (3 - 1).",
    wrong="Which blocks are there once?",
)
SAFE = Question(
    id="safe",
    kind=Kind.CHOICE,
    step=Step.PREDICT,
    text="Is it safe?",
    answer="No",
    choices=("No", "Yes"),
    wrong="The weights differ.",
)
SHARE = Question(
    id="share",
    kind=Kind.NUMBER,
    step=Step.HAND,
    text="Which share?",
    answer=Fraction("31.25"),
    tolerance=Fraction("0.1"),
)


@pytest.mark.parametrize(
    "raw", [4, "4", " 4 ", "4.0", "4,0", "+4", 4.0, "4.00000000000000000000000000000"]
)
def test_a_number_may_be_written_in_many_ways(raw: str | float) -> None:
    assert give(SAVED, raw) == Given(step=Step.HAND, outcome=Outcome.RIGHT, answer="4")


@pytest.mark.parametrize(
    "raw", ["", "four", "4.5", "1e3", "0x4", "٤x", "4 4", "9" * 31, "4\n5", "nan", "--4", "4."]
)
def test_what_is_no_whole_number_is_refused_and_not_judged(raw: str) -> None:
    with pytest.raises(AnswerRejected, match=r"^Please write a whole number\.$"):
        give(SAVED, raw)


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [("31.25", "right"), ("31,3", "right"), ("31.35", "right"), ("31.36", "wrong"), (-31, "wrong")],
)
def test_a_tolerance_is_kept_exactly(raw: str | float, outcome: str) -> None:
    assert give(SHARE, raw).outcome == outcome


def test_a_choice_must_be_one_of_the_choices() -> None:
    assert give(SAFE, "Yes", Step.CHECK).outcome is Outcome.WRONG
    with pytest.raises(AnswerRejected):
        give(SAFE, "Perhaps")


def test_a_prediction_is_kept_and_not_judged() -> None:
    assert [give(SAFE, choice).outcome for choice in SAFE.choices] == [Outcome.KEPT] * 2


def test_a_question_is_asked_in_its_own_steps_only() -> None:
    assert (steps(SAFE), steps(SAVED)) == ((Step.PREDICT, Step.CHECK), (Step.HAND,))
    with pytest.raises(AnswerRejected):
        give(SAVED, 4, Step.CHECK)


@pytest.mark.parametrize(
    ("answers", "covered", "message"),
    [
        ([], True, None),
        ([10], True, "Not 10. Which blocks are there once?"),
        ([10, 4], False, "Right. 2 * (3 - 1)."),
        ([4, 10], False, "Right. 2 * (3 - 1)."),
    ],
)
def test_a_number_stays_covered_until_it_is_right(
    answers: list[int], covered: bool, message: str | None
) -> None:
    stands = standing(SAVED, [give(SAVED, answer) for answer in answers])
    assert (stands.is_covered, stands.message) == (covered, message)
    assert stands.correct == (None if covered else "4")


def test_a_revealed_answer_is_shown_and_counts_as_revealed() -> None:
    stands = standing(SAVED, [give(SAVED, 10), reveal(SAVED), give(SAVED, 4)])
    assert (stands.outcome, stands.correct) == (Outcome.REVEALED, "4")
    assert stands.message == "The answer is 4."


@pytest.mark.parametrize(
    ("predicted", "checked", "message"),
    [
        (["No"], [], "Your answer is kept. You meet the question again at the end."),
        (["No"], ["No"], "Right, as you predicted."),
        (["Yes"], ["No"], "Right; at first you chose Yes."),
        (["Yes", "No"], ["No"], "Right; at first you chose Yes."),
        (["Yes"], ["Yes"], "Not Yes. The weights differ."),
        ([], ["No"], "Right."),
    ],
)
def test_the_second_answer_remembers_the_first(
    predicted: list[str], checked: list[str], message: str
) -> None:
    given = [give(SAFE, choice) for choice in predicted]
    given += [give(SAFE, choice, Step.CHECK) for choice in checked]
    assert standing(SAFE, given).message == message


@holds_for(st.lists(st.integers(-999, 999).filter(lambda n: n != 4), max_size=5))
def test_a_covered_question_never_tells_its_answer(wrong: list[int]) -> None:
    stands = standing(SAVED, [give(SAVED, number) for number in wrong])
    said = " ".join(filter(None, [stands.message, stands.correct]))
    assert stands.is_covered
    assert "4" not in said.replace(str(wrong[-1] if wrong else ""), "")


@holds_for(st.decimals(-(10**9), 10**9, places=6))
def test_a_number_is_read_without_rounding(number: object) -> None:
    text = give(SHARE, f"{number:f}").answer
    assert text is not None
    assert Fraction(text) == Fraction(f"{number:f}")
