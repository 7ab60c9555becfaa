"""Mutants, what catches them and what would: on a fake that runs the test's own small programs."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from grader.judge.check import Report, check
from grader.judge.neighbours import neighbours
from grader.judge.told import as_json, as_text
from sandbox.outside.fake import FakeSandbox, answered, failed_load, raised, returned
from sandbox.outside.sandbox import Answer, Arguments, Ending, Job, Question, Run, Trouble

TOML = """\
name = "tiny"
title = "Tiny"

[[functions]]
name = "is_large"
parameters = ["n"]
points = 1

[[cases]]
id = "small"
function = "is_large"
visibility = "visible"
args = [3]
hint = "Three is small."

[[cases]]
id = "large"
function = "is_large"
visibility = "hidden"
args = [17]
hint = "Seventeen is large."
"""
AT_THE_EDGE = """
[[cases]]
id = "edge-{n}"
function = "is_large"
visibility = "hidden"
args = [{n}]
hint = "At the edge."
"""
SOLUTION = "def is_large(n):\n    return n >= 10\n"
FILES = {
    "lesson.md": "# Tiny: `is_large`\n",
    "solution.py": SOLUTION,
    "starter.py": "def is_large(n):\n    pass\n",
}


def execute(job: Job) -> Run:
    """Run a program of this file's own; none of them loops."""
    names: dict[str, Any] = {}
    try:
        exec(job.source, names)
    except SyntaxError:
        return failed_load(job, Ending.SYNTAX_ERROR, Trouble(kind="SyntaxError"))

    def call(question: Question, arguments: Arguments) -> Answer:
        try:
            return returned(names[question.function](*arguments))
        except Exception as error:  # noqa: BLE001 - whatever a mutant raises is its answer
            return raised(type(error).__name__)

    return answered(job, call)


def checked(*more: str, **files: str) -> Report:
    named = {
        name.replace("_", ".").replace("right.", "right/"): text for name, text in files.items()
    }
    given: Mapping[str, str] = {**FILES, **named, "pack.toml": TOML + "".join(more)}
    return check(given, FakeSandbox(execute))


def edges(*numbers: int) -> tuple[str, ...]:
    return tuple(AT_THE_EDGE.format(n=number) for number in numbers)


def said(report: Report) -> list[str]:
    return [str(problem) for problem in report.problems]


def test_cases_at_the_edge_catch_every_mutant() -> None:
    report = checked(*edges(9, 10, 11))
    assert (said(report), report.ok) == ([], True)
    assert report.trials is not None
    assert (report.trials.caught, report.trials.survivors) == (report.trials.total, ())
    assert "mutants caught." in as_text(report)


def test_a_survivor_comes_with_the_case_that_would_catch_it() -> None:
    report = checked(*edges(9))
    assert not report.ok
    survivor = next(s for s in as_json(report)["mutants"]["survivors"] if " > " in s["after"])
    assert (survivor["before"], survivor["call"]) == ("return n >= 10", "is_large(10)")
    assert "solution.py:2: error: no case tells `return n > 10` from" in "\n".join(said(report))


def test_the_cases_offered_can_be_pasted_until_nothing_survives() -> None:
    more: list[str] = []
    for _ in range(6):
        survivors = as_json(checked(*more))["mutants"]["survivors"]
        if not survivors:
            break
        more.append("\n" + survivors[0]["case"])
    assert (survivors, len(more) > 0) == ([], True)


def test_what_the_author_lists_as_equivalent_counts_as_such() -> None:
    listed = """
[[equivalent]]
function = "is_large"
before = "return n >= 10"
after = "return n > 10"
why = "For this test."
"""
    report = checked(listed, *edges(9, 11))
    assert as_json(report)["mutants"]["equivalent"] == 1
    assert "`return n > 10`" not in "".join(said(report))


