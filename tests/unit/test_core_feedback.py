from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.core.decide import decide
from grader.core.facts import CaseFact, Ending, Fault, Observed
from grader.core.feedback import for_viewer
from grader.core.grade_json import from_record, to_record
from grader.core.model import Case, Disclosure, Grade, Pack, Role, Visibility
from grader.core.verdict import CASE

SeeRun = Callable[..., Observed]
CANARY = 918273645
CANARY_TEXT = f"canary-{CANARY}"

# Everything that can be observed of a hidden case, with the canary wherever there is room for it.
CANARY_VALUES = st.sampled_from(
    [CANARY, CANARY_TEXT, [CANARY], {CANARY_TEXT: CANARY}, (CANARY,), float(CANARY), -CANARY, None]
)
CANARY_FAULTS = st.none() | st.builds(
    Fault,
    kind=st.sampled_from([CANARY_TEXT, "TypeError", "ImportError"]),
    text=st.just(CANARY_TEXT),
    line=st.none() | st.just(CANARY),
    column=st.none() | st.integers(1, 30),
    quoted=st.just(f"return {CANARY}"),
)
CANARY_FACTS = st.builds(
    CaseFact,
    ending=st.sampled_from(list(CASE)),
    value=CANARY_VALUES,
    fault=CANARY_FAULTS,
    type_name=st.just(CANARY_TEXT),
    arguments_after=st.none() | st.just((CANARY,)),
    output=st.just(CANARY_TEXT),
    printed=st.booleans(),
)


def with_secrets(pack: Pack) -> Pack:
    """Put the canary into everything that a pack's author says about hidden cases."""

    def secret(case: Case) -> Case:
        if case.visibility is Visibility.VISIBLE:
            return case
        return replace(case, arguments=(CANARY,), hint=CANARY_TEXT, id=f"{case.id}-{CANARY}")

    return replace(pack, cases=tuple(secret(case) for case in pack.cases))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(facts=st.lists(CANARY_FACTS, min_size=3, max_size=3), wrong=st.booleans())
def test_nothing_of_a_hidden_case_reaches_a_learner(
    pack: Pack, see: SeeRun, expected: dict[str, Any], facts: list[CaseFact], wrong: bool
) -> None:
    secret = with_secrets(pack)
    hidden = [case.id for case in secret.cases if case.visibility is Visibility.HIDDEN]
    seen = see(double_two=5 if wrong else 4)
    seen = replace(seen, cases={**seen.cases, **dict(zip(hidden, facts, strict=True))})
    answers = {**expected, **dict.fromkeys(hidden, CANARY)}
    record = to_record(decide(secret, seen, cases=secret.cases, expected=answers))
    shown = json.dumps(
        for_viewer(json.loads(json.dumps(record)), role=Role.LEARNER, disclosure=Disclosure.HINT)
    )
    assert str(CANARY) not in shown


@pytest.fixture
def grade(pack: Pack, see: SeeRun, expected: dict[str, Any]) -> Grade:
    seen = see(
        double_two=CaseFact(ending=Ending.RETURNED, value=5, output="hm", printed=True),
        double_large=CaseFact(ending=Ending.TIME_LIMIT),
    )
    return decide(pack, seen, cases=pack.cases, expected=expected)


def test_a_learner_sees_that_a_hidden_case_passed_or_failed_and_no_more(grade: Grade) -> None:
    shown = for_viewer(to_record(grade), role=Role.LEARNER, disclosure=Disclosure.HINT)
    hidden = [c for f in shown["functions"] for c in f["cases"] if c["visibility"] == "hidden"]
    told = [{key: value for key, value in case.items() if value is not None} for case in hidden]
    assert told == [
        {"id": "h1", "visibility": "hidden", "verdict": "failed"},
        {"id": "h2", "visibility": "hidden", "verdict": "passed"},
        {"id": "h3", "visibility": "hidden", "verdict": "passed"},
    ]


def test_a_learner_sees_everything_of_a_visible_case(grade: Grade) -> None:
    shown = for_viewer(to_record(grade), role=Role.LEARNER, disclosure=Disclosure.HINT)
    assert shown["functions"][0]["cases"][0] == {
        "id": "double-two",
        "visibility": "visible",
        "verdict": "wrong_answer",
        "scored": True,
        "arguments": "(2,)",
        "returned": "5",
        "expected": "4",
        "message": None,
        "hint": "Twice the number.",
        "output": "hm",
        "differs_at": [],
    }


def test_staff_see_hidden_cases_by_name_and_value(grade: Grade) -> None:
    shown = for_viewer(to_record(grade), role=Role.STAFF)
    case = next(c for c in shown["functions"][0]["cases"] if c["id"] == "double-large")
    assert (case["verdict"], case["arguments"]) == ("time_limit", "(918273,)")


@pytest.mark.parametrize("role", Role)
def test_the_shape_has_every_agreed_key_for_everybody(grade: Grade, role: Role) -> None:
    shown = for_viewer(to_record(grade), role=role)
    agreed = {"pack", "pack_version", "verdict", "score", "max_score", "load", "functions"}
    assert agreed <= set(shown)
    assert {"verdict", "message"} <= set(shown["load"])
    function = shown["functions"][0]
    assert {"name", "verdict", "score", "max_score", "cases"} <= set(function)
    for case in function["cases"]:
        keys = {"id", "visibility", "verdict", "arguments", "returned", "expected"}
        assert keys | {"message", "hint"} <= set(case)


def test_scores_are_json_numbers(grade: Grade) -> None:
    shown = for_viewer(to_record(grade), role=Role.LEARNER, disclosure=Disclosure.HINT)
    assert json.loads(json.dumps(shown["functions"][0]["score"])) == 2
    assert isinstance(shown["max_score"], int)


def test_a_new_field_of_the_record_stays_inside(grade: Grade) -> None:
    record = to_record(grade)
    record["functions"][0]["cases"][0]["secret"] = record["functions"][0]["secret"] = "secret"
    assert "secret" not in str(for_viewer(record, role=Role.LEARNER)["functions"][0])


def test_a_record_gives_the_grade_back_unrounded(grade: Grade) -> None:
    assert from_record(json.loads(json.dumps(to_record(grade)))) == grade


def test_a_record_of_another_format_is_refused(grade: Grade) -> None:
    with pytest.raises(ValueError, match="format"):
        from_record({**to_record(grade), "format": 99})
