from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grader import packs
from grader.errors import PackBroken
from grader.judge.check import Report, check
from grader.judge.oracle import expected_values, prepare
from sandbox.outside.fake import FakeSandbox, answered, ended, failed_load, raised, returned
from sandbox.outside.sandbox import Ending, Job, Run, Trouble, Value

TOML = """\
name = "tiny"
title = "Tiny"

[[functions]]
name = "inc"
parameters = ["n"]
points = 1

[[functions]]
name = "dec"
parameters = ["n"]
points = 1

[[cases]]
id = "inc-one"
function = "inc"
visibility = "visible"
args = [1]
hint = "One more."

[[cases]]
id = "dec-one"
function = "dec"
visibility = "visible"
args = [1]
hint = "One less."

[[wrong]]
file = "zero.py"
fails = ["inc"]
hint = "Zero?"
"""
FILES = {
    "pack.toml": TOML,
    "lesson.md": "# Tiny: `inc` and `dec`",
    "solution.py": "# solution",
    "starter.py": "# starter",
    "right/other.py": "# right",
    "wrong/zero.py": "# wrong",
}
Functions = Mapping[str, Callable[[Any], Value]]
RIGHT: Functions = {"inc": lambda n: n + 1, "dec": lambda n: n - 1}
BEHAVIOUR: Mapping[str, Functions] = {
    "# solution": RIGHT,
    "# right": RIGHT,
    "# wrong": {**RIGHT, "inc": lambda _n: 0},
    "# starter": {"inc": lambda _n: None, "dec": lambda _n: None},
}


def checked(**changed: Functions) -> Report:
    """Check the tiny pack on a fake, in which each file behaves as its first comment says."""
    behaviour = {**BEHAVIOUR, **{f"# {name}": functions for name, functions in changed.items()}}

    def script(job: Job) -> Run:
        functions = behaviour[job.source]
        return answered(job, lambda q, call: returned(functions[q.function](*call)))

    return check(FILES, FakeSandbox(script))


def said(report: Report) -> list[str]:
    return [str(problem) for problem in report.problems]


def test_a_pack_that_keeps_its_promises_comes_with_its_expected_values() -> None:
    report = checked()
    assert (said(report), report.ok) == ([], True)
    assert report.prepared is not None
    assert report.prepared["expected"] == {"inc-one": 2, "dec-one": 0}


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (
            {"right": {**RIGHT, "dec": lambda _n: 7}},
            "right/other.py:1: error: `dec` fails: dec(1) returned 7, expected 0 (case dec-one)",
        ),
        (
            {"wrong": RIGHT},
            "pack.toml:30: error: `inc` of wrong/zero.py passes every case, but it should fail",
        ),
        (
            {"wrong": {"inc": lambda _n: 0, "dec": lambda _n: 0.5}},
            "pack.toml:30: error: `dec` of wrong/zero.py should pass, but it fails: dec(1) "
            "returned 0.5, expected 0 (case dec-one)",
        ),
        ({"starter": RIGHT}, "starter.py:1: error: the untouched starter passes every case"),
    ],
)
def test_a_broken_promise_is_named(changed: dict[str, Functions], problem: str) -> None:
    report = checked(**changed)
    assert (said(report), report.ok) == ([problem], False)


def test_a_starter_that_gives_one_function_away_is_warned_of() -> None:
    report = checked(starter={**RIGHT, "inc": lambda _n: 9})
    assert said(report) == [
        "starter.py:1: warning: the untouched starter passes every case of `dec`"
    ]
    assert report.ok


def test_two_wrong_solutions_that_behave_alike_are_named() -> None:
    toml = TOML + '[[wrong]]\nfile = "nought.py"\nfails = ["inc"]\nhint = "Nought?"\n'
    files = {**FILES, "pack.toml": toml, "wrong/nought.py": "# nought"}
    behaviour = {**BEHAVIOUR, "# nought": BEHAVIOUR["# wrong"]}

    def script(job: Job) -> Run:
        return answered(job, lambda q, call: returned(behaviour[job.source][q.function](*call)))

    (problem,) = said(check(files, FakeSandbox(script)))
    assert problem == (
        "pack.toml:35: error: `inc` of wrong/nought.py does what wrong/zero.py does in every case, "
        "so nobody gets its hint"
    )


def test_a_solution_that_answers_differently_each_time_is_named() -> None:
    answers = itertools.count()
    sandbox = FakeSandbox(lambda job: answered(job, lambda _q, _c: returned(next(answers))))
    assert "solution.py:1: error: case inc-one: it returned 0, then 4" in said(
        check(FILES, sandbox)
    )


def test_a_pack_that_cannot_be_read_is_not_run() -> None:
    sandbox = FakeSandbox(lambda job: failed_load(job, Ending.CRASHED))
    report = check({**FILES, "pack.toml": "x ="}, sandbox)
    assert (report.ok, report.pack, sandbox.jobs) == (False, None, [])


def test_a_solution_that_raises_is_named_with_case_and_line() -> None:
    sandbox = FakeSandbox(lambda job: answered(job, lambda _q, _c: raised("KeyError", line=4)))
    assert said(check(FILES, sandbox))[0] == (
        "solution.py:4: error: case inc-one: `inc` stopped with an error on line 4: KeyError"
    )


def test_a_solution_that_does_not_load_is_named_once() -> None:
    trouble = Trouble(kind="SyntaxError", text="expected ':'", line=2)
    sandbox = FakeSandbox(lambda job: failed_load(job, Ending.SYNTAX_ERROR, trouble))
    (told,) = said(check(FILES, sandbox))
    assert told.startswith("solution.py:2: error: Python could not read line 2: SyntaxError: ")


def test_a_solution_that_loops_is_named() -> None:
    sandbox = FakeSandbox(lambda job: answered(job, lambda _q, _c: ended(Ending.TIME_LIMIT)))
    assert "did not finish within 1 second" in said(check(FILES, sandbox))[0]


def test_the_oracle_runs_in_a_container_of_its_own_and_shows_nothing() -> None:
    sandbox = FakeSandbox(lambda job: answered(job, lambda _q, _c: returned(1)))
    prepare(packs.parse(FILES), sandbox)
    solution, *wrong = sandbox.jobs
    assert (solution.source, solution.fresh) == (FILES["solution.py"], True)
    assert [job.source for job in wrong] == [FILES["wrong/zero.py"]]


@pytest.mark.parametrize("value", [1.5, 2**70, (1, [None]), {"a": "x\0"}, float("inf")])
def test_expected_values_come_back_from_the_store_as_they_were(value: Value) -> None:
    pack = packs.parse(FILES)
    sandbox = FakeSandbox(lambda job: answered(job, lambda _q, _c: returned(value)))
    stored = json.loads(json.dumps(prepare(pack, sandbox), allow_nan=False))
    assert expected_values(pack, stored) == {"inc-one": value, "dec-one": value}


def test_a_broken_solution_is_refused_with_its_problems() -> None:
    sandbox = FakeSandbox(lambda job: answered(job, lambda _q, _c: ended(Ending.CRASHED)))
    with pytest.raises(PackBroken, match="solution") as refusal:
        prepare(packs.parse(FILES), sandbox)
    problems = refusal.value.details["problems"]
    assert isinstance(problems, tuple)
    assert [problem.file for problem in problems] == ["solution.py", "solution.py"]