@pytest.mark.parametrize(
    ("after", "problem"),
    [
        ("return n <= 10", "error: `return n <= 10` is not equivalent: small catches it"),
        ("return 10", "warning: no mutant changes `return n >= 10` to `return 10`"),
    ],
)
def test_a_false_claim_of_equivalence_is_named(after: str, problem: str) -> None:
    listed = f"""
[[equivalent]]
function = "is_large"
before = " return n  >= 10"
after = "{after}"
why = "Wishful."
"""
    line = (TOML + listed).splitlines().index(f'after = "{after}"') + 1
    assert f"pack.toml:{line}: {problem}" in said(checked(listed, *edges(9, 10, 11)))


def test_the_report_has_the_agreed_shape() -> None:
    shown = json.loads(json.dumps(as_json(checked(*edges(9, 10, 11)))))
    assert set(shown) == {"ok", "problems", "mutants", "mistakes"}
    assert set(shown["mutants"]) == {"total", "caught", "equivalent", "survivors"}
    broken = as_json(check({"pack.toml": "x ="}, FakeSandbox(execute)))
    assert set(broken["problems"][0]) == {"severity", "file", "line", "message"}
    assert broken["mutants"] == {"total": 0, "caught": 0, "equivalent": 0, "survivors": []}


def test_a_pasted_equivalent_reads_back_as_it_was_written() -> None:
    text = as_text(checked(*edges(9)))
    pasted = text.partition("say so in pack.toml:\n")[2].split("\n\n")[0]
    (entry,) = tomllib.loads(pasted)["equivalent"]
    assert entry["before"] == "return n >= 10"


def test_a_solution_that_needs_more_than_a_fifth_of_the_time_is_named() -> None:
    def slow(job: Job) -> Run:
        done = execute(job)
        if job.limits.case_seconds >= 1:
            return done
        return answered(job, lambda _q, _c: Answer(ending=Ending.TIME_LIMIT))

    files = {**FILES, "pack.toml": TOML}
    first = said(check(files, FakeSandbox(slow)))[0]
    assert "did not finish within 0.2 seconds" in first
    assert first.endswith("(The solution may use a fifth of each time limit.)")


def test_a_solution_that_is_held_up_once_is_not_blamed() -> None:
    held_up = iter([True])

    def busy(job: Job) -> Run:
        if job.limits.case_seconds < 1 and next(held_up, False):
            return answered(job, lambda _q, _c: Answer(ending=Ending.TIME_LIMIT))
        return execute(job)

    files = {**FILES, "pack.toml": TOML + "".join(edges(9, 10, 11))}
    assert check(files, FakeSandbox(busy)).ok


def test_a_busy_machine_proves_no_listed_mutant_wrong() -> None:
    """What takes more than the solution may is caught; a listed one gets a learner's time."""
    listed = """
[[equivalent]]
function = "is_large"
before = "return n >= 10"
after = "return n > 10"
why = "For this test."
"""

    def busy(job: Job) -> Run:
        if job.limits.case_seconds < 1 and "n > 10" in job.source:
            return answered(job, lambda _q, _c: Answer(ending=Ending.TIME_LIMIT))
        return execute(job)

    files = {**FILES, "pack.toml": TOML + listed + "".join(edges(9, 11))}
    shown = as_json(check(files, FakeSandbox(busy)))
    assert shown["mutants"]["equivalent"] == 1


def test_neighbours_stay_where_the_author_was() -> None:
    near = neighbours([(4, [10, 20]), (1, [])])
    assert near
    assert all(1 <= n <= 4 and len(items) <= 2 for n, items in near)
    assert all(10 <= item <= 20 for _n, items in near for item in items)
    assert (4, [10, 20]) not in near


def test_neighbours_change_texts_tables_and_truth_too() -> None:
    near = neighbours([({"a": "xy", "b": True},), ({"a": "", "b": False},)])
    assert ({"a": "x", "b": True},) in near
    assert ({"a": "xy", "b": False},) in near
    assert all(set(table) == {"a", "b"} for (table,) in near)
