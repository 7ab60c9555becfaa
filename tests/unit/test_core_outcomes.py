"""Expected exceptions, generated inputs, changed arguments and known misconceptions, decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grader.core.decide import FAILURES_KEPT, decide
from grader.core.facts import CaseFact, Ending, Fault, Observed
from grader.core.model import (
    Case,
    Diagnosis,
    FunctionGrade,
    Pack,
    Raised,
    Rules,
    Verdict,
    Visibility,
)

SeeRun = Callable[..., Observed]
Decided = Callable[..., FunctionGrade]
VALUE_ERROR = Raised(kinds=("ValueError",))


def raised(kind: str, base: str | None = None) -> CaseFact:
    return CaseFact(ending=Ending.RAISED, fault=Fault(kind=kind, text="no", line=2, base=base))


def value(returned: Any, **more: Any) -> CaseFact:
    return CaseFact(ending=Ending.RETURNED, value=returned, **more)


@pytest.fixture
def decided(pack: Pack, see: SeeRun, expected: dict[str, Any]) -> Decided:
    """Grade `double` when everything is right but the facts that are given."""

    def decide_it(*, cases: Any = None, answers: Any = None, more: Any = None, **facts: Any) -> Any:
        seen = see(**facts)
        generated, generated_facts = more or ((), {})
        seen = replace(
            seen, cases={**seen.cases, **{k: f for k, (f, _) in generated_facts.items()}}
        )
        wanted = {**expected, **(answers or {}), **{k: e for k, (_, e) in generated_facts.items()}}
        return decide(
            pack, seen, cases=cases or pack.cases, expected=wanted, generated=generated
        ).functions[0]

    return decide_it


def generated(*returned: Any) -> Any:
    """Generated calls `double(0)`, `double(1)` and so on, with what they returned."""
    cases = tuple(
        Case(
            id=f"double#{n}",
            function="double",
            visibility=Visibility.HIDDEN,
            arguments=(n,),
        )
        for n in range(len(returned))
    )
    facts = {
        case.id: (value(got), 2 * n)
        for n, (case, got) in enumerate(zip(cases, returned, strict=True))
    }
    return cases, facts


@pytest.mark.parametrize(
    ("fact", "verdict"),
    [
        (raised("ValueError"), Verdict.PASSED),
        (raised("UnicodeDecodeError"), Verdict.PASSED),
        (raised("TypeError"), Verdict.RAISED),
        (raised("MyError"), Verdict.RAISED),
        (raised("MyError", base="UnicodeError"), Verdict.PASSED),
        (raised("MyError", base="KeyError"), Verdict.RAISED),
        (value(0), Verdict.WRONG_ANSWER),
        (value(None), Verdict.WRONG_ANSWER),
        (CaseFact(ending=Ending.CRASHED), Verdict.CRASHED),
    ],
)
def test_an_expected_exception_is_a_right_answer_and_nothing_else_is(
    decided: Decided, fact: CaseFact, verdict: Verdict
) -> None:
    graded = decided(answers={"double-two": VALUE_ERROR}, double_two=fact)
    assert graded.cases[0].verdict is verdict


def test_a_value_instead_of_an_exception_is_told(decided: Decided) -> None:
    graded = decided(answers={"double-two": VALUE_ERROR}, double_two=value(0))
    assert graded.message == "`double(2)` returned `0`; expected the exception `ValueError`."
    assert (graded.cases[0].returned, graded.cases[0].expected) == ("0", "raises ValueError")


def test_another_exception_is_told_with_the_one_expected(decided: Decided) -> None:
    graded = decided(answers={"double-two": VALUE_ERROR}, double_two=raised("KeyError"))
    assert graded.message is not None
    assert graded.message.startswith("`double` stopped with an error on line 2: KeyError: no")
    assert graded.message.endswith("Expected the exception `ValueError`.")


def test_an_exception_where_a_value_is_expected_is_still_an_error(decided: Decided) -> None:
    assert decided(double_two=raised("ValueError")).verdict is Verdict.RAISED


def test_the_rules_of_a_case_are_used(decided: Decided, pack: Pack) -> None:
    loose = replace(pack.cases[0], rules=Rules(integral_float=True))
    assert decided(double_two=value(4.0)).verdict is Verdict.WRONG_TYPE
    cases = (loose, *pack.cases[1:])
    assert decided(cases=cases, double_two=value(4.0)).verdict is Verdict.PASSED


def test_a_right_answer_with_changed_arguments_passes_and_is_told(decided: Decided) -> None:
    graded = decided(double_two=value(4, arguments_after=([3],)))
    assert graded.verdict is Verdict.PASSED
    assert graded.message is not None
    assert "`double` changed the arguments it was given" in graded.message
    assert "`double([3])`" in graded.message


def test_a_near_miss_in_all_hidden_failures_is_named_without_a_value(decided: Decided) -> None:
    graded = decided(double_large=value(1836546.0), double_below=value(-8.0))
    assert (
        graded.message
        == "All visible cases pass; in a hidden case the value is right, its type is not."
    )
    assert graded.hint is not None
    assert "`//`" in graded.hint


def test_hidden_failures_of_two_kinds_are_no_near_miss(decided: Decided) -> None:
    graded = decided(double_large=value(1836546.0), double_below=value(-9))
    assert (
        graded.message
        == "All visible cases pass; in a hidden case it returned a value of another type."
    )


def test_generated_inputs_weigh_as_much_as_one_case_together(decided: Decided) -> None:
    """Named cases of `double` weigh 1 + 2 + 1 + 2; with 4 generated ones there are 7."""
    graded = decided(more=generated(0, 2, 4, 7))
    assert graded.score == graded.max_score * (6 + Fraction(3, 4)) / 7
    assert (graded.verdict, graded.generated.passed, graded.generated.total) == (  # type: ignore[union-attr]  # asked
        Verdict.WRONG_ANSWER,
        3,
        4,
    )


def test_the_smallest_generated_failures_are_kept(decided: Decided) -> None:
    graded = decided(more=generated(0, 9, 9, 9, 9, 9))
    assert graded.generated is not None
    kept = [case.arguments for case in graded.generated.failures]
    assert kept == ["(1,)", "(2,)", "(3,)"][:FAILURES_KEPT]


def test_equal_behaviour_has_an_equal_signature_and_other_behaviour_another(
    decided: Decided,
) -> None:
    first = decided(double_two=value(5), double_large=raised("KeyError"))
    again = decided(double_two=value(5, printed=True), double_large=raised("KeyError"))
    other = decided(double_two=value(5.0), double_large=raised("KeyError"))
    printed = decided(double_two=value(None, printed=True))
    assert first.signature == again.signature != other.signature
    assert printed.signature != decided(double_two=value(None)).signature
    assert decided().signature is None


def test_values_that_a_rule_takes_for_the_same_have_the_same_signature(
    decided: Decided, pack: Pack
) -> None:
    """The last digits of a fraction tell how it was computed, and nothing of a misconception."""
    first, *others = pack.cases
    cases = (replace(first, rules=Rules(tolerance=1e-9)), *others)

    def near(two: float) -> str | None:
        answers = {"double-two": 0.25}
        wrong = raised("ZeroDivisionError")
        return decided(
            cases=cases, answers=answers, double_two=value(two), double_large=wrong
        ).signature

    assert near(0.25) == near(0.25 + 1e-12) is not None
    assert near(0.25) != near(0.5)


def test_a_misspelt_variable_is_another_mistake_than_a_function_that_was_never_written(
    decided: Decided,
) -> None:
    def undefined(name: str, line: str) -> str | None:
        fault = Fault(kind="NameError", text=f"name '{name}' is not defined", line=2, quoted=line)
        return decided(double_two=CaseFact(ending=Ending.RAISED, fault=fault)).signature

    missing = undefined("twice", "    return twice(n)")
    assert missing == undefined("helper", "    return 1 + helper(n)")
    assert missing != undefined("m", "    return 2 * m")
    assert missing != undefined("math", "    return math.ceil(n)")


def test_a_signature_does_not_ask_which_call_printed(decided: Decided) -> None:
    """On a busy machine the text of a call may arrive with the answer of the next one."""
    first = decided(double_two=value(None, printed=True), double_none=value(None))
    second = decided(double_two=value(None), double_none=value(None, printed=True))
    assert first.signature == second.signature


def test_what_hit_a_limit_has_no_signature(decided: Decided) -> None:
    assert decided(double_large=CaseFact(ending=Ending.TIME_LIMIT)).signature is None


def test_advice_is_no_part_of_a_signature(decided: Decided) -> None:
    first = decided(double_two=value(5), double_huge=value(1))
    assert first.signature == decided(double_two=value(5)).signature


def test_a_known_misconception_is_named(pack: Pack, see: SeeRun, expected: dict[str, Any]) -> None:
    seen = see(double_two=5)
    unknown = decide(pack, seen, cases=pack.cases, expected=expected).functions[0]
    assert unknown.signature is not None
    known = Diagnosis(id="adds-three", hint="Twice, not plus three.")
    mistakes = {"double": {unknown.signature: known}}
    graded = decide(pack, seen, cases=pack.cases, expected=expected, mistakes=mistakes)
    assert graded.functions[0].diagnosis == known
    right = decide(pack, see(), cases=pack.cases, expected=expected, mistakes=mistakes)
    assert right.functions[0].diagnosis is None
