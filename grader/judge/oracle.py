"""What the right answers are: the pack's own solution says so, in a container of its own.

The result is stored with the pack's version, so that a worker never runs the solution, and never
beside a learner's program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.core import explain
from grader.core.facts import CaseFact, Ending, Observed
from grader.core.model import Case, Pack, Value
from grader.core.source import clean
from grader.core.values import from_plain, to_plain
from grader.errors import PackBroken
from grader.judge.jobs import Stop, never, run
from grader.packs import Problem
from sandbox.outside.sandbox import Sandbox

FORMAT = 1
SOLUTION = "solution.py"


def prepare(pack: Pack, sandbox: Sandbox, *, stop: Stop = never) -> dict[str, Any]:
    """Return the record of expected values, in plain JSON data.

    Raises PackBroken, with the problems in its details, when the solution fails a call.
    """
    seen = run(pack, clean(pack.solution), pack.cases, sandbox=sandbox, stop=stop, fresh=True)
    problems = tuple(_problems(pack, seen))
    if problems:
        listed = "\n".join(str(problem) for problem in problems)
        raise PackBroken(f"The solution does not run:\n{listed}", problems=problems)
    return {
        "format": FORMAT,
        "pack_version": pack.version,
        "image": seen.image,
        "python": seen.python,
        "expected": {case.id: to_plain(seen.cases[case.id].value) for case in pack.cases},
    }


def expected_values(pack: Pack, prepared: Mapping[str, Any]) -> dict[str, Value]:
    """Return the expected value of each case. Raises ValueError for a record of another version."""
    if prepared["format"] != FORMAT or prepared["pack_version"] != pack.version:
        raise ValueError("these expected values belong to another version of the pack")
    return {case.id: from_plain(prepared["expected"][case.id]) for case in pack.cases}


def _problems(pack: Pack, seen: Observed) -> list[Problem]:
    message = explain.load(seen.load, pack.limits)
    if message is not None:
        line = seen.load.fault.line if seen.load.fault else None
        return [Problem(file=SOLUTION, line=line or 1, message=message)]
    return [
        _problem(pack, case, fact)
        for case, fact in ((case, seen.cases[case.id]) for case in pack.cases)
        if fact.ending is not Ending.RETURNED
    ]


def _problem(pack: Pack, case: Case, fact: CaseFact) -> Problem:
    note = explain.case(case, fact, match=None, expected=None, limits=pack.limits)
    line = fact.fault.line if fact.fault else None
    return Problem(file=SOLUTION, line=line or 1, message=f"case {case.id}: {note.message}")
