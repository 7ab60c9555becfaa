"""Functions that are asked to change an argument: what it holds afterwards is their answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grader.core.facts import CaseFact, Ending, Observed
from grader.core.model import Arguments, Case, Pack


def answered(pack: Pack, cases: Iterable[Case], seen: Observed) -> Observed:
    """Return the same, with what was changed in the place of what was returned.

    That this argument changed is no news then; that another one did still is.
    """
    places = {f.name: f.parameters.index(f.changes) for f in pack.functions if f.changes}
    if not places:
        return seen
    facts = dict(seen.cases)
    for case in cases:
        if case.function in places and facts[case.id].ending is Ending.RETURNED:
            facts[case.id] = _answer(case.arguments, facts[case.id], places[case.function])
    return replace(seen, cases=facts)


def _answer(given: Arguments, fact: CaseFact, place: int) -> CaseFact:
    after = given if fact.arguments_after is None else fact.arguments_after
    others = (*after[:place], given[place], *after[place + 1 :])
    unchanged = repr(others) == repr(given)
    return replace(fact, value=after[place], arguments_after=None if unchanged else others)


def named(case: Case, outcome: str) -> str:
    """Return what a call came to as people read it: `values = [1, 2]` where it was not returned."""
    is_value = case.changes and not outcome.startswith("raises ")
    return f"{case.changes} = {outcome}" if is_value else outcome


def is_untouched(case: Case, fact: CaseFact) -> bool:
    """Whether what should have changed is what it was."""
    return bool(case.changes) and repr(fact.value) in map(repr, case.arguments)
