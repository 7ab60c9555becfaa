"""The search for the smallest wrong input: where it ends, what it costs, what it never shows."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grader.core import explain
from grader.core.domain import Choice, Domain, Items, Like, Record, Whole
from grader.core.edges import size
from grader.core.explainable import failed_cases, surely_right, wanted
from grader.core.feedback import HIDDEN_FAILS
from grader.core.fitting import misfit
from grader.core.grade_json import to_record
from grader.core.model import Case, Function, Pack, Visibility
from grader.core.relations import parse_relation
from grader.core.shrink import smaller_inputs
from grader.judge import search
from grader.judge.differ import Counterexample
from grader.judge.grading import grade
from grader.judge.oracle import prepare
from grader.judge.search import MOST_EVALUATIONS, Graded, find
from sandbox.outside.fake import FakeSandbox, answered, ended, raised, returned
from sandbox.outside.sandbox import Answer, Arguments, Ending, Job, Question, Stopped

Solve = Callable[..., Any]
SOLUTION, LEARNER = "# the solution\n", "# the learner\n"
TOTAL = Domain(
    parameters=("low", "items"),
    specs=(
        Whole(low=0, high=10**6, usual=10**4),
        Items(of=Whole(low=0, high=10**6, usual=10**4), shortest=0, longest=12),
    ),
    relations=(parse_relation("each items >= low"),),
)
SECRET = 918273


patiently = functools.partial(find, clock=lambda: 0.0)  # its limits of time have their own tests


def total(low: int, items: list[int]) -> int:
    return sum(item - low for item in items)


def a_case(name: str, *arguments: Any, **more: Any) -> Case:
    more.setdefault("visibility", Visibility.HIDDEN)
    return Case(id=name, function="total", arguments=arguments, **more)


@pytest.fixture
def wide() -> Pack:
    """One function with a domain, a visible, a hidden and a secret case."""
    return Pack(
        name="totals",
        title="Totals",
        version="v1",
        functions=(
            Function(name="total", parameters=("low", "items"), points=Fraction(1), domain=TOTAL),
        ),
        cases=(
            a_case("seen", 0, [1], visibility=Visibility.VISIBLE),
            a_case("hidden", 3, [40, 50]),
            a_case("secret", 1, [SECRET], secret=True),
        ),
        starter="",
        solution=SOLUTION,
        lesson="",
    )


def both(learner: Solve) -> FakeSandbox:
    """A sandbox in which the two sources behave as these functions of ours."""

    def script(job: Job) -> Any:
        def answer(_question: Question, call: Arguments) -> Answer:
            solve = total if job.source == SOLUTION else learner
            try:
                return returned(solve(*call))
            except KeyError:
                return raised("KeyError")

        return answered(job, answer)

    return FakeSandbox(script)


def looked(pack: Pack, learner: Solve, **more: Any) -> Counterexample | None:
    sandbox = both(learner)
    prepared = prepare(pack, sandbox)
    record = to_record(grade(pack, prepared, LEARNER, sandbox=sandbox))
    return patiently(
        pack, prepared, Graded(source=LEARNER, record=record), "total", sandbox=sandbox, **more
    )


def test_a_mistake_that_needs_much_is_shown_with_little(wide: Pack) -> None:
    found = looked(wide, lambda low, items: total(low, items) + (len(items) > 1 and low > 0))
    assert found == Counterexample(call="total(1, [1, 1])", returned="1", expected="0")


@pytest.mark.parametrize(
    ("learner", "call", "outcome"),
    [
        (lambda low, items: total(low, items) if items else None, "total(0, [])", "None"),
        (lambda low, items: total(low, items) + (low >= 37), "total(37, [])", "1"),
        (lambda low, items: float(total(low, items)), "total(0, [])", "0.0"),
        (lambda low, items: {0: 0}[low] + total(low, items), "total(1, [])", "raises KeyError"),
        (lambda low, items: sum(items[:2]) - low * len(items[:2]), "total(0, [0, 0, 1])", "0"),
    ],
)
def test_the_smallest_input_is_found(wide: Pack, learner: Solve, call: str, outcome: str) -> None:
    found = looked(wide, learner)
    assert found is not None
    assert (found.call, found.returned) == (call, outcome)


@pytest.mark.parametrize("limit", [37, 512, 1291, 9_001])
def test_a_limit_far_away_is_found_exactly(wide: Pack, limit: int) -> None:
    found = looked(wide, lambda low, items: total(low, items) + any(i >= limit for i in items))
    assert found is not None
    assert found.call == f"total(0, [{limit}])"


def test_numbers_that_must_be_far_apart_are_both_made_small(wide: Pack) -> None:
    found = looked(wide, lambda low, items: total(low, items) + (sum(items) > 1000 * (low + 1)))
    assert found is not None
    assert found.call == "total(0, [1001])"


KINDS = Domain(
    parameters=("low", "items"),
    specs=(Choice(values=(9, 8, 7)), Items(of=Whole(low=0, high=99), shortest=0, longest=3)),
)


def test_of_a_choice_the_first_value_is_shown(wide: Pack) -> None:
    """Of many failures a grade keeps the smallest alone; the others are not passed over."""
    function = replace(wide.functions[0], domain=KINDS)
    cases = (a_case("seen", 7, [1], visibility=Visibility.VISIBLE),)
    pack = replace(wide, functions=(function,), cases=cases)
    found = looked(pack, lambda low, items: total(low, items) + (len(items) != 1))
    assert found is not None
    assert found.call == "total(9, [])"


@pytest.mark.parametrize(
    ("verdict", "failures", "known"),
    [("wrong_answer", [2], [0, 1]), ("wrong_answer", [], [0, 1, 2, 3]), ("time_limit", [2], [])],
)
def test_only_what_must_have_passed_is_not_asked_again(
    verdict: str, failures: list[int], known: list[int]
) -> None:
    cases = [a_case(f"total#{n}", n, []) for n in range(4)]
    found = {"failures": [{"id": f"total#{n}"} for n in failures]}
    record = {"functions": [{"name": "total", "verdict": verdict, "generated": found}]}
    right = surely_right(record, "total", cases)
    assert [case.arguments[0] for case in right] == known


def test_no_more_than_two_hundred_inputs_are_tried(wide: Pack) -> None:
    sandbox = both(lambda low, items: total(low, items) + (sum(items) % 7 == 3 and low > 99))
    prepared = prepare(wide, sandbox)
    record = to_record(grade(wide, prepared, LEARNER, sandbox=sandbox))
    before = len(sandbox.jobs)
    patiently(wide, prepared, Graded(source=LEARNER, record=record), "total", sandbox=sandbox)
    jobs = [job for job in sandbox.jobs[before:] if job.source == LEARNER]
    asked = sum(len(q.calls) for job in jobs for batch in job.batches for q in batch.questions)
    assert 0 < asked <= MOST_EVALUATIONS
    assert not any(batch.shown for job in jobs for batch in job.batches)


def only_at(wrong: int) -> Solve:
    return lambda low, items: total(low, items) + (wrong in items)


def test_a_secret_input_is_never_shown_though_nothing_else_fails(wide: Pack) -> None:
    assert looked(wide, only_at(SECRET)) is None


def test_a_search_from_elsewhere_never_asks_for_a_telling_part_of_a_secret(wide: Pack) -> None:
    """The learner fails on everything large; the smallest such input would be a secret number."""
    pack = replace(wide, cases=(*wide.cases[:2], a_case("more", 0, [SECRET + 1]), wide.cases[2]))
    sandbox = both(lambda low, items: total(low, items) + any(i >= SECRET for i in items))
    prepared = prepare(pack, sandbox)
    record = to_record(grade(pack, prepared, LEARNER, sandbox=sandbox))
    before = len(sandbox.jobs)
    found = patiently(
        pack, prepared, Graded(source=LEARNER, record=record), "total", sandbox=sandbox
    )
    assert found is not None
    assert found.call == f"total(0, [{SECRET + 1}])"
    assert f"{SECRET}]" not in repr(sandbox.jobs[before:])


def test_without_a_domain_the_smallest_hidden_case_is_shown_as_it_is(wide: Pack) -> None:
    pack = replace(wide, functions=(replace(wide.functions[0], domain=None),))
    found = looked(pack, lambda low, items: total(low, items) + (low == 3))
    assert found == Counterexample(call="total(3, [40, 50])", returned="85", expected="84")


def test_what_takes_too_long_is_not_shown(wide: Pack) -> None:
    seconds: Iterator[float] = iter([0.0, 1.0] + [2.5] * 99)
    assert looked(wide, lambda low, items: -1, clock=lambda: next(seconds)) is None


def test_a_caller_that_wants_no_more_is_heard(wide: Pack) -> None:
    with pytest.raises(Stopped):
        looked(wide, lambda low, items: -1, stop=lambda: True)


def remembering(spoils: Callable[[Arguments, Arguments], bool]) -> FakeSandbox:
    """A learner's function that goes wrong for a call after another one in the same module."""

    def script(job: Job) -> Any:
        met: dict[int, list[Arguments]] = {}  # by question: what its module was called with

        def answer(question: Question, call: Arguments) -> Answer:
            before = met.setdefault(id(question), [])
            off = job.source == LEARNER and any(spoils(earlier, call) for earlier in before)
            before.append(call)
            return returned(total(*call) + off)  # type: ignore[arg-type]  # plain data

        return answered(job, answer)

    return FakeSandbox(script)


