from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core import verdict
from grader.core.compare import compare
from grader.core.facts import Ending
from grader.core.model import PackLimits, Verdict

OF_LOADS_ONLY = {
    Ending.LOADED,
    Ending.SYNTAX_ERROR,
    Ending.SOURCE_TOO_LARGE,
    Ending.SOURCE_REJECTED,
}
SCORED = st.lists(st.sampled_from([Verdict.PASSED, *verdict.PRECEDENCE]))


def test_every_ending_of_a_case_has_a_verdict() -> None:
    assert set(verdict.CASE) == set(Ending) - OF_LOADS_ONLY


def test_every_verdict_of_a_case_has_its_place_in_the_precedence() -> None:
    assert {meaning.verdict for meaning in verdict.CASE.values()} == set(verdict.PRECEDENCE)
    assert len(set(verdict.PRECEDENCE)) == len(verdict.PRECEDENCE)


def test_the_precedence_is_the_one_that_was_designed() -> None:
    assert " ".join(verdict.PRECEDENCE) == (
        "process_limit memory_limit time_limit output_limit protocol crashed too_large raised "
        "wrong_type wrong_answer missing not_run"
    )


def test_only_a_finished_load_is_ok() -> None:
    assert [e for e, meaning in verdict.LOAD.items() if meaning.verdict is Verdict.OK] == [
        Ending.LOADED
    ]


@pytest.mark.parametrize(
    "ending", [Ending.TIME_LIMIT, Ending.MEMORY_LIMIT, Ending.OUTPUT_LIMIT, Ending.PROCESS_LIMIT]
)
def test_a_load_that_hits_a_limit_gives_that_limit_to_the_functions(ending: Ending) -> None:
    meaning = verdict.LOAD[ending]
    assert meaning.verdict is Verdict.LOAD_FAILED
    assert meaning.function == ending.value
    assert "while loading" in meaning.says


@given(SCORED)
def test_a_function_passes_exactly_when_all_its_scored_cases_do(scored: list[Verdict]) -> None:
    passes = verdict.of_function(scored) is Verdict.PASSED
    assert passes is (bool(scored) and set(scored) == {Verdict.PASSED})


@given(SCORED)
def test_a_function_carries_a_verdict_of_one_of_its_cases(scored: list[Verdict]) -> None:
    assert verdict.of_function(scored) in {*scored, Verdict.NOT_RUN}


@given(SCORED, st.randoms())
def test_the_order_of_the_cases_does_not_matter(scored: list[Verdict], random: object) -> None:
    shuffled = list(scored)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # Hypothesis types it as object here
    assert verdict.of_function(shuffled) is verdict.of_function(scored)


@pytest.mark.parametrize(
    ("returned", "expected", "reached"),
    [
        (8, 8, Verdict.PASSED),
        (7, 8, Verdict.WRONG_ANSWER),
        (8.0, 8, Verdict.WRONG_TYPE),
        (None, 8, Verdict.WRONG_TYPE),
        ([1.0], [1], Verdict.WRONG_TYPE),
        ([1], [1, 2], Verdict.WRONG_ANSWER),
    ],
)
def test_a_returned_value_is_judged_by_the_comparison(
    returned: object, expected: object, reached: Verdict
) -> None:
    assert verdict.of_case(Ending.RETURNED, compare(returned, expected)) is reached


@pytest.mark.parametrize(
    ("load", "functions", "reached"),
    [
        (Verdict.OK, [Verdict.PASSED, Verdict.PASSED], Verdict.PASSED),
        (Verdict.OK, [Verdict.PASSED, Verdict.RAISED], Verdict.FAILED),
        (Verdict.OK, [], Verdict.FAILED),
        (Verdict.SYNTAX_ERROR, [Verdict.SYNTAX_ERROR], Verdict.SYNTAX_ERROR),
        (Verdict.LOAD_FAILED, [Verdict.TIME_LIMIT], Verdict.LOAD_FAILED),
    ],
)
def test_a_submission_passes_only_as_a_whole(
    load: Verdict, functions: list[Verdict], reached: Verdict
) -> None:
    assert verdict.of_submission(load, functions) is reached


def test_limits_are_told_in_words_with_their_units() -> None:
    limits = PackLimits(case_seconds=1, load_seconds=2.5, memory_bytes=1024**3, output_bytes=1536)
    assert verdict.in_words(limits) == {
        "case_time": "1 second",
        "load_time": "2.5 seconds",
        "memory": "1 GiB",
        "output": "1.5 KiB",
    }


@pytest.mark.parametrize("reached", verdict.PRECEDENCE)
def test_a_sentence_about_hidden_cases_is_made_of_limits_alone(reached: Verdict) -> None:
    meaning = next(m for m in verdict.CASE.values() if m.verdict is reached)
    fields = {field for _, field, _, _ in Formatter().parse(meaning.hidden) if field}
    assert fields <= set(verdict.in_words(PackLimits()))
    assert verdict.about_hidden(reached, PackLimits()).startswith("All visible cases pass; ")


def test_the_documentation_lists_every_verdict_and_their_precedence() -> None:
    text = (Path(verdict.__file__).parent / "README.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert sorted(listed) == sorted(Verdict)
    assert [name for name in listed if name in verdict.PRECEDENCE] == list(verdict.PRECEDENCE)
