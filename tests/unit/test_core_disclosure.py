"""No disclosure level says more than it should, and each says at least what the one before does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.core.decide import decide
from grader.core.facts import CaseFact, Ending, Fault, Observed
from grader.core.feedback import HIDDEN_FAILS, for_viewer
from grader.core.grade_json import to_record
from grader.core.model import Case, Diagnosis, Disclosure, Pack, Role, Visibility
from grader.core.verdict import CASE

SeeRun = Callable[..., Observed]
Levels = tuple[Disclosure, bool]
CANARY, SECRET, DRAWN = 918273645, 564738291, 736455463
CALL = "double(1)"
COUNTEREXAMPLES = {"double": {"call": CALL, "returned": "5", "expected": "2", "secret": "more"}}
ALL = (Disclosure.ALL_AFTER_DEADLINE, True)
LEVELS = tuple(product(Disclosure, (False, True)))
BELOW_ALL = tuple(level for level in LEVELS if level != ALL)


@pytest.fixture
def told(pack: Pack) -> Pack:
    """Two hidden cases of `double`: one with a canary, one secret; a canary in a generated one."""
    hidden = {"double-large": (CANARY, False), "double-below": (SECRET, True)}

    def marked(case: Case) -> Case:
        number, secret = hidden.get(case.id, (None, False))
        return case if number is None else replace(case, arguments=(number,), secret=secret)

    return replace(pack, cases=tuple(marked(case) for case in pack.cases))


def facts(number: int) -> st.SearchStrategy[CaseFact]:
    values = st.sampled_from([number, str(number), [number], {str(number): 1}, float(number), None])
    fault = st.builds(Fault, kind=st.just(str(number)), text=st.just(str(number)))
    return st.builds(
        CaseFact,
        ending=st.sampled_from(list(CASE)),
        value=values,
        fault=st.none() | fault,
        type_name=st.just(str(number)),
        arguments_after=st.none() | st.just((number,)),
        output=st.just(str(number)),
        printed=st.booleans(),
    )


@pytest.fixture
def record_of(told: Pack, see: SeeRun, expected: dict[str, Any]) -> Callable[..., dict[str, Any]]:
    """Grade `double` with these facts of its two hidden cases and of one generated input."""

    def record(
        *found: CaseFact, visible: Any = 4, remembers: bool = False, drawn: int = DRAWN
    ) -> dict[str, Any]:
        generated = Case(
            id="double#0", function="double", visibility=Visibility.HIDDEN, arguments=(drawn,)
        )
        names = ("double-large", "double-below", generated.id)
        seen = see(double_two=visible)
        seen = replace(
            seen,
            cases={**seen.cases, **dict(zip(names, found, strict=True))},
            remembers=frozenset({"double"} if remembers else ()),
        )
        answers = {**expected, names[0]: CANARY, names[1]: SECRET, names[2]: DRAWN}
        grade = decide(told, seen, cases=told.cases, generated=(generated,), expected=answers)
        first = replace(grade.functions[0], diagnosis=Diagnosis(id="adds", hint="Think."))
        return to_record(replace(grade, functions=(first, *grade.functions[1:])))

    return record


def shown(record: dict[str, Any], disclosure: Disclosure, is_over: bool) -> dict[str, Any]:
    return for_viewer(
        json.loads(json.dumps(record)),
        role=Role.LEARNER,
        disclosure=disclosure,
        is_over=is_over,
        counterexamples=COUNTEREXAMPLES,
    )


def double(record: dict[str, Any], disclosure: Disclosure, is_over: bool = False) -> Any:
    return shown(record, disclosure, is_over)["functions"][0]


SETTINGS = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
FACTS = {"large": facts(CANARY), "below": facts(SECRET), "drawn": facts(DRAWN)}


@SETTINGS
@given(level=st.sampled_from(BELOW_ALL), visible=st.sampled_from([4, 5, None]), **FACTS)
def test_no_value_of_a_hidden_case_is_told_before_the_end(
    record_of: Any, level: Levels, visible: Any, large: Any, below: Any, drawn: Any
) -> None:
    text = json.dumps(shown(record_of(large, below, drawn, visible=visible), *level))
    assert not any(str(number) in text for number in (CANARY, SECRET, DRAWN))


@SETTINGS
@given(visible=st.sampled_from([4, 5]), **FACTS)
def test_a_secret_input_is_not_even_told_at_the_end(
    record_of: Any, visible: Any, large: Any, below: Any, drawn: Any
) -> None:
    text = json.dumps(shown(record_of(large, below, drawn, visible=visible), *ALL))
    assert str(SECRET) not in text
    assert str(CANARY) in text


def test_a_generated_input_that_is_a_secret_one_is_only_counted(record_of: Any) -> None:
    wrong = CaseFact(ending=Ending.RETURNED, value=1)
    record = record_of(wrong, wrong, wrong, drawn=SECRET)
    assert double(record, *ALL)["generated"] == {"passed": 0, "total": 1, "failures": []}
    assert str(SECRET) not in json.dumps(shown(record, *ALL))
    seen = for_viewer(record, role=Role.STAFF)["functions"][0]["generated"]["failures"]
    assert [case["arguments"] for case in seen] == [f"({SECRET},)"]


@SETTINGS
@given(visible=st.sampled_from([4, 5]) | facts(4), remembers=st.booleans(), **FACTS)
def test_the_count_alone_depends_on_nothing_but_how_many_pass(
    record_of: Any, visible: Any, remembers: bool, large: Any, below: Any, drawn: Any
) -> None:
    """Whatever hidden cases did: where as many pass, with as many points, all else is the same."""
    failed = CaseFact(ending=Ending.RETURNED, value=0)
    plain = shown(record_of(failed, failed, failed, visible=visible), Disclosure.COUNT, False)
    other = record_of(large, below, drawn, visible=visible, remembers=remembers)
    other = shown(other, Disclosure.COUNT, False)
    if other["functions"][0]["hidden"]["passed"] == 0:
        assert other == plain


def parts_of(shown_part: Any, path: str = "") -> dict[str, Any]:
    """Everything that is told, by the way to it; what is not told is None or not there."""
    if isinstance(shown_part, dict):
        inside = shown_part.items()
    elif isinstance(shown_part, list):
        inside = ((part.get("id", place) if isinstance(part, dict) else place, part)
                  for place, part in enumerate(shown_part))  # fmt: skip
    else:
        return {} if shown_part is None else {path: shown_part}
    return {p: v for key, part in inside for p, v in parts_of(part, f"{path}/{key}").items()}


STEPS = (Disclosure.COUNT, Disclosure.HINT, Disclosure.COUNTEREXAMPLE)


@SETTINGS
@given(visible=st.sampled_from([4, 5, None]), remembers=st.booleans(), **FACTS)
def test_each_level_tells_what_the_one_before_told_and_only_its_own_parts_more(
    record_of: Any, visible: Any, remembers: bool, large: Any, below: Any, drawn: Any
) -> None:
    record = record_of(large, below, drawn, visible=visible, remembers=remembers)
    told = [parts_of(shown(record, level, False)) for level in STEPS]
    loosened = {"/functions/0/verdict", "/functions/0/message", "/functions/0/hint"}
    for less, more in pairwise(told):
        assert {key: more.get(key) for key in less.keys() - loosened} == {
            key: less[key] for key in less.keys() - loosened
        }
    added = set(told[2].keys() - told[1].keys())
    assert all(key.startswith("/functions/0/counterexample/") for key in added)
    added = {key.removeprefix("/functions/") for key in told[1].keys() - told[0].keys()}
    known = ("/generated/", "/diagnosis/", "/hint", "/cases/h")
    assert all(any(part in key for part in known) for key in added)


def test_what_a_program_made_of_a_secret_is_withheld_in_every_hidden_case(record_of: Any) -> None:
    """Hidden cases share a process; a file kept what it saw and raised it in the next case."""
    carried = CaseFact(ending=Ending.RAISED, fault=Fault(kind="KeyError", text=f"saw {SECRET}"))
    right = CaseFact(ending=Ending.RETURNED, value=SECRET)
    text = json.dumps(shown(record_of(carried, right, carried), *ALL))
    assert str(SECRET) not in text


@pytest.fixture
def failing(record_of: Any) -> dict[str, Any]:
    wrong = CaseFact(ending=Ending.RAISED, fault=Fault(kind="KeyError"))
    right = CaseFact(ending=Ending.RETURNED, value=SECRET)
    graded: dict[str, Any] = record_of(wrong, right, wrong)
    return graded


def test_count_tells_how_many_hidden_cases_pass_and_nothing_else(failing: dict[str, Any]) -> None:
    function = double(failing, Disclosure.COUNT)
    assert function["hidden"] == {"passed": 1, "total": 3}
    assert {case["visibility"] for case in function["cases"]} == {"visible"}
    assert (function["verdict"], function["message"]) == ("failed", HIDDEN_FAILS)
    empty = ("generated", "diagnosis", "counterexample", "signature", "hint")
    assert [function[key] for key in empty] == [None] * len(empty)


def test_hint_tells_which_fail_how_and_the_known_misconception(failing: dict[str, Any]) -> None:
    function = double(failing, Disclosure.HINT)
    told = [case["verdict"] for case in function["cases"] if case["visibility"] == "hidden"]
    assert told == ["failed", "passed"]
    assert function["verdict"] == "raised"
    assert function["diagnosis"] == {"id": "adds", "hint": "Think."}
    assert function["generated"] == {"passed": 0, "total": 1, "failures": []}
    assert (function["counterexample"], function["signature"]) == (None, None)


def test_counterexample_adds_the_smallest_input_and_only_its_agreed_keys(
    failing: dict[str, Any],
) -> None:
    function = double(failing, Disclosure.COUNTEREXAMPLE)
    assert function["counterexample"] == {"call": CALL, "returned": "5", "expected": "2"}
    hint = double(failing, Disclosure.HINT)
    assert {**function, "counterexample": None} == hint


def test_everything_is_told_after_the_deadline_and_no_more_than_hints_before(
    failing: dict[str, Any],
) -> None:
    before = double(failing, Disclosure.ALL_AFTER_DEADLINE)
    assert before == double(failing, Disclosure.HINT)
    after = double(failing, *ALL)
    large, secret = (case for case in after["cases"] if case["visibility"] == "hidden")
    assert (large["id"], large["arguments"]) == ("double-large", f"({CANARY},)")
    assert (secret["id"], secret["arguments"]) == ("h1", None)
    assert after["generated"]["failures"][0]["arguments"] == f"({DRAWN},)"


@pytest.mark.parametrize(
    "disclosure", [d for d in Disclosure if d != Disclosure.ALL_AFTER_DEADLINE]
)
def test_a_deadline_changes_no_other_level(failing: dict[str, Any], disclosure: Disclosure) -> None:
    assert shown(failing, disclosure, True) == shown(failing, disclosure, False)


def test_staff_see_everything_at_every_level(failing: dict[str, Any]) -> None:
    seen = for_viewer(failing, role=Role.STAFF, counterexamples=COUNTEREXAMPLES)["functions"][0]
    assert str(SECRET) in json.dumps(seen)
    assert seen["signature"] is not None
    assert seen["counterexample"]["call"] == CALL
    assert (
        seen
        == for_viewer(
            failing, role=Role.STAFF, disclosure=Disclosure.HINT, counterexamples=COUNTEREXAMPLES
        )["functions"][0]
    )


def test_who_does_not_say_what_is_disclosed_shows_the_least(failing: dict[str, Any]) -> None:
    assert for_viewer(failing, role=Role.LEARNER) == shown(failing, Disclosure.COUNT, False)


def test_a_visible_failure_is_told_at_every_level(record_of: Any) -> None:
    right = [CaseFact(ending=Ending.RETURNED, value=n) for n in (CANARY, SECRET, DRAWN)]
    record = record_of(*right, visible=5)
    told = {double(record, *level)["message"] for level in LEVELS}
    assert len(told) == 1
    assert {double(record, *level)["verdict"] for level in LEVELS} == {"wrong_answer"}


def test_a_record_of_before_generated_inputs_is_shown(failing: dict[str, Any]) -> None:
    for function in failing["functions"]:
        for key in ("generated", "signature", "diagnosis"):
            del function[key]
        for case in function["cases"]:
            del case["secret"]
    assert double(failing, Disclosure.HINT)["hidden"] == {"passed": 1, "total": 2}
