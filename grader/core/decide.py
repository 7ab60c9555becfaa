"""Turn what was observed into a grade. Pure: the same facts give the same grade for ever.

A function's message and hint are made from the load and from visible cases. Only when all of those
pass do they tell the kind of a hidden failure, and never a value of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from grader.core import edges, explain, names, score, telling, verdict
from grader.core.echoes import told_once
from grader.core.explain import Note
from grader.core.facts import CaseFact, Ending, Fault, LoadFact, Observed
from grader.core.judging import Judged, case_grade, failures, hidden_error, judge, note_of
from grader.core.model import (
    EXACT,
    Case,
    CaseGrade,
    Expected,
    Function,
    FunctionGrade,
    GeneratedGrade,
    Grade,
    LoadGrade,
    Pack,
    Raised,
    Verdict,
    Visibility,
)
from grader.core.nearmiss import NearMiss, near_miss
from grader.core.signature import Mistakes, signature
from grader.core.tips import tip_of

FAILURES_KEPT = 3  # of the generated inputs of a function, the smallest
_MOST_LOOKED_AT = 20  # hidden failures that must all be the same near miss
_NOT_RUN = CaseFact(ending=Ending.NOT_RUN)
_NO_MISTAKES: Mapping[str, Mistakes] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """Everything that one function was asked, judged."""

    function: Function
    named: tuple[Judged, ...]
    generated: Sequence[tuple[Case, CaseFact]]
    failures: tuple[Judged, ...]  # of the generated ones
    load: LoadFact
    mistakes: Mistakes
    remembers: bool

    @property
    def scored(self) -> tuple[Judged, ...]:
        """Named cases that count."""
        return tuple(j for j in self.named if j.case.scored)

    @property
    def failed(self) -> tuple[Judged, ...]:
        return (*(j for j in self.scored if not j.passed), *self.failures)

    @property
    def is_asked(self) -> bool:
        return bool(self.scored or self.generated)

    @property
    def visible(self) -> tuple[Judged, ...]:
        return tuple(j for j in self.named if j.case.visibility is Visibility.VISIBLE)

    @property
    def verdict(self) -> Verdict:
        if self.load.ending is not Ending.LOADED:
            return verdict.LOAD[self.load.ending].function
        reached = [j.verdict for j in (*self.scored, *self.failures)]
        all_generated_pass = not reached and bool(self.generated)
        return Verdict.PASSED if all_generated_pass else verdict.of_function(reached)


def decide(
    pack: Pack,
    seen: Observed,
    *,
    cases: Sequence[Case],
    expected: Mapping[str, Expected],
    generated: Sequence[Case] = (),
    mistakes: Mapping[str, Mistakes] = _NO_MISTAKES,
) -> Grade:
    """Grade one source on these cases of the pack.

    `mistakes` are, by function, the signatures of known misconceptions on exactly these cases.
    """
    named = _by_function(cases, seen)
    drawn = _by_function(generated, seen)
    asked = [
        _Asked(
            function=function,
            named=tuple(judge(c, fact, expected[c.id]) for c, fact in named[function.name]),
            generated=drawn[function.name],
            failures=failures(drawn[function.name], expected),
            load=seen.load,
            mistakes=mistakes.get(function.name, {}),
            remembers=function.name in seen.remembers,
        )
        for function in pack.functions
    ]
    load = _load_grade(seen.load, pack)
    notes = [_public_note(pack, one) for one in asked]
    grades = [_function_grade(pack, one, note) for one, note in zip(asked, notes, strict=True)]
    functions = told_once(grades, [note.error for note in notes])
    counted = [f.verdict for f, one in zip(functions, asked, strict=True) if one.is_asked]
    return Grade(
        pack=pack.name,
        pack_version=pack.version,
        verdict=verdict.of_submission(load.verdict, counted),
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


def _by_function(
    cases: Iterable[Case], seen: Observed
) -> Mapping[str, list[tuple[Case, CaseFact]]]:
    """Bring cases and facts together. Without a load, nothing counts that a case is said to do."""
    has_loaded = seen.load.ending is Ending.LOADED
    found: defaultdict[str, list[tuple[Case, CaseFact]]] = defaultdict(list)
    for case in cases:
        found[case.function].append((case, seen.cases[case.id] if has_loaded else _NOT_RUN))
    return found


def _function_grade(pack: Pack, asked: _Asked, public: Note) -> FunctionGrade:
    function = asked.function
    named_signature = _signature(asked)
    return FunctionGrade(
        name=function.name,
        verdict=asked.verdict,
        score=score.points(function, _shares(asked)),
        max_score=function.points,
        cases=_said_once(tuple(case_grade(j, _note(pack, asked, j)) for j in asked.named)),
        message=public.message,
        hint=public.hint,
        generated=_generated_grade(pack, asked),
        signature=named_signature,
        diagnosis=asked.mistakes.get(named_signature) if named_signature else None,
    )


def _note(pack: Pack, asked: _Asked, judged: Judged) -> Note:
    """When the file did not load, the load's own message says it once."""
    if asked.load.ending is not Ending.LOADED:
        return explain.SILENT
    return note_of(judged, pack.limits)


