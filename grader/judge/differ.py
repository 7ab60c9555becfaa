"""Ask the solution and a learner's file the same inputs, and say where they differ.

Both run in containers, as always. An input counts as one evaluation, whoever answers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from grader.core.builtin_errors import is_expected
from grader.core.explain import call_text
from grader.core.facts import CaseFact, Ending, Observed
from grader.core.in_place import named
from grader.core.judging import judge, outcome_text
from grader.core.model import Arguments, Case, Expected, Function, Pack, Raised
from grader.core.source import clean
from grader.core.values import literal
from grader.judge.jobs import Stop, run_groups
from grader.judge.prepared import generated_case
from grader.judge.withheld import key
from sandbox.outside.sandbox import Sandbox

_SHOWN_BYTES: Final = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterexample:
    """A call, what came of it and what should have, as Python text."""

    call: str
    returned: str
    expected: str

    def as_json(self) -> dict[str, str]:
        return {"call": self.call, "returned": self.returned, "expected": self.expected}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """What one call came to, and whether that was right. Texts are as they are shown."""

    case: Case
    returned: str
    expected: str
    is_right: bool


class Differ:
    """Counts what was asked; `left` is how many inputs may still be."""

    def __init__(
        self,
        *,
        pack: Pack,
        function: Function,
        source: str,
        sandbox: Sandbox,
        stop: Stop,
        most: int,
    ) -> None:
        self._pack = pack
        self._function = function
        self._sources = (clean(pack.solution), source)
        self._sandbox = sandbox
        self._stop = stop
        self.left = most
        self.asked: set[str] = set()

    def wrong(self, inputs: Sequence[Arguments]) -> list[Arguments]:
        """Return the inputs on which the two differ. All of them share one fresh module."""
        answers = chain.from_iterable(self._answers([inputs]))
        return [answer.case.arguments for answer in answers if not answer.is_right]

    def spoilt(self, groups: Sequence[Sequence[Arguments]]) -> list[Sequence[Arguments]]:
        """Return the groups whose last call comes out wrong though all before it were right.

        The calls of a group follow each other in one fresh module.
        """
        answered = zip(groups, self._answers(groups), strict=True)
        return [group for group, answers in answered if _is_spoilt(answers, whole=len(group))]

    def shown(self, *calls: Arguments) -> Counterexample | None:
        """Ask these calls alone, one after the other; None when the last one comes out right.

        Nothing else is in the container then, so that what a program returns can hold nothing else.
        """
        (answers,) = self._answers([calls])
        return _shown(answers) if _is_spoilt(answers, whole=len(calls)) else None

    def _answers(self, groups: Sequence[Sequence[Arguments]]) -> list[list[_Answer]]:
        """Return what came of each group; a call without an answer to show is left out."""
        self.left -= sum(map(len, groups))
        self.asked.update(key(one) for group in groups for one in group)
        numbers = iter(range(sum(map(len, groups))))
        cases = [
            [generated_case(self._function, next(numbers), one) for one in group]
            for group in groups
        ]
        ours, theirs = (
            run_groups(self._pack, source, cases, sandbox=self._sandbox, stop=self._stop)
            for source in self._sources
        )
        return [list(self._compared(group, ours, theirs)) for group in cases]

    def _compared(
        self, cases: Iterable[Case], ours: Observed, theirs: Observed
    ) -> Iterator[_Answer]:
        for case in cases:
            expected = _answer(self._function, ours.cases[case.id])
            fact = theirs.cases[case.id]
            outcome = _outcome(fact)
            if expected is not _NO_ANSWER and outcome is not None:
                yield _Answer(
                    case=case,
                    returned=named(case, outcome),
                    expected=named(case, outcome_text(expected[0])),
                    is_right=judge(case, fact, expected[0]).passed,
                )


_NO_ANSWER: Final[tuple[Expected, ...]] = ()


def _answer(function: Function, fact: CaseFact) -> tuple[Expected, ...]:
    """Return what the solution came to, or nothing where it has no answer to give."""
    if fact.ending is Ending.RETURNED:
        return (fact.value,)
    if fact.ending is Ending.RAISED and is_expected(fact.fault, function.raises):
        return (Raised(kinds=function.raises),)
    return _NO_ANSWER


def _outcome(fact: CaseFact) -> str | None:
    if fact.ending is Ending.RETURNED:
        return literal(fact.value, limit=_SHOWN_BYTES)
    if fact.ending is Ending.WRONG_TYPE:
        return f"<{fact.type_name}>"
    if fact.ending is Ending.RAISED and fact.fault is not None:
        return f"raises {fact.fault.kind}"
    return None


def _is_spoilt(answers: Sequence[_Answer], *, whole: int) -> bool:
    right = [answer.is_right for answer in answers]
    return len(right) == whole and right == [True] * (whole - 1) + [False]


def _shown(answers: Sequence[_Answer]) -> Counterexample:
    """One call, or several that follow each other."""
    return Counterexample(
        call=_then(shown_call(answer.case) for answer in answers),
        returned=_then(answer.returned for answer in answers),
        expected=_then(answer.expected for answer in answers),
    )


def _then(texts: Iterable[str]) -> str:
    return ", then ".join(texts)


def shown_call(case: Case) -> str:
    text = call_text(case.function, case.arguments)
    return text if len(text) <= _SHOWN_BYTES else text[:_SHOWN_BYTES] + "…"
