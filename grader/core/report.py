"""A grade as a few calm lines of text, for a terminal. Shows everything: for staff and authors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from grader.core.model import CaseGrade, FunctionGrade, Grade, Verdict, Visibility
from grader.core.score import number

_WIDTH_OF_VERSION = 12
_MOST_NAMED = 6
_RAISES, _RAISE = "raises ", "raise "
_NONE: Mapping[str, Mapping[str, str]] = MappingProxyType({})


def text(grade: Grade, counterexamples: Mapping[str, Mapping[str, str]] = _NONE) -> str:
    """Return the report, ending in a newline. Counterexamples are by function."""
    return "\n".join(_lines(grade, counterexamples)) + "\n"


def _lines(grade: Grade, counterexamples: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
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
            found = counterexamples.get(function.name)
            yield from _indented(_details(function, found))
        elif function.verdict is Verdict.PASSED and function.message:
            yield from _indented(iter(function.message.splitlines()))


def _summary(grade: Grade) -> str:
    passed = sum(function.verdict is Verdict.PASSED for function in grade.functions)
    points = f"{_points(grade.score)} of {_points(grade.max_score)} points"
    return f"{passed} of {len(grade.functions)} functions pass: {points}."


def _row(function: FunctionGrade, width: int) -> str:
    counts = ", ".join([*_counts(function.cases), *_generated_count(function)])
    words = function.verdict.replace("_", " ")
    return f"{function.name:{width}}  {words:14}  {counts}".rstrip()


def _counts(cases: tuple[CaseGrade, ...]) -> Iterator[str]:
    for visibility in Visibility:
        verdicts = [c.verdict for c in cases if c.visibility is visibility and c.scored]
        if verdicts:
            yield f"{visibility} {verdicts.count(Verdict.PASSED)} of {len(verdicts)}"


def _generated_count(function: FunctionGrade) -> Iterator[str]:
    if (generated := function.generated) is not None:
        yield f"generated {generated.passed} of {generated.total}"


def _details(function: FunctionGrade, found: Mapping[str, str] | None) -> Iterator[str]:
    if function.message:
        yield from function.message.splitlines()
    if function.hint:
        yield f"Hint: {function.hint}"
    if function.diagnosis:
        yield f"Known mistake {function.diagnosis.id}: {function.diagnosis.hint}"
    if found:
        yield smallest(found)
    if said := _failed([case for case in function.cases if case.scored]):
        yield said


def call_of(name: str, arguments: str) -> str:
    """Return a call as it is written, of arguments that are a Python tuple as text."""
    return name + arguments.removesuffix(",)") + (")" if arguments.endswith(",)") else "")


def smallest(found: Mapping[str, str]) -> str:
    """Say a counterexample in a sentence: one call, or several that follow each other."""
    came, expected = found["returned"], found["expected"]
    did = came if came.startswith(_RAISES) else f"returned {came}"
    wanted = f"should {_RAISE}{expected.removeprefix(_RAISES)}"
    should = wanted if expected.startswith(_RAISES) else f"expected {expected}"
    several = ";" if ", then " in came else ","
    return f"Smallest case we found: `{found['call']}` {did}{several} {should}."


def _failed(scored: list[CaseGrade]) -> str | None:
    failed = [case.id for case in scored if case.verdict is not Verdict.PASSED]
    if not failed:
        return None
    if len(failed) == len(scored):
        return "No case passes."
    more = f" and {len(failed) - _MOST_NAMED} more" if len(failed) > _MOST_NAMED else ""
    return f"These cases do not pass: {', '.join(failed[:_MOST_NAMED])}{more}"


def _points(score: Fraction) -> str:
    return f"{round(number(score), 2):g}"


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
