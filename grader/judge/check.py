"""Whether a pack keeps its promises, from its first key to the last mutant of its solution.

Its solution answers the same twice and is quick; right/ passes; wrong/ fails as promised; every
small wrong turn of the solution is caught; and nothing is in it that its author should look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

from grader import packs
from grader.core import explain
from grader.core.model import Pack, Value, Verdict
from grader.core.values import expected_from_plain, from_plain
from grader.errors import PackBroken
from grader.judge import generated_file
from grader.judge.jobs import Stop, never
from grader.judge.lints import lint
from grader.judge.oracle import SOLUTION, answers, expected_values, prepare
from grader.judge.promises import Kept, Mistake, keep_promises
from grader.judge.trials import Trials, try_mutants
from grader.judge.workbench import AT_ONCE, Bench, hurried
from grader.packs import Problem, Severity
from grader.packs.page import page_problems
from sandbox.outside.sandbox import Sandbox

_Found: TypeAlias = tuple[Problem, ...]
_TRIES = 3  # a busy machine may hold up a quick solution once
_MOST_TOLD = 3  # generated inputs of a function


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
    known: Sequence[Problem] = (),
    with_mutants: bool = True,
    at_once: int = AT_ONCE,
    stop: Stop = never,
) -> Report:
    """Read a pack and run everything in it, in up to `at_once` containers.

    `known` are problems found while the files were read. Raises SandboxUnavailable or Stopped, and
    nothing for the pack.
    """
    bench = Bench(sandbox=sandbox, at_once=at_once, stop=stop)
    examined = packs.examine(files, (*known, *page_problems(files)))
    if examined.pack is None:
        return Report(problems=examined.problems)
    try:
        prepared = prepare(examined.pack, bench.sandbox, stop=bench.stop)
    except PackBroken as broken:
        found = (*examined.problems, *problems_of(broken), *lint(examined.pack, {}))
        return Report(problems=found, pack=examined.pack)
    unsteady, slow = _asked_again(examined.pack, prepared, bench)
    kept = Kept() if unsteady else keep_promises(examined.pack, prepared, bench)
    problems = (
        *examined.problems,
        *unsteady,
        *slow,
        *generated_file.problems(examined.pack),
        *kept.problems,
        *(() if unsteady else _changes_unsaid(examined.pack, prepared, bench)),
        *lint(examined.pack, expected_values(examined.pack, prepared)),
    )
    report = Report(
        problems=problems, pack=examined.pack, prepared=prepared, mistakes=kept.mistakes
    )
    return _try(report, examined.pack, prepared, bench) if with_mutants and report.ok else report


def _try(report: Report, pack: Pack, prepared: Mapping[str, Any], bench: Bench) -> Report:
    trials = try_mutants(pack, prepared, bench)
    return replace(report, problems=(*report.problems, *trials.problems), trials=trials)


def _asked_again(pack: Pack, prepared: Mapping[str, Any], bench: Bench) -> tuple[_Found, _Found]:
    """Run the solution a second time, in a hurry. Return where it says else, or is too slow."""
    quick = hurried(pack)
    slow: _Found = ()
    for _ in range(_TRIES):
        try:
            again = answers(quick, bench.sandbox, stop=bench.stop)
        except PackBroken as broken:
            slow = problems_of(broken)
        else:
            return tuple(_changed(prepared, again)), ()
    return (), tuple(_too_slow(problem) for problem in slow)


def _changes_unsaid(pack: Pack, prepared: Mapping[str, Any], bench: Bench) -> Iterator[Problem]:
    """A task may be to change an argument; by itself what it holds afterwards is not compared."""
    lines = packs.find_lines(pack.files["pack.toml"])
    for position, graded in enumerate(bench.grade(pack, prepared, pack.solution).functions):
        if graded.message is not None and graded.verdict is Verdict.PASSED:
            message = (
                f"the solution of `{graded.name}` changes what it is given; if that is its task, "
                "say with `changes` which parameter"
            )
            line = lines.of("functions", position, "name")
            yield Problem(severity=Severity.WARNING, file="pack.toml", line=line, message=message)


def problems_of(broken: PackBroken) -> tuple[Problem, ...]:
    """Return what a refusal lists."""
    return cast("tuple[Problem, ...]", broken.details.get("problems", ()))


def _too_slow(problem: Problem) -> Problem:
    return replace(problem, message=f"{problem.message} {_TOO_SLOW}")


_TOO_SLOW = "(The solution may use a fifth of each time limit.)"


def _changed(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield calls on which the solution does not answer the same twice."""
    for case, value in first["expected"].items():
        yield from _other(f"case {case}", value, second["expected"][case])
    for name, entries in first["generated"].items():
        pairs = zip(entries, second["generated"][name], strict=True)
        changed = [(one, again) for one, again in pairs if one["expected"] != again["expected"]]
        for entry, again in changed[:_MOST_TOLD]:
            call = explain.call_text(name, tuple(_arguments(entry)))
            yield from _other(f"generated {call}", entry["expected"], again["expected"])
        if (more := len(changed) - _MOST_TOLD) > 0:
            yield Problem(file=SOLUTION, message=f"and {more} more generated inputs of `{name}`")


def _arguments(entry: Mapping[str, Any]) -> list[Value]:
    arguments = from_plain(entry["args"])
    assert isinstance(arguments, list)
    return arguments


def _other(where: str, value: Any, again: Any) -> Iterator[Problem]:
    if value != again:
        first, second = (explain.wanted(expected_from_plain(it)) for it in (value, again))
        yield Problem(file=SOLUTION, message=f"{where}: it returned {first}, then {second}")
