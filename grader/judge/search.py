"""The smallest input on which a learner's function and the solution differ.

Looks after the verdict is out, a few inputs at a time, so that 200 of them take a part of a second.
An input that is marked secret, or that holds a telling part of one, is never asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, TypeAlias

from grader.core.explainable import failed_cases, surely_right, unanswered_cases, wanted
from grader.core.fitting import misfit
from grader.core.in_place import named
from grader.core.judging import outcome_text
from grader.core.knobs import Knob, knobs, probes, rungs
from grader.core.model import Arguments, Case, Expected, Function, Pack, Verdict
from grader.core.shrink import has_other_shape, smaller_inputs
from grader.core.source import clean
from grader.core.weight import weight
from grader.judge import prepared as records
from grader.judge.differ import Counterexample, Differ, shown_call
from grader.judge.jobs import INPUTS_TO_A_QUESTION, Stop, never
from grader.judge.withheld import Withheld, key
from sandbox.outside.sandbox import Sandbox, Stopped

MOST_EVALUATIONS: Final = 200
SECONDS: Final = 2.0
_SHRINKING_SECONDS: Final = 0.9  # then the smallest so far has to do: a learner is waiting
_CALL_SECONDS: Final = 0.5
_KEPT_FOR_PROOF: Final = 2  # evaluations: two calls, one after the other
_STARTS: Final = 3  # that are tried alone before two calls are
_SHAPES: Final = 3  # of the inputs that are called before others
_OF_A_SHAPE: Final = 3
Found: TypeAlias = Counterexample | None


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
) -> Found:
    """Look from the smallest input that the grade knows to be wrong.

    None when there is none to show, or it took longer than SECONDS. Raises SandboxUnavailable, or
    Stopped when `stop` said so.
    """
    began = clock()
    known = records.read(pack, prepared)
    function = next(function for function in pack.functions if function.name == name)
    search = _Search(
        function=function,
        differ=Differ(
            pack=replace(pack, limits=replace(pack.limits, case_seconds=_CALL_SECONDS)),
            function=function,
            source=clean(graded.source),
            sandbox=sandbox,
            stop=lambda: stop() or clock() >= began + SECONDS,
            most=MOST_EVALUATIONS,
        ),
        withheld=Withheld.of(pack),
        is_late=lambda: clock() >= began + _SHRINKING_SECONDS,
    )
    generated = [case for case in known.generated if case.function == name]
    failed = set(failed_cases(graded.record, name))
    if not failed:
        ended = unanswered_cases(graded.record, name)
        return search.unanswered((*generated, *pack.cases), ended, known.expected)
    try:
        found = search.smallest(
            [case for case in (*generated, *pack.cases) if case.id in failed],
            generated,
            surely_right(graded.record, name, generated),
        )
    except Stopped:
        if stop():
            raise
        return None
    return found if clock() < began + SECONDS else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    """Steps from an input that is wrong to a smaller one, as long as there is one."""

    function: Function
    differ: Differ
    withheld: Withheld
    is_late: Callable[[], bool]

    def smallest(
        self, failed: Iterable[Case], generated: Iterable[Case], right: Iterable[Case]
    ) -> Found:
        """Only what differs in a fresh module of its own is shown: others may share their state.

        Where nothing does, two calls one after the other may.
        """
        starts = self._open(case.arguments for case in failed)
        if not starts:
            return None
        self.differ.asked.update(key(case.arguments) for case in right)
        for start in starts[:_STARTS]:
            if (found := self.differ.shown(start)) is not None:
                best = self._shrunk(start)
                return found if best is start else self.differ.shown(best) or found
        return self._spoilt(starts[:_STARTS], (case.arguments for case in generated))

    def unanswered(
        self, cases: Iterable[Case], ended: Mapping[str, Verdict], expected: Mapping[str, Expected]
    ) -> Found:
        """The smallest known input that came to no answer; it is not asked again."""
        open_cases = [c for c in cases if c.id in ended and not self.withheld.has(c.arguments)]
        if not open_cases:
            return None
        case = min(open_cases, key=lambda one: weight(self.function.domain, one.arguments))
        return Counterexample(
            call=shown_call(case),
            returned=f"no answer ({ended[case.id].replace('_', ' ')})",
            expected=named(case, outcome_text(expected[case.id])),
        )

    def _shrunk(self, best: Arguments) -> Arguments:
        while (smaller := self._step(best)) is not None:
            best = smaller
        return best

    def _open(self, inputs: Iterable[Arguments]) -> list[Arguments]:
        """What is not withheld, the smallest first."""
        shown = [one for one in inputs if not self.withheld.has(one)]
        return sorted(shown, key=lambda one: weight(self.function.domain, one))

    @property
    def _may_ask(self) -> int:
        return 0 if self.is_late() else self.differ.left - _KEPT_FOR_PROOF

    def _step(self, best: Arguments) -> Arguments | None:
        """Fewer parts before smaller numbers: a number is turned down faster than tried."""
        if self.function.domain is None:
            return None
        candidates = self._new(smaller_inputs(self.function.domain, best), best)
        reshaped = [one for one in candidates if has_other_shape(one, best)]
        return (
            self._first_wrong(reshaped)
            or self._turned_down(best)
            or self._first_wrong(self._new(candidates, best))
        )

    def _first_wrong(self, candidates: Sequence[Arguments]) -> Arguments | None:
        while candidates and (count := min(INPUTS_TO_A_QUESTION, self._may_ask)) > 0:
            if wrong := self.differ.wrong(candidates[:count]):
                return self._open(wrong)[0]
            candidates = candidates[count:]
        return None

    def _turned_down(self, best: Arguments) -> Arguments | None:
        """Leap while that does it; then close in on the limit, one number after the other."""
        turns = knobs(best)
        leaps = [turn.turned(best, rung) for turn in turns for rung in rungs(turn.magnitude)]
        if found := self._first_wrong(self._open(self._new(leaps, best))):
            return found
        return next(filter(None, (self._closed_in(best, turn) for turn in turns)), None)

    def _closed_in(self, best: Arguments, knob: Knob) -> Arguments | None:
        """What may not be asked counts as right."""
        low, high = knob.magnitude // 2, knob.magnitude
        while (tried := probes(low, high)) and self._may_ask >= len(tried):
            inputs = {one: knob.turned(best, one) for one in tried}
            askable = self._new(inputs.values(), best)
            wrong = self.differ.wrong(askable) if askable else []
            high = min((one for one in tried if inputs[one] in wrong), default=high)
            low = max(one for one in (low, *tried) if one < high)
        return knob.turned(best, high) if high < knob.magnitude else None

    def _new(self, inputs: Iterable[Arguments], best: Arguments) -> list[Arguments]:
        """Plainer inputs inside the domain that were not asked yet and are not withheld."""
        domain = self.function.domain
        assert domain is not None
        limit = weight(domain, best)
        return [
            one
            for one in inputs
            if key(one) not in self.differ.asked
            and not self.withheld.has(one)
            and misfit(domain, one) is None
            and weight(domain, one) < limit
        ]

    def _spoilt(self, starts: Sequence[Arguments], inputs: Iterable[Arguments]) -> Found:
        """Two calls of which the second goes wrong: the same twice before one that failed."""
        few = self._few(inputs)
        twice = [(one, one) for one in few]
        others = [pair for pair in product(few, starts) if key(pair[0]) != key(pair[1])]
        for pairs in (twice, others):
            if pairs and self._may_ask >= 2 * len(pairs):
                for first, then in self.differ.spoilt(pairs):
                    return self.differ.shown(first, then)
        return None

    def _few(self, inputs: Iterable[Arguments]) -> list[Arguments]:
        """Some small inputs of each size in parts: many are needed before one leaves a trace."""
        by_parts: dict[int, list[Arguments]] = {}
        for one in self._open(inputs):
            by_parts.setdefault(weight(self.function.domain, one)[0], []).append(one)
        return [one for alike in list(by_parts.values())[:_SHAPES] for one in alike[:_OF_A_SHAPE]]