def _shares(asked: _Asked) -> list[score.Share]:
    """All generated inputs of a function together weigh as much as one named case."""
    shares = [score.Share(weight=j.case.weight, passed=j.passed) for j in asked.scored]
    if total := len(asked.generated):
        failed = Fraction(len(asked.failures), total)
        shares.append(score.Share(weight=1 - failed, passed=True))
        shares.append(score.Share(weight=failed, passed=False))
    return shares


def _generated_grade(pack: Pack, asked: _Asked) -> GeneratedGrade | None:
    if not asked.generated:
        return None
    smallest = sorted(asked.failures, key=_rank)
    return GeneratedGrade(
        passed=len(asked.generated) - len(asked.failures),
        total=len(asked.generated),
        failures=tuple(case_grade(j, _note(pack, asked, j)) for j in smallest[:FAILURES_KEPT]),
    )


def _rank(failure: Judged) -> tuple[bool, tuple[int, float, str]]:
    """The smallest first, and last of all what was not run."""
    return failure.verdict is Verdict.NOT_RUN, edges.size(failure.case.arguments)


def _signature(asked: _Asked) -> str | None:
    """Only wrong behaviour has one, and only when it is known of every case what came of it."""
    has_none = asked.verdict is Verdict.PASSED or asked.verdict in verdict.LIMITS
    if has_none or asked.load.ending is not Ending.LOADED:
        return None
    wrong = {judged.case.id for judged in asked.failed}
    facts = [*((j.case, j.fact) for j in asked.scored), *asked.generated]
    return signature(
        (c.id, fact if c.id in wrong or c.rules == EXACT else None) for c, fact in facts
    )


def _public_note(pack: Pack, asked: _Asked) -> Note:
    """Say once what keeps a function from passing."""
    function, load, reached = asked.function, asked.load, asked.verdict
    if reached is Verdict.PASSED:
        return _changed(asked)
    if load.ending is not Ending.LOADED:
        return Note(message=explain.load(load, pack.limits))
    told = _most_telling(asked.visible)
    if _is_missing(asked, told):
        fact = told.fact if told else None
        return Note(message=names.missing(function.name, pack, load, fact))
    if told is None:
        return _hidden_note(pack, asked, reached)
    refused = names.parameters(function, told.fact, load.defined)
    if said := refused or names.other_order(function, load.defined):
        return Note(message=said)
    note = note_of(told, pack.limits)
    message = explain.headline(told.case, told.fact, note, told.expected)
    twice = names.repeated(function.name, load)
    message = "\n".join(filter(None, (message, twice)))
    known = (*function.parameters, *(definition.name for definition in load.defined))
    hint = names.undefined(told.fact.fault, known) or note.hint
    return Note(message=message, hint=hint, error=None if twice else note.error)


def _changed(asked: _Asked) -> Note:
    """A function that passes may still have changed what it was given."""
    function = asked.function
    for judged in asked.visible:
        if said := explain.changed_arguments(function.name, judged.fact):
            return Note(message=said)
    return explain.SILENT


def _most_telling(visible: Sequence[Judged]) -> Judged | None:
    """Hidden cases have no say in it."""
    scored = [judged for judged in visible if judged.case.scored]
    place = telling.first([judged.verdict for judged in scored])
    return None if place is None else scored[place]


def _is_missing(asked: _Asked, told: Judged | None) -> bool:
    """Hidden cases are asked only where there is no visible one to say so."""
    if told is not None:
        return told.verdict is Verdict.MISSING
    return asked.verdict is Verdict.MISSING and not asked.visible


def _hidden_note(pack: Pack, asked: _Asked, reached: Verdict) -> Note:
    if asked.remembers:
        return explain.REMEMBERS
    near = _hidden_near_miss(asked.failed)
    if near is not None:
        return Note(message=near.of_hidden(), hint=near.tip)
    kind = hidden_error(asked.failed) if reached is Verdict.RAISED else None
    tip = tip_of(Fault(kind=kind)) if kind else verdict.tip_of_hidden(reached)
    return Note(message=verdict.about_hidden(reached, pack.limits, kind), hint=tip)


def _hidden_near_miss(failed: Sequence[Judged]) -> NearMiss | None:
    """Return the one near miss that all hidden failures are; anything else is not told."""
    found = {_near_miss(judged) for judged in failed[:_MOST_LOOKED_AT]}
    return found.pop() if len(found) == 1 else None


def _near_miss(judged: Judged) -> NearMiss | None:
    fact, expected = judged.fact, judged.expected
    if isinstance(expected, Raised) or fact.ending is not Ending.RETURNED:
        return None
    return near_miss(fact.value, expected, printed=fact.printed, rules=judged.case.rules)


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
        if grade.message or grade.hint
        else grade
        for grade in grades
    )