@pytest.mark.parametrize(
    ("spoils", "call", "came"),
    [
        (lambda first, _then: first[1] != [], "total(0, [0]), then total(0, [0])", "0, then 1"),
        (lambda first, then: first != then, "total(0, []), then total(1, [])", "0, then 1"),
    ],
    ids=["what it met", "another call"],
)
def test_what_goes_wrong_after_another_call_is_shown_with_both(
    wide: Pack, spoils: Callable[[Arguments, Arguments], bool], call: str, came: str
) -> None:
    sandbox = remembering(spoils)
    prepared = prepare(wide, sandbox)
    graded = grade(wide, prepared, LEARNER, sandbox=sandbox)
    assert graded.functions[0].message == explain.REMEMBERS.message
    found = patiently(
        wide, prepared, Graded(source=LEARNER, record=to_record(graded)), "total", sandbox=sandbox
    )
    assert found == Counterexample(call=call, returned=came, expected="0, then 0")


@pytest.mark.parametrize("only_after", [False, True], ids=["alone", "after another call"])
def test_what_is_shown_can_hold_no_input_but_its_own(wide: Pack, only_after: bool) -> None:
    """A program can keep what it is asked for as long as its process lives, and return it."""

    def script(job: Job) -> Any:
        met: list[Arguments] = []
        questions: set[int] = set()

        def answer(question: Question, call: Arguments) -> Answer:
            met.append(call)
            is_first = id(question) not in questions
            questions.add(id(question))
            if job.source != LEARNER or (only_after and is_first):
                return returned(total(*call))  # type: ignore[arg-type]  # plain data
            return returned([list(one) for one in met])

        return answered(job, answer)

    sandbox = FakeSandbox(script)
    prepared = prepare(wide, sandbox)
    record = to_record(grade(wide, prepared, LEARNER, sandbox=sandbox))
    found = patiently(
        wide, prepared, Graded(source=LEARNER, record=record), "total", sandbox=sandbox
    )
    assert found is not None
    assert found.returned in {"[[0, []]]", "0, then [[0, []], [0, []]]"}


