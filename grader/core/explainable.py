"""Which functions of a grade deserve a counterexample, and where the search for one begins."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from grader.core.edges import size
from grader.core.model import Case, Verdict, Visibility

_SHOWABLE = frozenset({Verdict.WRONG_ANSWER, Verdict.WRONG_TYPE, Verdict.RAISED})
# These would only end so again: what is known of them is shown as it is, and nothing smaller.
_UNANSWERED = frozenset(
    {
        Verdict.TIME_LIMIT,
        Verdict.MEMORY_LIMIT,
        Verdict.OUTPUT_LIMIT,
        Verdict.PROCESS_LIMIT,
        Verdict.CRASHED,
        Verdict.TOO_LARGE,
    }
)


def wanted(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the functions of which a failed hidden or generated case can be shown."""
    if record["load"]["verdict"] != Verdict.OK:
        return ()
    return tuple(
        function["name"]
        for function in record["functions"]
        if any(_failures(function, _SHOWABLE | _UNANSWERED))
    )


def failed_cases(record: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the ids of cases, named and generated, from which a search can start."""
    functions = (one for one in record["functions"] if one["name"] == name)
    return tuple(case["id"] for f in functions for case in _failures(f, _SHOWABLE))


def unanswered_cases(record: Mapping[str, Any], name: str) -> Mapping[str, Verdict]:
    """Return how cases ended that have nothing to compare, by their ids."""
    functions = (one for one in record["functions"] if one["name"] == name)
    found = (case for function in functions for case in _failures(function, _UNANSWERED))
    return {case["id"]: Verdict(case["verdict"]) for case in found}


def surely_right(record: Mapping[str, Any], name: str, generated: Sequence[Case]) -> list[Case]:
    """Return the generated cases of a function that are known to have passed.

    A grade keeps its smallest failures alone, so of those that are no smaller nothing is known; and
    nothing of any where some may not have been run.
    """
    function = next(one for one in record["functions"] if one["name"] == name)
    if not function.get("generated") or function["verdict"] in _UNANSWERED:
        return []
    failed = {case["id"] for case in function["generated"]["failures"]}
    sizes = [size(case.arguments) for case in generated if case.id in failed]
    return [case for case in generated if not sizes or size(case.arguments) < min(sizes)]


def _failures(
    function: Mapping[str, Any], verdicts: Collection[Verdict]
) -> Iterator[Mapping[str, Any]]:
    """Yield the smallest generated ones first; a secret one is no place to start from."""
    generated = function.get("generated") or {"failures": []}
    for case in (*generated["failures"], *function["cases"]):
        is_hidden = case["visibility"] == Visibility.HIDDEN and not case.get("secret")
        if is_hidden and case["scored"] and case["verdict"] in verdicts:
            yield case
