from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grader.core.decide import decide
from grader.core.facts import CaseFact, Definition, Ending, Fault, LoadFact, Observed
from grader.core.model import FunctionGrade, Grade, Pack, Verdict, Visibility

SeeRun = Callable[..., Observed]
Decide = Callable[..., Grade]


@pytest.fixture
def graded(pack: Pack, see: SeeRun, expected: dict[str, Any]) -> Decide:
    def grade(**facts: Any) -> Grade:
        return decide(pack, see(**facts), cases=pack.cases, expected=expected)

    return grade


def double(grade: Grade) -> FunctionGrade:
    return grade.functions[0]


def test_right_answers_earn_all_points(graded: Decide) -> None:
    grade = graded()
    assert (grade.verdict, grade.score, grade.max_score) == (Verdict.PASSED, 4, 4)
    assert [function.message for function in grade.functions] == [None, None]


def test_a_function_earns_points_by_the_weight_of_its_passed_cases(graded: Decide) -> None:
    grade = graded(double_none=1)  # weighs 2 of 6
    assert double(grade).score == Fraction(2)
    assert (grade.verdict, grade.score) == (Verdict.FAILED, 3)


def test_a_case_that_only_advises_changes_neither_score_nor_verdict(graded: Decide) -> None:
    grade = graded(double_huge=2**54)
    assert (grade.verdict, grade.score) == (Verdict.PASSED, 4)
    advice = double(grade).cases[4]
    assert (advice.verdict, advice.scored) == (Verdict.WRONG_ANSWER, False)


def test_an_advising_case_that_hits_a_limit_does_not_decide_the_verdict(graded: Decide) -> None:
    grade = graded(double_huge=CaseFact(ending=Ending.TIME_LIMIT), double_two=5)
    assert double(grade).verdict is Verdict.WRONG_ANSWER


def test_the_headline_shows_the_call_and_both_values(graded: Decide) -> None:
    assert double(graded(double_two=5)).message == "`double(2)` returned `5`; expected `4`."


def test_the_headline_speaks_of_the_case_that_decides_the_verdict(graded: Decide) -> None:
    grade = graded(double_two=5, double_none=CaseFact(ending=Ending.TIME_LIMIT))
    assert double(grade).verdict is Verdict.TIME_LIMIT
    assert double(grade).message == "`double` did not finish within 1 second, so we stopped it."


def test_the_headline_speaks_of_the_plain_case_and_not_of_an_error_at_an_edge(
    graded: Decide,
) -> None:
    """To mend the error at the edge helps nobody whose function prints all its answers."""
    printed = CaseFact(ending=Ending.RETURNED, value=None, printed=True)
    stopped = CaseFact(ending=Ending.RAISED, fault=Fault(kind="ZeroDivisionError", line=2))
    grade = graded(double_two=printed, double_none=stopped)
    assert double(grade).verdict is Verdict.RAISED
    assert "printed something" in (double(grade).message or "")


def test_a_visible_failure_carries_its_values_and_the_hint(graded: Decide) -> None:
    case = double(graded(double_two=5)).cases[0]
    assert (case.arguments, case.returned, case.expected) == ("(2,)", "5", "4")
    assert case.hint == "Twice the number."


def test_a_passed_case_carries_no_hint(graded: Decide) -> None:
    assert double(graded()).cases[0].hint is None


def test_a_near_miss_is_told_with_its_own_tip(graded: Decide) -> None:
    case = double(graded(double_two=4.0)).cases[0]
    assert case.message == "The value is right, its type is not."
    assert case.hint is not None
    assert "//" in case.hint


def test_the_same_error_is_told_once_per_function(graded: Decide) -> None:
    fault = CaseFact(ending=Ending.RAISED, fault=Fault(kind="NameError", line=2))
    grade = graded(double_two=fault, double_none=fault, double_large=fault, double_below=fault)
    visible = [c.message for c in double(grade).cases if c.visibility is Visibility.VISIBLE]
    assert visible == ["`double` stopped with an error on line 2: NameError", None, None]


def misspelt(line: int) -> CaseFact:
    fault = Fault(kind="NameError", text="name 'doubel' is not defined", line=line)
    return CaseFact(ending=Ending.RAISED, fault=fault)


def test_an_error_that_two_functions_meet_is_told_once(graded: Decide) -> None:
    """The second calls the first; its card would quote the same line and give the same advice."""
    defined = (Definition(name="double"), Definition(name="shout"))
    load = LoadFact(ending=Ending.LOADED, defined=defined)
    grade = graded(load=load, double_two=misspelt(3), shout_twice=misspelt(3))
    first, second = grade.functions
    assert (first.message or "").startswith("`double` stopped with an error on line 3: NameError")
    assert first.hint == "There is a `double`. Is that the name you mean?"
    assert second.message == "`shout` stopped with the same error as `double`, on line 3."
    assert (second.hint, second.cases[0].hint) == (None, None)


def test_an_error_on_another_line_is_another_error(graded: Decide) -> None:
    second = graded(double_two=misspelt(3), shout_twice=misspelt(5)).functions[1]
    assert (second.message or "").startswith("`shout` stopped with an error on line 5: NameError")