def test_what_is_wrong_alone_is_not_said_to_remember(wide: Pack) -> None:
    sandbox = both(lambda low, items: total(low, items) + (low > 5 and items == []))
    graded = grade(wide, prepare(wide, sandbox), LEARNER, sandbox=sandbox)
    assert graded.functions[0].message == HIDDEN_FAILS


def test_a_value_that_is_no_plain_data_is_shown_by_its_type(wide: Pack) -> None:
    def script(job: Job) -> Any:
        def answer(_question: Question, call: Arguments) -> Answer:
            if job.source == LEARNER and not call[1]:
                return Answer(ending=Ending.WRONG_TYPE, type_name="set")
            return returned(total(*call))  # type: ignore[arg-type]  # plain data

        return answered(job, answer)

    sandbox = FakeSandbox(script)
    prepared = prepare(wide, sandbox)
    record = to_record(grade(wide, prepared, LEARNER, sandbox=sandbox))
    found = patiently(
        wide, prepared, Graded(source=LEARNER, record=record), "total", sandbox=sandbox
    )
    assert found == Counterexample(call="total(0, [])", returned="<set>", expected="0")


def test_a_search_that_takes_long_shows_the_smallest_that_it_has(wide: Pack) -> None:
    """A learner is waiting: after most of a second no smaller one is looked for."""
    seconds: Iterator[float] = iter([0.0] + [1.0] * 99)
    found = looked(wide, lambda low, items: 5 * (low > 900), clock=lambda: next(seconds))
    assert found is not None
    assert found.returned == "5"


