"""Turn what was observed into a grade. Pure: the same facts give the same grade for ever.

A function's message and hint are made from the load and from visible cases alone: the code that
makes them is handed no fact of a hidden case, only the function's verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.core import explain, score, verdict
from grader.core.compare import compare
from grader.core.explain import Note
from grader.core.facts import CaseFact, Ending, LoadFact, Observed
from grader.core.model import (
    Case,
    CaseGrade,
    Function,
    FunctionGrade,
    Grade,
    LoadGrade,
    Pack,
    Value,
    Verdict,
    Visibility,
)
from grader.core.values import literal

_NOT_RUN = CaseFact(ending=Ending.NOT_RUN)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """A case with what was seen of it, what it should have returned, and its grade."""

    case: Case
    fact: CaseFact
    expected: Value
    note: Note
    grade: CaseGrade


def decide(
    pack: Pack, seen: Observed, *, cases: Sequence[Case], expected: Mapping[str, Value]
) -> Grade:
    """Grade one source on these cases of the pack."""
    load = _load_grade(seen.load, pack)
    judged = [
        _judge(pack, case, _fact(seen, case, load), expected[case.id], load) for case in cases
    ]
    functions = tuple(
        _function_grade(
            pack, function, [j for j in judged if j.case.function == function.name], seen.load
        )
        for function in pack.functions
    )
    asked = {judged_case.case.function for judged_case in judged if judged_case.case.scored}
    return Grade(
        pack=pack.name,
        pack_version=pack.version,
        verdict=verdict.of_submission(
            load.verdict, [f.verdict for f in functions if f.name in asked]
        ),
        score=sum((f.score for f in functions), score.NOTHING),
        max_score=sum((f.max_score for f in functions), score.NOTHING),
        load=load,
        functions=functions,
        image=seen.image,
        python=seen.python,
        seconds=seen.seconds,
    )


def _load_grade(fact: LoadFact, pack: Pack) -> LoadGrade:
    return LoadGrade(
        verdict=verdict.LOAD[fact.ending].verdict,
        message=explain.load(fact, pack.limits),
        line=fact.fault.line if fact.fault else None,
    )


def _fact(seen: Observed, case: Case, load: LoadGrade) -> CaseFact:
    """Nothing that a case is said to have done counts when the file did not load."""
    return seen.cases[case.id] if load.verdict is Verdict.OK else _NOT_RUN


def _judge(pack: Pack, case: Case, fact: CaseFact, expected: Value, load: LoadGrade) -> _Judged:
    match = compare(fact.value, expected) if fact.ending is Ending.RETURNED else None
    note = explain.case(case, fact, match=match, expected=expected, limits=pack.limits)
    if load.verdict is not Verdict.OK:
        note = explain.SILENT  # the load's own message says it once
    reached = verdict.of_case(fact.ending, match)
    grade = CaseGrade(
        id=case.id,
        visibility=case.visibility,
        verdict=reached,
        scored=case.scored,
        arguments=literal(case.arguments),
        returned=literal(fact.value) if match is not None else None,
        expected=literal(expected),
        message=note.message,
        hint=note.hint,
        output=fact.output or None,
    )
    return _Judged(case=case, fact=fact, expected=expected, note=note, grade=grade)


def _function_grade(
    pack: Pack, function: Function, judged: Sequence[_Judged], load: LoadFact
) -> FunctionGrade:
    reached = _function_verdict(judged, load)
    shares = [
        score.Share(weight=j.case.weight, passed=j.grade.verdict is Verdict.PASSED)
        for j in judged
        if j.case.scored
    ]
    visible = [j for j in judged if j.case.visibility is Visibility.VISIBLE]
    public = _public_note(pack, function, reached, visible, load)
    return FunctionGrade(
        name=function.name,
        verdict=reached,
        score=score.points(function, shares),
        max_score=function.points,
        cases=_said_once(tuple(j.grade for j in judged)),
        message=public.message,
        hint=public.hint,
    )


def _function_verdict(judged: Sequence[_Judged], load: LoadFact) -> Verdict:
    if load.ending is not Ending.LOADED:
        return verdict.LOAD[load.ending].function
    return verdict.of_function([j.grade.verdict for j in judged if j.case.scored])


def _public_note(
    pack: Pack, function: Function, reached: Verdict, visible: Sequence[_Judged], load: LoadFact
) -> Note:
    """Say once what keeps a function from passing. Knows nothing of hidden cases."""
    if reached is Verdict.PASSED:
        return explain.SILENT
    if load.ending is not Ending.LOADED:
        return Note(message=explain.load(load, pack.limits))
    if reached is Verdict.MISSING:
        return Note(message=explain.missing(function.name, pack, load.defined))
    telling = _most_telling(reached, visible)
    if telling is None:
        return Note(message=verdict.about_hidden(reached, pack.limits))
    refused = explain.parameters(function, telling.fact, load.defined)
    if refused is not None:
        return Note(message=refused)
    message = explain.headline(telling.case, telling.fact, telling.note, telling.expected)
    return Note(message=message, hint=telling.note.hint)


def _most_telling(reached: Verdict, visible: Sequence[_Judged]) -> _Judged | None:
    """Return the first visible case with the function's own verdict, else the first that failed."""
    failed = [j for j in visible if j.case.scored and j.grade.verdict is not Verdict.PASSED]
    same = [j for j in failed if j.grade.verdict is reached]
    return next(iter(same or failed), None)


def _said_once(grades: tuple[CaseGrade, ...]) -> tuple[CaseGrade, ...]:
    """Keep each message and hint on the first case that has it; visible and hidden stay apart."""
    said: set[tuple[Visibility, str | None]] = set()

    def once(grade: CaseGrade, words: str | None) -> str | None:
        key = (grade.visibility, words)
        if key in said:
            return None
        said.add(key)
        return words

    return tuple(
        replace(grade, message=once(grade, grade.message), hint=once(grade, grade.hint))
        for grade in grades
    )
