"""Whether the solutions of a pack end as it promises: right/ passes, wrong/ fails as written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader import packs
from grader.core.model import CaseGrade, FunctionGrade, Grade, Pack, Verdict, WrongSolution
from grader.judge.workbench import Bench
from grader.packs import Problem, Severity

STARTER = "starter.py"


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

    mistakes: tuple[Mistake, ...] = ()
    problems: tuple[Problem, ...] = ()


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
    """Learners begin with it: it can be read, says what to write, and is not the answer."""
    yield from _must_load(STARTER, graded)
    if graded.load.message is not None:
        return
    passed = [f.name for f in graded.functions if f.verdict is Verdict.PASSED]
    if graded.verdict is Verdict.PASSED:
        yield Problem(file=STARTER, message="the untouched starter passes every case")
    else:
        yield from (_of_untouched(f"passes every case of `{name}`") for name in passed)
    absent = [f.name for f in graded.functions if f.verdict is Verdict.MISSING]
    yield from (_of_untouched(f"does not define `{name}`") for name in absent)


def _of_untouched(said: str) -> Problem:
    message = f"the untouched starter {said}"
    return Problem(severity=Severity.WARNING, file=STARTER, message=message)


def _of_wrong(pack: Pack, grades: Sequence[Grade]) -> Iterator[tuple[Mistake, tuple[Problem, ...]]]:
    lines = packs.find_lines(pack.files["pack.toml"])
    for position, (wrong, graded) in enumerate(zip(pack.wrong, grades, strict=True)):
        problems = tuple(_must_load(wrong.file, graded)) or (
            *_must_fail(wrong, graded, lines.of("wrong", position, "fails")),
            *_must_be_told(wrong, graded, lines.of("wrong", position, "hint")),
        )
        failed = tuple(f.name for f in graded.functions if f.verdict is not Verdict.PASSED)
        mistake = Mistake(file=wrong.file, hint=wrong.hint, fails=failed, as_promised=not problems)
        yield mistake, problems


def _must_load(name: str, graded: Grade) -> Iterator[Problem]:
    """What cannot be loaded behaves in no way, right or wrong."""
    if graded.load.message is not None:
        yield Problem(file=name, line=graded.load.line or 1, message=graded.load.message)


def _must_pass(name: str, graded: Grade) -> Iterator[Problem]:
    yield from _must_load(name, graded)
    if graded.load.message is not None:
        return
    for function in graded.functions:
        if function.verdict is not Verdict.PASSED:
            yield Problem(file=name, message=f"`{function.name}` fails: {_failure(function)}")


def _must_fail(wrong: WrongSolution, graded: Grade, line: int) -> Iterator[Problem]:
    for function in graded.functions:
        passed = function.verdict is Verdict.PASSED
        if passed is (function.name not in wrong.fails):
            continue
        said = (
            "passes every case, but it should fail"
            if passed
            else f"should pass, but it fails: {_failure(function)}"
        )
        message = f"`{function.name}` of {wrong.file} {said}"
        yield Problem(file="pack.toml", line=line, message=message)


def _failure(function: FunctionGrade) -> str:
    """Say which cases fail, and of the first one what came of it."""
    failed = [c for c in function.cases if c.scored and c.verdict is not Verdict.PASSED]
    generated = function.generated.failures if function.generated else ()
    if not failed and not generated:
        return function.verdict
    first = (*failed, *generated)[0]
    others = len(failed) - 1 if failed else 0
    more = f", and {others} more of your cases" if others else ""
    return f"{_call(function.name, first)} {_outcome(first)}{_named(first)}{more}"


def _call(name: str, case: CaseGrade) -> str:
    inside = case.arguments or "()"
    return name + (f"{inside[:-2]})" if inside.endswith(",)") else inside)


def _outcome(case: CaseGrade) -> str:
    if case.returned is None:
        return f"ended with {case.verdict}"
    return f"returned {case.returned}, expected {case.expected}"


def _named(case: CaseGrade) -> str:
    return " (a generated case)" if "#" in case.id else f" (case {case.id})"


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
