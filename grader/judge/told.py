"""A check of a pack as lines for a terminal and as JSON for programs. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.judge.check import Report
from grader.judge.promises import Mistake
from grader.judge.trials import Survivor, Trials
from grader.packs import Problem, written


def as_json(report: Report) -> dict[str, Any]:
    return {
        "ok": report.ok,
        "problems": [problem_json(problem) for problem in report.problems],
        "mutants": _trials_json(report.trials or Trials()),
        "mistakes": [_mistake_json(mistake) for mistake in report.mistakes],
    }


def problem_json(problem: Problem) -> dict[str, Any]:
    return {
        "severity": str(problem.severity),
        "file": problem.file,
        "line": problem.line,
        "message": problem.message,
    }


def as_text(report: Report) -> str:
    """Return what went well, and for each survivor the case that would catch it."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    if report.mistakes:
        promised = sum(mistake.as_promised for mistake in report.mistakes)
        yield f"{promised} of {len(report.mistakes)} wrong solutions fail as promised."
    if report.trials is not None:
        yield _counted(report.trials)
        for survivor in report.trials.survivors:
            yield from _survivor_lines(survivor)
    if report.ok:
        yield "The pack keeps its promises."


def _counted(trials: Trials) -> str:
    equivalent = f", {trials.equivalent} listed as equivalent" if trials.equivalent else ""
    return f"{trials.caught} of {trials.total} mutants caught{equivalent}."


def _survivor_lines(survivor: Survivor) -> Iterator[str]:
    mutant = survivor.mutant
    yield ""
    yield f"solution.py:{mutant.line}: no case notices this change:"
    yield f"    {mutant.before}"
    yield f"    {mutant.after}"
    if survivor.telling is not None:
        yield f"{survivor.telling.call} tells them apart. As a case for pack.toml:"
        yield from _indented(survivor.telling.case)
    yield "If nothing can tell them apart, say so in pack.toml:"
    yield from _indented(_equivalent(survivor))


def _equivalent(survivor: Survivor) -> str:
    mutant = survivor.mutant
    keys = {"function": mutant.function, "before": mutant.before, "after": mutant.after}
    pairs = [f"{key} = {written.text(text)}" for key, text in keys.items()]
    return "\n".join(["[[equivalent]]", *pairs, 'why = ""'])


def _indented(text: str) -> Iterator[str]:
    return (f"    {line}".rstrip() for line in text.splitlines())


def _trials_json(trials: Trials) -> dict[str, Any]:
    return {
        "total": trials.total,
        "caught": trials.caught,
        "equivalent": trials.equivalent,
        "survivors": [_survivor_json(survivor) for survivor in trials.survivors],
    }


def _survivor_json(survivor: Survivor) -> dict[str, Any]:
    mutant, telling = survivor.mutant, survivor.telling
    return {
        "file": "solution.py",
        "line": mutant.line,
        "function": mutant.function,
        "before": mutant.before,
        "after": mutant.after,
        "call": telling.call if telling else None,
        "case": telling.case if telling else None,
    }


def _mistake_json(mistake: Mistake) -> dict[str, Any]:
    return {
        "file": mistake.file,
        "fails": list(mistake.fails),
        "hint": mistake.hint,
        "as_promised": mistake.as_promised,
    }
