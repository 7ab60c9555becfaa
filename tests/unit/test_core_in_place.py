"""A function may be asked to change an argument: what that holds afterwards is the answer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grader.core.decide import decide
from grader.core.facts import CaseFact, Ending, LoadFact, Observed
from grader.core.in_place import answered
from grader.core.model import Case, Function, Grade, Pack, Raised, Verdict, Visibility

CLIP = Function(name="clip", parameters=("values", "low"), points=Fraction(2), changes="values")
CASE = Case(
    id="one",
    function="clip",
    visibility=Visibility.VISIBLE,
    arguments=([1, 5], 3),
    changes="values",
)
PACK = Pack(
    name="p",
    title="P",
    version="v",
    functions=(CLIP,),
    cases=(CASE,),
    starter="",
    solution="",
    lesson="",
)


def seen(ending: Ending = Ending.RETURNED, **known: Any) -> Observed:
    facts = {"one": CaseFact(ending=ending, **known)}
    return Observed(
        load=LoadFact(ending=Ending.LOADED), cases=facts, image="", python="", seconds=0.0
    )


def graded(expected: Any = (3, 5), **known: Any) -> Grade:
    wanted = list(expected) if isinstance(expected, tuple) else expected
    observed = answered(PACK, PACK.cases, seen(**known))
    return decide(PACK, observed, cases=PACK.cases, expected={"one": wanted})


def test_what_the_argument_holds_is_the_answer_and_no_news() -> None:
    grade = graded(value=None, arguments_after=([3, 5], 3))
    assert (grade.verdict, grade.functions[0].message) == (Verdict.PASSED, None)
    (case,) = grade.functions[0].cases
    assert (case.returned, case.expected) == ("values = [3, 5]", "values = [3, 5]")


def test_what_is_returned_does_not_count() -> None:
    grade = graded(value=[3, 5])
    function = grade.functions[0]
    assert function.verdict is Verdict.WRONG_ANSWER
    assert function.message == (
        "`clip([1, 5], 3)` left `values` as `[1, 5]`; expected `[3, 5]`. What was given as "
        "`values` has not changed; what is returned does not count here."
    )
    assert function.hint is not None
    assert "another value" in function.hint


def test_another_change_is_told_without_that_one() -> None:
    facts = answered(PACK, PACK.cases, seen(value=None, arguments_after=([3, 5], 99))).cases
    assert (facts["one"].value, facts["one"].arguments_after) == ([3, 5], ([1, 5], 99))


@pytest.mark.parametrize(
    "known",
    [{"ending": Ending.RAISED}, {"ending": Ending.WRONG_TYPE}, {"ending": Ending.TIME_LIMIT}],
)
def test_what_did_not_return_stays_what_it_was(known: Any) -> None:
    assert answered(PACK, PACK.cases, seen(**known)) == seen(**known)


def test_an_exception_that_was_expected_is_shown_as_one() -> None:
    grade = graded(expected=Raised(kinds=("ValueError",)), value=None)
    (case,) = grade.functions[0].cases
    assert (case.expected, case.returned) == ("raises ValueError", "values = [1, 5]")
