"""Four planted submissions, to see whether grading works here: right, wrong, looping, hostile.

The task is a small pack of its own, so that nothing depends on which packs an installation has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from grader.core.model import (
    Case,
    Function,
    Grade,
    Pack,
    PackLimits,
    Verdict,
    Visibility,
)
from grader.judge.grading import grade
from grader.judge.oracle import prepare
from sandbox.outside.sandbox import Sandbox

_RIGHT = "def double(n):\n    return 2 * n\n"
_HOSTILE = """
import os, signal
def double(n):
    for pid in range(1, 40):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    os._exit(0)
"""
_ENDED = frozenset({Verdict.CRASHED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """A planted file and the verdicts that are right for its function."""

    name: str
    source: str
    allowed: frozenset[Verdict]


PLANTS = (
    Plant(name="right", source=_RIGHT, allowed=frozenset({Verdict.PASSED})),
    Plant(
        name="wrong",
        source="def double(n):\n    return n * n\n",
        allowed=frozenset({Verdict.WRONG_ANSWER}),
    ),
    Plant(
        name="looping",
        source="def double(n):\n    while True:\n        pass\n",
        allowed=frozenset({Verdict.TIME_LIMIT}),
    ),
    Plant(name="hostile", source=_HOSTILE, allowed=_ENDED),
    Plant(name="right-again", source=_RIGHT, allowed=frozenset({Verdict.PASSED})),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """How one of them was graded. `seconds` is the time in the sandbox."""

    name: str
    ok: bool
    verdict: Verdict
    seconds: float


def grade_planted(sandbox: Sandbox) -> Iterator[Planted]:
    """Grade all of them, one after the other. Raises SandboxUnavailable."""
    pack = _pack()
    prepared = prepare(pack, sandbox)
    for plant in PLANTS:
        yield _judged(plant, grade(pack, prepared, plant.source, sandbox=sandbox))


def _judged(plant: Plant, graded: Grade) -> Planted:
    verdict = graded.functions[0].verdict
    return Planted(
        name=plant.name, ok=verdict in plant.allowed, verdict=verdict, seconds=graded.seconds
    )


def _pack() -> Pack:
    function = Function(name="double", parameters=("n",), points=Fraction(1))
    cases = tuple(
        Case(id=f"double-{n}", function="double", visibility=visibility, arguments=(n,))
        for n, visibility in ((3, Visibility.VISIBLE), (-4, Visibility.HIDDEN))
    )
    return Pack(
        name="planted",
        title="Planted submissions",
        version="planted",
        functions=(function,),
        cases=cases,
        starter="",
        solution=_RIGHT,
        lesson="",
        limits=PackLimits(case_seconds=0.5),
    )