def test_all_functions_of_a_grade_are_explained_at_once(wide: Pack) -> None:
    sandbox = both(lambda low, items: -1)
    prepared = prepare(wide, sandbox)
    record = to_record(grade(wide, prepared, LEARNER, sandbox=sandbox))
    graded = Graded(source=LEARNER, record=record)
    assert search.explain_all(wide, prepared, graded, sandbox=sandbox) == {
        "total": {"call": "total(0, [])", "returned": "-1", "expected": "0"}
    }


# ---------------------------------------------------------------------------- what deserves one


def graded_record(pack: Pack, learner: Solve) -> dict[str, Any]:
    sandbox = both(learner)
    return to_record(grade(pack, prepare(pack, sandbox), LEARNER, sandbox=sandbox))


def test_a_right_function_wants_none(wide: Pack) -> None:
    assert wanted(graded_record(wide, total)) == ()


def test_a_search_starts_at_generated_failures_then_hidden_ones_never_at_secret_ones(
    wide: Pack,
) -> None:
    starts = failed_cases(graded_record(wide, lambda low, items: -1), "total")
    assert [start.partition("#")[0] for start in starts] == ["total", "total", "total", "hidden"]


@pytest.mark.parametrize(
    ("ending", "came"),
    [
        (Ending.TIME_LIMIT, "no answer (time limit)"),
        (Ending.CRASHED, "no answer (crashed)"),
        (Ending.TOO_LARGE, "no answer (too large)"),
    ],
)
def test_what_came_to_no_answer_is_shown_as_it_is_known(
    wide: Pack, ending: Ending, came: str
) -> None:
    """It would only end so again: the smallest known input is shown, and nothing is asked."""

    def script(job: Job) -> Any:
        def answer(_question: Question, call: Arguments) -> Answer:
            is_long = job.source == LEARNER and len(call[1]) > 1  # type: ignore[arg-type]  # a list
            return ended(ending) if is_long else returned(total(*call))  # type: ignore[arg-type]  # plain

        return answered(job, answer)

    sandbox = FakeSandbox(script)
    prepared = prepare(wide, sandbox)
    record = to_record(grade(wide, prepared, LEARNER, sandbox=sandbox))
    assert wanted(record) == ("total",)
    before = len(sandbox.jobs)
    found = patiently(
        wide, prepared, Graded(source=LEARNER, record=record), "total", sandbox=sandbox
    )
    assert found is not None
    assert (found.call, found.returned, found.expected) == ("total(0, [0, 1])", came, "1")
    assert len(sandbox.jobs) == before


def test_a_secret_input_that_came_to_no_answer_is_not_shown(wide: Pack) -> None:
    def script(job: Job) -> Any:
        def answer(_question: Question, call: Arguments) -> Answer:
            is_secret = job.source == LEARNER and call[1] == [SECRET]
            return ended(Ending.CRASHED) if is_secret else returned(total(*call))  # type: ignore[arg-type]  # plain

        return answered(job, answer)

    sandbox = FakeSandbox(script)
    record = to_record(grade(wide, prepare(wide, sandbox), LEARNER, sandbox=sandbox))
    assert wanted(record) == ()


# ------------------------------------------------------------------------------ smaller inputs


def test_smaller_inputs_are_smaller_inside_the_domain_and_in_order() -> None:
    start = (40, [41, 900, 77])
    smaller = smaller_inputs(TOTAL, start)
    assert smaller == sorted(smaller, key=size)
    assert all(size(one) < size(start) and misfit(TOTAL, one) is None for one in smaller)
    assert len(smaller) > 20


def test_records_that_are_alike_become_smaller_together() -> None:
    record = Record(fields=(("a", Whole(low=0, high=9)), ("b", Whole(low=0, high=9))))
    domain = Domain(parameters=("x", "y"), specs=(record, Like(parameter="x")))
    smaller = smaller_inputs(domain, ({"a": 5, "b": 7}, {"a": 5, "b": 8}))
    assert ({"a": 0, "b": 7}, {"a": 0, "b": 8}) in smaller
