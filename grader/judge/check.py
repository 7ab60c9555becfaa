"""Whether a pack keeps its promises, from its first key to the last mutant of its solution.

Its solution answers the same twice and is quick; right/ passes; wrong/ fails as promised; every
small wrong turn of the solution is caught; and nothing is in it that its author should look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from grader import packs
from grader.core import explain
from grader.core.model import Pack, Value
from grader.core.values import expected_from_plain, from_plain
from grader.errors import PackBroken
from grader.judge import generated_file
from grader.judge.jobs import Stop, never
from grader.judge.lints import lint
from grader.judge.oracle import SOLUTION, answers, expected_values, prepare
from grader.judge.promises import Mistake, keep_promises
from grader.judge.trials import Trials, try_mutants
from grader.judge.workbench import AT_ONCE, Bench, hurried
from grader.packs import Problem, Severity
from sandbox.outside.sandbox import Sandbox

_TRIES = 3  # a busy machine may hold up a quick solution once


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check found. A pack that is `ok` comes with the record of its expected values.

    `trials` is None when the mutants were left out, or the check ended before them.
    """

    problems: tuple[Problem, ...]
    pack: Pack | None = None
    prepared: Mapping[str, Any] | None = None
    mistakes: tuple[Mistake, ...] = ()
    trials: Trials | None = None

    @property
    def ok(self) -> bool:
        return not any(problem.severity is Severity.ERROR for problem in self.problems)


def check(
    files: Mapping[str, str],
    sandbox: Sandbox,
    *,
    with_mutants: bool = True,
    at_once: int = AT_ONCE,
    stop: Stop = never,
) -> Report:
    """Read a pack and run everything in it, in up to `at_once` containers.

    Raises SandboxUnavailable or Stopped, and nothing for the pack.
    """
    bench = Bench(sandbox=sandbox, at_once=at_once, stop=stop)
    examined = packs.examine(files)
    if examined.pack is None:
        return Report(problems=examined.problems)
    try:
        prepared, again = _twice(examined.pack, bench)
    except PackBroken as broken:
        return Report(problems=(*examined.problems, *problems_of(broken)), pack=examined.pack)
    kept = keep_promises(examined.pack, prepared, bench)
    problems = (
        *examined.problems,
        *_changed(prepared, again),
        *generated_file.problems(examined.pack),
        *kept.problems,
        *lint(examined.pack, expected_values(examined.pack, prepared)),
    )
    report = Report(
        problems=problems, pack=examined.pack, prepared=prepared, mistakes=kept.mistakes
    )
    return _try(report, examined.pack, prepared, bench) if with_mutants and report.ok else report


def _try(report: Report, pack: Pack, prepared: Mapping[str, Any], bench: Bench) -> Report:
    trials = try_mutants(pack, prepared, bench)
    return replace(report, problems=(*report.problems, *trials.problems), trials=trials)


def _twice(pack: Pack, bench: Bench) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run the solution with the time a learner has, then in a hurry. Raises PackBroken."""
    prepared = prepare(pack, bench.sandbox, stop=bench.stop)
    quick = hurried(pack)
    slow: tuple[Problem, ...] = ()
    for _ in range(_TRIES):
        try:
            return prepared, answers(quick, bench.sandbox, stop=bench.stop)
        except PackBroken as broken:
            slow = problems_of(broken)
    raise PackBroken(problems=tuple(_too_slow(problem) for problem in slow))


def problems_of(broken: PackBroken) -> tuple[Problem, ...]:
    """Return what a refusal lists."""
    return cast("tuple[Problem, ...]", broken.details.get("problems", ()))


def _too_slow(problem: Problem) -> Problem:
    return replace(problem, message=f"{problem.message} {_TOO_SLOW}")


_TOO_SLOW = "(The solution may use a fifth of each time limit.)"


def _changed(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the calls on which the solution does not answer the same twice."""
    for case, value in first["expected"].items():
        yield from _other(f"case {case}", value, second["expected"][case])
    for name, entries in first["generated"].items():
        for entry, again in zip(entries, second["generated"][name], strict=True):
            call = explain.call_text(name, tuple(_arguments(entry)))
            yield from _other(f"generated {call}", entry["expected"], again["expected"])


def _arguments(entry: Mapping[str, Any]) -> list[Value]:
    arguments = from_plain(entry["args"])
    assert isinstance(arguments, list)
    return arguments


def _other(where: str, value: Any, again: Any) -> Iterator[Problem]:
    if value != again:
        first, second = (explain.wanted(expected_from_plain(it)) for it in (value, again))
        yield Problem(file=SOLUTION, message=f"{where}: it returned {first}, then {second}")
