from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.core.decide import decide
from grader.core.facts import CaseFact, Ending, Fault, LoadFact, Observed
from grader.core.model import Diagnosis, GeneratedGrade, Pack
from grader.core.report import smallest, text

SeeRun = Callable[..., Observed]


def test_a_report_is_short_and_names_what_failed(
    pack: Pack, see: SeeRun, expected: dict[str, Any]
) -> None:
    seen = see(double_two=5, double_below=CaseFact(ending=Ending.CRASHED))
    assert text(decide(pack, seen, cases=pack.cases, expected=expected)) == (
        "two-functions, version v1\n"
        "1 of 2 functions pass: 2.5 of 4 points.\n"
        "\n"
        "double  crashed         visible 1 of 2, hidden 1 of 2\n"
        "    `double(2)` returned `5`; expected `4`.\n"
        "    Hint: Twice the number.\n"
        "    These cases do not pass: double-two, double-below\n"
        "shout   passed          visible 1 of 1, hidden 1 of 1\n"
    )


def test_a_file_that_cannot_be_read_is_reported_once(
    pack: Pack, see: SeeRun, expected: dict[str, Any]
) -> None:
    fault = Fault(kind="SyntaxError", text="expected ':'", line=1, column=9, quoted="def f()")
    seen = see(load=LoadFact(ending=Ending.SYNTAX_ERROR, fault=fault))
    report = text(decide(pack, seen, cases=pack.cases, expected=expected))
    assert report.count("expected ':'") == 1
    assert "0 of 2 functions pass: 0 of 4 points." in report


def test_a_report_names_the_known_mistake_and_the_smallest_input(
    pack: Pack, see: SeeRun, expected: dict[str, Any]
) -> None:
    graded = decide(pack, see(double_large=7), cases=pack.cases, expected=expected)
    known = Diagnosis(id="seven", hint="Not everything is seven.")
    count = GeneratedGrade(passed=99, total=100)
    first = replace(graded.functions[0], diagnosis=known, generated=count)
    found = {"double": {"call": "double(4)", "returned": "7", "expected": "8"}}
    lines = text(replace(graded, functions=(first, *graded.functions[1:])), found).splitlines()
    assert "visible 2 of 2, hidden 1 of 2, generated 99 of 100" in lines[3]
    assert "    Known mistake seven: Not everything is seven." in lines
    assert "    Smallest case we found: `double(4)` returned 7, expected 8." in lines


def test_a_report_tells_a_changed_argument_of_a_right_function(
    pack: Pack, see: SeeRun, expected: dict[str, Any]
) -> None:
    changed = CaseFact(ending=Ending.RETURNED, value=4, arguments_after=(3,))
    report = text(decide(pack, see(double_two=changed), cases=pack.cases, expected=expected))
    assert "`double` changed the arguments it was given" in report


@pytest.mark.parametrize(
    ("call", "returned", "expected", "said"),
    [
        ("f(1)", "1", "0", "`f(1)` returned 1, expected 0."),
        ("f(1)", "raises KeyError", "0", "`f(1)` raises KeyError, expected 0."),
        ("f(1)", "'raises X'", "0", "`f(1)` returned 'raises X', expected 0."),
        ("f(0)", "0", "raises ValueError", "`f(0)` returned 0, should raise ValueError."),
        ("f(1), then f(1)", "1, then 2", "1, then 1",
         "`f(1), then f(1)` returned 1, then 2; expected 1, then 1."),
    ],
)  # fmt: skip
def test_a_counterexample_is_a_sentence(call: str, returned: str, expected: str, said: str) -> None:
    found = {"call": call, "returned": returned, "expected": expected}
    assert smallest(found) == f"Smallest case we found: {said}"
