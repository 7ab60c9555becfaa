"""Whether the solutions of a pack end as it promises: right/ passes, wrong/ fails as written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader import packs
from grader.core.model import Grade, Pack, Verdict, WrongSolution
from grader.judge.workbench import Bench
from grader.packs import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A file of wrong/: the functions that it failed, and whether that was all as promised."""

    file: str
    hint: str
    fails: tuple[str, ...]
    as_promised: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What came of all promises."""

    mistakes: tuple[Mistake, ...]
    problems: tuple[Problem, ...]


def keep_promises(pack: Pack, prepared: Mapping[str, Any], bench: Bench) -> Kept:
    """Grade every solution of the pack. Raises SandboxUnavailable or Stopped."""
    wrong = [solution.source for solution in pack.wrong]
    sources = [*pack.right.values(), *wrong, pack.starter]
    grades = bench.grade_all(pack, prepared, sources)
    right, failed, starter = (
        grades[: len(pack.right)],
        grades[len(pack.right) : -1],
        grades[-1],
    )
    of_wrong = list(_of_wrong(pack, failed))
    problems = [
        *_of_right(pack, right),
        *(problem for _, found in of_wrong for problem in found),
        *_of_starter(starter),
    ]
    return Kept(mistakes=tuple(m for m, _ in of_wrong), problems=tuple(problems))


def _of_right(pack: Pack, grades: Sequence[Grade]) -> Iterator[Problem]:
    for name, graded in zip(pack.right, grades, strict=True):
        yield from _must_pass(name, graded)


def _of_starter(graded: Grade) -> Iterator[Problem]:
    if graded.verdict is Verdict.PASSED:
        yield Problem(file="starter.py", message="the untouched starter passes every case")


def _of_wrong(pack: Pack, grades: Sequence[Grade]) -> Iterator[tuple[Mistake, tuple[Problem, ...]]]:
    lines = packs.find_lines(pack.files["pack.toml"])
    for position, (wrong, graded) in enumerate(zip(pack.wrong, grades, strict=True)):
        problems = (
            *_must_fail(wrong, graded, lines.of("wrong", position, "fails")),
            *_must_be_told(wrong, graded, lines.of("wrong", position, "hint")),
        )
        failed = tuple(f.name for f in graded.functions if f.verdict is not Verdict.PASSED)
        mistake = Mistake(file=wrong.file, hint=wrong.hint, fails=failed, as_promised=not problems)
        yield mistake, problems


def _must_pass(name: str, graded: Grade) -> Iterator[Problem]:
    if graded.load.message is not None:
        yield Problem(file=name, line=graded.load.line or 1, message=graded.load.message)
        return
    for function in graded.functions:
        if function.verdict is not Verdict.PASSED:
            failed = [c.id for c in function.cases if c.scored and c.verdict is not Verdict.PASSED]
            where = ", ".join(failed) or "generated cases"
            yield Problem(file=name, message=f"`{function.name}` is {function.verdict} in: {where}")


def _must_fail(wrong: WrongSolution, graded: Grade, line: int) -> Iterator[Problem]:
    for function in graded.functions:
        passed = function.verdict is Verdict.PASSED
        if passed is (function.name not in wrong.fails):
            continue
        happened = "passes" if passed else f"is {function.verdict}"
        promise = "fail" if passed else "pass"
        message = f"`{function.name}` of {wrong.file} {happened}, but it should {promise}"
        yield Problem(file="pack.toml", line=line, message=message)


def _must_be_told(wrong: WrongSolution, graded: Grade, line: int) -> Iterator[Problem]:
    """Whoever behaves like this file must get its hint, and not that of another one.

    What hit a limit behaves like nothing: it has no signature.
    """
    for function in graded.functions:
        if function.name not in wrong.fails or function.signature is None:
            continue
        told = function.diagnosis
        if told is None or told.hint != wrong.hint:
            other = (
                f"does what wrong/{told.id}.py does in every case" if told else "is not recognised"
            )
            message = f"`{function.name}` of {wrong.file} {other}, so nobody gets its hint"
            yield Problem(file="pack.toml", line=line, message=message)
