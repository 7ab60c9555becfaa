"""Our search for a counterexample beside Hypothesis' own shrinking, in the same containers.

`.venv/bin/python -m tests.benchmarks.shrinking [WORDS]` takes every wrong file of the corpus whose
name has one of the words, or all: some minutes. Hypothesis asks one input at a time, at most 200,
as long as it likes; it begins with inputs of its own, since it cannot shrink a given one.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Verbosity, settings
from hypothesis import find as find_one
from hypothesis.errors import Flaky, NoSuchExample

from grader import packs
from grader.core.explainable import wanted
from grader.core.grade_json import to_record
from grader.core.model import Arguments, Function, Pack
from grader.core.source import clean
from grader.core.weight import weight
from grader.judge import generate, search
from grader.judge.differ import Differ
from grader.judge.grading import grade
from grader.judge.jobs import never
from grader.judge.oracle import prepare
from sandbox.outside.pool import open_sandbox
from sandbox.outside.reaper import this_process
from sandbox.outside.sandbox import Sandbox

CORPUS = Path(__file__).parents[1] / "corpus" / "mistakes"


class EnoughError(Exception):
    pass


@dataclass
class Hypothesis:
    """Shrinks as `hypothesis.find` does; remembers the plainest input that was wrong."""

    differ: Differ
    function: Function
    best: Arguments | None = None
    asked: int = 0

    def is_wrong(self, arguments: Arguments) -> bool:
        if self.asked == search.MOST_EVALUATIONS:
            raise EnoughError
        self.asked += 1
        if self.differ.shown(arguments) is None:
            return False
        heavy = weight(self.function.domain, arguments)
        if self.best is None or heavy < weight(self.function.domain, self.best):
            self.best = arguments
        return True

    def run(self) -> None:
        assert self.function.domain is not None
        plain = settings(
            max_examples=search.MOST_EVALUATIONS,
            database=None,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
        )
        with suppress(EnoughError, NoSuchExample, Flaky):
            find_one(generate._arguments(self.function.domain), self.is_wrong, settings=plain)


@dataclass(frozen=True)
class Row:
    name: str
    ours_ms: float
    theirs_ms: float
    asked: int
    outcome: str


def rows(sandbox: Sandbox, words: list[str]) -> Iterator[Row]:
    for folder in packs.bundled_folders():
        pack = packs.parse(packs.read_folder(folder))
        prepared = prepare(pack, sandbox)
        for file in sorted((CORPUS / folder.name).glob("*.py")):
            if not words or any(word in file.stem for word in words):
                yield from _of_file(sandbox, pack, prepared, file)


def _of_file(sandbox: Sandbox, pack: Pack, prepared: Any, file: Path) -> Iterator[Row]:
    source = file.read_bytes()
    record = to_record(grade(pack, prepared, source, sandbox=sandbox))
    graded = search.Graded(source=source, record=record)
    for function in pack.functions:
        if function.name not in wanted(record) or not search.failed_cases(record, function.name):
            continue
        began = time.monotonic()
        found = search.find(pack, prepared, graded, function.name, sandbox=sandbox)
        ours = time.monotonic() - began
        differ = Differ(
            pack=pack,
            function=function,
            source=clean(source),
            sandbox=sandbox,
            stop=never,
            most=search.MOST_EVALUATIONS,
        )
        theirs = Hypothesis(differ=differ, function=function)
        began = time.monotonic()
        theirs.run()
        yield Row(
            name=f"{file.stem}, {function.name}",
            ours_ms=ours * 1000,
            theirs_ms=(time.monotonic() - began) * 1000,
            asked=theirs.asked,
            outcome=_outcome(function, found.call if found else None, theirs.best),
        )


def _outcome(function: Function, call: str | None, best: Arguments | None) -> str:
    if call is None or best is None:
        return "neither" if call is best else "ours alone" if best is None else "theirs alone"
    if ", then " in call:
        return "ours, of two calls"
    ours = eval(f"({call.removeprefix(function.name)[1:-1]},)", {"float": float})
    a, b = weight(function.domain, ours), weight(function.domain, best)
    return "equal" if a == b else "ours plainer" if a < b else "theirs plainer"


def main() -> None:
    sandbox = open_sandbox(owner=this_process("shrinking"))
    found = []
    try:
        for row in rows(sandbox, sys.argv[1:]):
            found.append(row)
            times = f"{row.ours_ms:5.0f} ms | {row.theirs_ms:6.0f} ms, {row.asked:3} asked"
            say(f"{row.name:60} {times} | {row.outcome}")
    finally:
        sandbox.close()
    for name in ("ours_ms", "theirs_ms"):
        values = sorted(getattr(row, name) for row in found)
        most = values[int(len(values) * 0.9)]
        middle = statistics.median(values)
        say(f"{name}: median {middle:.0f}, nine of ten below {most:.0f}, longest {values[-1]:.0f}")
    say(str(Counter(row.outcome for row in found)))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
