"""A grade as a few calm lines of text, for a terminal. Shows everything: for staff and authors."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from grader.core.model import CaseGrade, FunctionGrade, Grade, Verdict, Visibility
from grader.core.score import number

_WIDTH_OF_VERSION = 12
_MOST_NAMED = 6


def text(grade: Grade) -> str:
    """Return the report, ending in a newline."""
    return "\n".join(_lines(grade)) + "\n"


def _lines(grade: Grade) -> Iterator[str]:
    yield f"{grade.pack}, version {grade.pack_version[:_WIDTH_OF_VERSION]}"
    yield _summary(grade)
    if grade.load.message:
        yield ""
        yield grade.load.message
    yield ""
    width = max(len(function.name) for function in grade.functions)
    for function in grade.functions:
        yield _row(function, width)
        if grade.load.verdict is Verdict.OK and function.verdict is not Verdict.PASSED:
            yield from _indented(_details(function))


def _summary(grade: Grade) -> str:
    passed = sum(function.verdict is Verdict.PASSED for function in grade.functions)
    points = f"{_points(grade.score)} of {_points(grade.max_score)} points"
    return f"{passed} of {len(grade.functions)} functions pass: {points}."


def _row(function: FunctionGrade, width: int) -> str:
    counts = ", ".join(_counts(function.cases))
    words = function.verdict.replace("_", " ")
    return f"{function.name:{width}}  {words:14}  {counts}".rstrip()


def _counts(cases: tuple[CaseGrade, ...]) -> Iterator[str]:
    for visibility in Visibility:
        verdicts = [c.verdict for c in cases if c.visibility is visibility and c.scored]
        if verdicts:
            yield f"{visibility} {verdicts.count(Verdict.PASSED)} of {len(verdicts)}"


def _details(function: FunctionGrade) -> Iterator[str]:
    if function.message:
        yield from function.message.splitlines()
    if function.hint:
        yield f"Hint: {function.hint}"
    yield _failed([case for case in function.cases if case.scored])


def _failed(scored: list[CaseGrade]) -> str:
    failed = [case.id for case in scored if case.verdict is not Verdict.PASSED]
    if len(failed) == len(scored):
        return "No case passes."
    more = f" and {len(failed) - _MOST_NAMED} more" if len(failed) > _MOST_NAMED else ""
    return f"These cases do not pass: {', '.join(failed[:_MOST_NAMED])}{more}"


def _points(score: Fraction) -> str:
    return f"{round(number(score), 2):g}"


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