def test_a_shared_error_does_not_hide_that_a_function_is_defined_twice(graded: Decide) -> None:
    defined = (Definition(name="double"), Definition(name="shout"))
    load = LoadFact(ending=Ending.LOADED, defined=defined, repeated={"shout": (4, 9)})
    grade = graded(load=load, double_two=misspelt(3), shout_twice=misspelt(3))
    assert "`shout` is defined on lines 4 and 9" in (grade.functions[1].message or "")


def test_a_function_that_only_a_hidden_case_fails_says_so_and_no_more(graded: Decide) -> None:
    fault = Fault(kind="ValueError", text="918273 is too large", line=2, quoted="raise 918273")
    grade = graded(double_large=CaseFact(ending=Ending.RAISED, fault=fault))
    assert double(grade).verdict is Verdict.RAISED
    assert double(grade).message == (
        "All visible cases pass; in a hidden case it stopped with an error: ValueError."
    )


def test_hidden_cases_for_which_no_time_was_left_are_told_as_such(graded: Decide) -> None:
    """A file that waits a second outside of its functions does so for every case."""
    left = CaseFact(ending=Ending.NOT_RUN)
    function = double(graded(double_large=left, double_below=left))
    assert function.verdict is Verdict.NOT_RUN
    assert "the time for the whole file was used up" in (function.message or "")
    assert "outside of its functions" in (function.hint or "")


def test_a_missing_function_is_told_with_the_name_that_was_meant(graded: Decide) -> None:
    gone = CaseFact(ending=Ending.MISSING)
    load = LoadFact(ending=Ending.LOADED, defined=(Definition(name="dubble", line=9),))
    grade = graded(
        load=load,
        double_two=gone,
        double_none=gone,
        double_large=gone,
        double_below=gone,
        double_huge=gone,
    )
    assert double(grade).verdict is Verdict.MISSING
    assert double(grade).message is not None
    assert "You defined `dubble` (line 9)" in double(grade).message
    assert double(grade).score == 0


@pytest.mark.parametrize(
    ("ending", "load", "functions"),
    [
        (Ending.SYNTAX_ERROR, Verdict.SYNTAX_ERROR, Verdict.SYNTAX_ERROR),
        (Ending.RAISED, Verdict.LOAD_FAILED, Verdict.LOAD_FAILED),
        (Ending.TIME_LIMIT, Verdict.LOAD_FAILED, Verdict.TIME_LIMIT),
        (Ending.CRASHED, Verdict.LOAD_FAILED, Verdict.CRASHED),
        (Ending.SOURCE_REJECTED, Verdict.SOURCE_REJECTED, Verdict.SOURCE_REJECTED),
    ],
)
def test_when_loading_fails_every_function_carries_it_and_no_case_ran(
    graded: Decide, ending: Ending, load: Verdict, functions: Verdict
) -> None:
    grade = graded(load=LoadFact(ending=ending, fault=Fault(kind="E", line=3)))
    assert (grade.verdict, grade.load.verdict, grade.load.line) == (load, load, 3)
    assert {function.verdict for function in grade.functions} == {functions}
    assert {c.verdict for f in grade.functions for c in f.cases} == {Verdict.NOT_RUN}
    assert grade.score == 0
    assert {function.message for function in grade.functions} == {grade.load.message}


def test_values_said_to_come_from_a_file_that_did_not_load_do_not_count(graded: Decide) -> None:
    grade = graded(load=LoadFact(ending=Ending.RAISED), double_two=4)
    assert double(grade).cases[0].returned is None


def test_a_run_of_visible_cases_is_graded_on_them_alone(
    pack: Pack, see: SeeRun, expected: dict[str, Any]
) -> None:
    visible = [case for case in pack.cases if case.visibility is Visibility.VISIBLE]
    grade = decide(pack, see(), cases=visible, expected=expected)
    assert (grade.verdict, grade.score) == (Verdict.PASSED, 4)
    assert [len(function.cases) for function in grade.functions] == [3, 1]


def test_a_function_without_a_case_in_a_run_does_not_spoil_it(
    pack: Pack, see: SeeRun, expected: dict[str, Any]
) -> None:
    some = [case for case in pack.cases if case.function == "shout"]
    grade = decide(pack, see(), cases=some, expected=expected)
    assert (grade.verdict, double(grade).verdict) == (Verdict.PASSED, Verdict.NOT_RUN)


def test_the_grade_names_what_made_it(graded: Decide, pack: Pack) -> None:
    grade = graded()
    assert (grade.pack, grade.pack_version) == (pack.name, pack.version)
    assert (grade.image, grade.python) == ("sha256:image", "3.11.2")


def test_a_huge_answer_is_graded_without_writing_it_out(graded: Decide) -> None:
    grade = graded(double_two=7**200_000)
    assert double(grade).cases[0].returned == "<int of about 169,019 digits>"


def test_limits_are_named_with_the_packs_own_numbers(
    pack: Pack, see: SeeRun, expected: dict[str, Any]
) -> None:
    slow = replace(pack, limits=replace(pack.limits, case_seconds=2.5))
    seen = see(double_two=CaseFact(ending=Ending.TIME_LIMIT))
    message = double(decide(slow, seen, cases=slow.cases, expected=expected)).message
    assert message == "`double` did not finish within 2.5 seconds, so we stopped it."
