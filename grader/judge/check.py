"""Whether a pack keeps its promises: its solution runs, right/ passes, wrong/ fails as promised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grader import packs
from grader.core.model import Grade, Pack, Verdict, WrongSolution
from grader.core.values import from_plain, short
from grader.errors import PackBroken
from grader.judge.grading import grade
from grader.judge.oracle import SOLUTION, prepare
from grader.packs import Problem, Severity
from sandbox.outside.sandbox import Sandbox


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check found. A pack that is `ok` comes with the record of its expected values."""

    problems: tuple[Problem, ...]
    pack: Pack | None = None
    prepared: Mapping[str, Any] | None = None

    @property
    def ok(self) -> bool:
        return not any(problem.severity is Severity.ERROR for problem in self.problems)


def check(files: Mapping[str, str], sandbox: Sandbox) -> Report:
    """Read a pack and run everything in it. Raises SandboxUnavailable, and nothing for the pack."""
    examined = packs.examine(files)
    if examined.pack is None:
        return Report(problems=examined.problems)
    try:
        prepared = prepare(examined.pack, sandbox)
        again = prepare(examined.pack, sandbox)
    except PackBroken as broken:
        found: tuple[Problem, ...] = broken.details["problems"]  # type: ignore[assignment]  # ours
        return Report(problems=(*examined.problems, *found), pack=examined.pack)
    problems = (
        *examined.problems,
        *_changed(prepared, again),
        *_promises(examined.pack, prepared, sandbox),
    )
    return Report(problems=problems, pack=examined.pack, prepared=prepared)


def _changed(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the cases on which the solution does not answer the same twice."""
    for case, value in first["expected"].items():
        other = second["expected"][case]
        if value != other:
            shown = f"{short(from_plain(value))}, then {short(from_plain(other))}"
            yield Problem(file=SOLUTION, message=f"case {case}: it returned {shown}")


def _promises(pack: Pack, prepared: Mapping[str, Any], sandbox: Sandbox) -> Iterator[Problem]:
    for name, source in pack.right.items():
        yield from _must_pass(name, grade(pack, prepared, source, sandbox=sandbox))
    for position, wrong in enumerate(pack.wrong):
        line = packs.find_lines(pack.files["pack.toml"]).of("wrong", position, "fails")
        yield from _must_fail(wrong, grade(pack, prepared, wrong.source, sandbox=sandbox), line)
    if grade(pack, prepared, pack.starter, sandbox=sandbox).verdict is Verdict.PASSED:
        yield Problem(file="starter.py", message="the untouched starter passes every case")


def _must_pass(name: str, graded: Grade) -> Iterator[Problem]:
    if graded.load.message is not None:
        yield Problem(file=name, line=graded.load.line or 1, message=graded.load.message)
        return
    for function in graded.functions:
        if function.verdict is not Verdict.PASSED:
            failed = [c.id for c in function.cases if c.scored and c.verdict is not Verdict.PASSED]
            message = f"`{function.name}` is {function.verdict} in: {', '.join(failed)}"
            yield Problem(file=name, message=message)


def _must_fail(wrong: WrongSolution, graded: Grade, line: int) -> Iterator[Problem]:
    for function in graded.functions:
        passed = function.verdict is Verdict.PASSED
        if passed is (function.name not in wrong.fails):
            continue
        happened = "passes" if passed else f"is {function.verdict}"
        promise = "fail" if passed else "pass"
        message = f"`{function.name}` of {wrong.file} {happened}, but it should {promise}"
        yield Problem(file="pack.toml", line=line, message=message)
