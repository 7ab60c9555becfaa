"""The smallest input on which a learner's function and the solution differ.

Looks after the verdict is out. Both run in containers, as always; 25 inputs are tried at a time, so
that 200 of them take a few runs instead of 400. An input that is marked secret, or that holds a
telling part of one, is never asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from grader.core import edges, explain
from grader.core.domain import Choice, Domain, Record, Spec
from grader.core.explainable import failed_cases, wanted
from grader.core.facts import CaseFact, Ending
from grader.core.judging import judge, outcome_text
from grader.core.model import Arguments, Case, Expected, Function, Pack, Raised, Value, Visibility
from grader.core.shrink import smaller_inputs
from grader.core.source import clean
from grader.core.values import literal, to_plain
from grader.judge import prepared as records
from grader.judge.jobs import INPUTS_TO_A_QUESTION, Stop, never, run
from sandbox.outside.sandbox import Sandbox, Stopped

MOST_EVALUATIONS: Final = 200
SECONDS: Final = 2.0
_CALL_SECONDS: Final = 0.5
_CALL_BYTES: Final = 400
_TELLING_NUMBER: Final = 1000  # smaller ones stand in many inputs by chance
_TELLING_TEXT: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterexample:
    """A call, what came of it and what should have, as Python text."""

    call: str
    returned: str
    expected: str

    def as_json(self) -> dict[str, str]:
        return {"call": self.call, "returned": self.returned, "expected": self.expected}


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A source and the record of its grade."""

    source: bytes | str
    record: Mapping[str, Any]


def explain_all(
    pack: Pack, prepared: Mapping[str, Any], graded: Graded, *, sandbox: Sandbox
) -> dict[str, dict[str, str]]:
    """Return the counterexamples of a grade, by function, as far as there are any."""
    found = {
        name: find(pack, prepared, graded, name, sandbox=sandbox) for name in wanted(graded.record)
    }
    return {name: one.as_json() for name, one in found.items() if one is not None}


def find(
    pack: Pack,
    prepared: Mapping[str, Any],
    graded: Graded,
    name: str,
    *,
    sandbox: Sandbox,
    stop: Stop = never,
    clock: Callable[[], float] = time.monotonic,
) -> Counterexample | None:
    """Look from the smallest input that the grade knows to be wrong.

    None when there is none to show, or it took longer than SECONDS. Raises SandboxUnavailable, or
    Stopped when `stop` said so.
    """
    deadline = clock() + SECONDS
    function = next(function for function in pack.functions if function.name == name)
    known = records.read(pack, prepared)
    by_id = {case.id: case for case in (*pack.cases, *known.generated)}
    secrets = _Secrets.of(pack)
    failed = [by_id[case] for case in failed_cases(graded.record, name) if case in by_id]
    starts = [case.arguments for case in failed if not secrets.has(case.arguments)]
    search = _Search(
        pack=replace(pack, limits=replace(pack.limits, case_seconds=_CALL_SECONDS)),
        function=function,
        source=clean(graded.source),
        sandbox=sandbox,
        stop=lambda: stop() or clock() >= deadline,
        secrets=secrets,
    )
    search.know(case.arguments for case in known.generated if case.function == name)
    try:
        found = search.smallest(starts)
    except Stopped:
        if stop():
            raise
        return None
    return found if clock() < deadline else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Secrets:
    """What may not be shown: the secret inputs themselves, and parts that stand nowhere else."""

    inputs: frozenset[str]
    parts: frozenset[str]

    @classmethod
    def of(cls, pack: Pack) -> _Secrets:
        secret = [case.arguments for case in pack.cases if case.secret]
        open_to_all = {
            part
            for case in pack.cases
            if case.visibility is Visibility.VISIBLE
            for part in _parts(case.arguments)
        } | {part for f in pack.functions if f.domain for part in _choices(f.domain)}
        return cls(
            inputs=frozenset(_key(one) for one in secret),
            parts=frozenset(part for one in secret for part in _parts(one)) - open_to_all,
        )

    def has(self, arguments: Arguments) -> bool:
        return _key(arguments) in self.inputs or not self.parts.isdisjoint(_parts(arguments))


