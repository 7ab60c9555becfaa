"""One case: what was observed of it and what it should have come to, made into its grade."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from grader.core import builtin_errors, explain, in_place, verdict
from grader.core.compare import SAME, Match, are_plainly_equal, compare
from grader.core.explain import Note
from grader.core.facts import CaseFact, Ending
from grader.core.model import Arguments, Case, CaseGrade, Expected, PackLimits, Raised, Verdict
from grader.core.same import Same
from grader.core.values import literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A case with what was seen of it, what it should have come to, and its verdict."""

    case: Case
    fact: CaseFact
    expected: Expected
    match: Match | None
    verdict: Verdict

    @property
    def passed(self) -> bool:
        return self.verdict is Verdict.PASSED


def judge(case: Case, fact: CaseFact, expected: Expected) -> Judged:
    """Decide one case. Nothing is put into words yet: most cases need none."""
    match = _match(case, fact, expected)
    reached = verdict.of_case(fact.ending, match)
    return Judged(case=case, fact=fact, expected=expected, match=match, verdict=reached)


def failures(
    answered: Sequence[tuple[Case, CaseFact]], expected: Mapping[str, Expected]
) -> tuple[Judged, ...]:
    """Judge those of many cases that do not pass. Mostly there are none, which is seen at once."""
    returned = [fact.value for _case, fact in answered]
    wanted = [expected[case.id] for case, _fact in answered]
    if {fact.ending for _case, fact in answered} <= _RETURNED and are_plainly_equal(
        returned, wanted
    ):
        return ()
    return tuple(
        judge(case, fact, right)
        for (case, fact), right in zip(answered, wanted, strict=True)
        if not passes(case, fact, right)
    )


def passes(case: Case, fact: CaseFact, expected: Expected) -> bool:
    """Whether a case passes, for the many of which nothing else is asked."""
    match = _match(case, fact, expected)
    return match is not None and match.ok


def note_of(judged: Judged, limits: PackLimits) -> Note:
    return explain.case(
        judged.case,
        judged.fact,
        match=judged.match,
        expected=judged.expected,
        limits=limits,
    )


def case_grade(judged: Judged, note: Note) -> CaseGrade:
    case, fact = judged.case, judged.fact
    return CaseGrade(
        id=case.id,
        visibility=case.visibility,
        verdict=judged.verdict,
        scored=case.scored,
        secret=case.secret,
        arguments=_known_literal(Same(case.arguments)),
        returned=_outcome(judged),
        expected=in_place.named(case, _known_outcome(Same(judged.expected))),
        message=note.message,
        hint=note.hint,
        output=fact.output or None,
        differs_at=judged.match.path if judged.match else (),
    )


def outcome_text(expected: Expected) -> str:
    """Return what a call should come to as it stands in a column: a literal, or `raises X`."""
    if isinstance(expected, Raised):
        return f"raises {' or '.join(expected.kinds)}"
    return literal(expected)


@lru_cache(maxsize=4096)
def _known_literal(arguments: Same[Arguments]) -> str:
    """What a pack asks and expects is the same for all learners: it is written out once."""
    return literal(arguments.it)


@lru_cache(maxsize=4096)
def _known_outcome(expected: Same[Expected]) -> str:
    return outcome_text(expected.it)


_RETURNED: Final = frozenset({Ending.RETURNED})


def hidden_error(failed: Sequence[Judged]) -> str | None:
    """Return the exception that all of them stopped with, if it is one of Python's own.

    The name of any other is a text of the learner's, in which an input could stand.
    """
    ended = [judged.fact for judged in failed if judged.verdict is Verdict.RAISED]
    kinds = {fact.fault.kind if fact.fault else "" for fact in ended}
    kind = kinds.pop() if len(kinds) == 1 else ""
    return kind if builtin_errors.is_known(kind) else None


def _match(case: Case, fact: CaseFact, expected: Expected) -> Match | None:
    if isinstance(expected, Raised):
        fault = fact.fault if fact.ending is Ending.RAISED else None
        return SAME if builtin_errors.is_expected(fault, expected.kinds) else None
    return compare(fact.value, expected, case.rules) if fact.ending is Ending.RETURNED else None


def _outcome(judged: Judged) -> str | None:
    fact = judged.fact
    if fact.ending is Ending.RETURNED:
        return in_place.named(judged.case, literal(fact.value))
    if isinstance(judged.expected, Raised) and fact.ending is Ending.RAISED and fact.fault:
        return f"raises {fact.fault.kind}"
    return None