class _Search:
    """Steps from an input that is wrong to a smaller one, as long as there is one."""

    def __init__(
        self,
        *,
        pack: Pack,
        function: Function,
        source: str,
        sandbox: Sandbox,
        stop: Stop,
        secrets: _Secrets,
    ) -> None:
        self._pack = pack
        self._function = function
        self._source = source
        self._sandbox = sandbox
        self._stop = stop
        self._secrets = secrets
        self._left = MOST_EVALUATIONS
        self._asked: set[str] = set()

    def know(self, inputs: Iterator[Arguments]) -> None:
        """These were asked when the source was graded; the wrong ones are where it starts."""
        self._asked.update(_key(one) for one in inputs)

    def smallest(self, starts: Sequence[Arguments]) -> Counterexample | None:
        """Only what differs in a fresh module of its own is shown: others may share their state."""
        if not starts:
            return None
        best = min(starts, key=edges.size)
        while (smaller := self._step(best)) is not None:
            best = smaller
        return self._confirmed(best)

    def _step(self, best: Arguments) -> Arguments | None:
        if self._function.domain is None:
            return None
        candidates = [
            one
            for one in smaller_inputs(self._function.domain, best)
            if _key(one) not in self._asked and not self._secrets.has(one)
        ]
        while candidates and self._left > 1:
            count = min(INPUTS_TO_A_QUESTION, self._left - 1)  # the last one is for the proof
            tried, candidates = candidates[:count], candidates[count:]
            if wrong := [case.arguments for case, _o, _e in self._differing(tried)]:
                return min(wrong, key=edges.size)
        return None

    def _confirmed(self, arguments: Arguments) -> Counterexample | None:
        for case, outcome, expected in self._differing([arguments]):
            return Counterexample(
                call=_call(case),
                returned=outcome,
                expected=outcome_text(expected),
            )
        return None

    def _differing(self, inputs: Sequence[Arguments]) -> Iterator[tuple[Case, str, Expected]]:
        """Yield each input that comes out wrong, with what came of it and what should have."""
        self._left -= len(inputs)
        self._asked.update(_key(one) for one in inputs)
        cases = [records.generated_case(self._function, n, one) for n, one in enumerate(inputs)]
        ours, theirs = (
            run(self._pack, source, (), generated=cases, sandbox=self._sandbox, stop=self._stop)
            for source in (clean(self._pack.solution), self._source)
        )
        for case in cases:
            expected = _answer(self._function, ours.cases[case.id])
            fact = theirs.cases[case.id]
            if expected is _NO_ANSWER or judge(case, fact, expected[0]).passed:
                continue
            outcome = _outcome(fact)
            if outcome is not None:
                yield case, outcome, expected[0]


_NO_ANSWER: Final[tuple[Expected, ...]] = ()


def _answer(function: Function, fact: CaseFact) -> tuple[Expected, ...]:
    """Return what the solution came to, or nothing where it has no answer to give."""
    if fact.ending is Ending.RETURNED:
        return (fact.value,)
    if fact.ending is Ending.RAISED and fact.fault and fact.fault.kind in function.raises:
        return (Raised(kinds=function.raises),)
    return _NO_ANSWER


def _outcome(fact: CaseFact) -> str | None:
    if fact.ending is Ending.RETURNED:
        return literal(fact.value, limit=_CALL_BYTES)
    if fact.ending is Ending.RAISED and fact.fault is not None:
        return f"raises {fact.fault.kind}"
    return None


def _call(case: Case) -> str:
    text = explain.call_text(case.function, case.arguments)
    return text if len(text) <= _CALL_BYTES else text[:_CALL_BYTES] + "…"


def _key(arguments: Arguments) -> str:
    return repr(to_plain(list(arguments)))


def _parts(value: Value) -> Iterator[str]:
    """Yield the numbers and texts in a value that hardly stand there by chance."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, str):
        if len(value) >= _TELLING_TEXT:
            yield repr(value)
    elif isinstance(value, (int, float)) and abs(value) >= _TELLING_NUMBER:
        yield repr(value)


def _choices(domain: Domain) -> Iterator[str]:
    """Yield what every learner may meet because the domain says so."""
    for parameter in domain.parameters:
        yield from _choices_of(domain.spec_of(parameter))


def _choices_of(spec: Spec) -> Iterator[str]:
    if isinstance(spec, Choice):
        for value in spec.values:
            yield from _parts(value)
    elif isinstance(spec, Record):
        for _name, field in spec.fields:
            yield from _choices_of(field)
