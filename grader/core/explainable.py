"""Which functions of a grade deserve a counterexample, and where the search for one begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.core.model import Verdict, Visibility

# A value or an exception can be shown; what ran into a limit would only do so again.
_SHOWABLE = frozenset({Verdict.WRONG_ANSWER, Verdict.WRONG_TYPE, Verdict.RAISED})


def wanted(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the functions that fail in a hidden or generated case by what they return."""
    if record["load"]["verdict"] != Verdict.OK:
        return ()
    return tuple(
        function["name"]
        for function in record["functions"]
        if function["verdict"] in _SHOWABLE and any(_failures(function))
    )


def failed_cases(record: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the ids of cases, named and generated, from which a search can start."""
    functions = (one for one in record["functions"] if one["name"] == name)
    return tuple(case["id"] for function in functions for case in _failures(function))


def _failures(function: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the smallest generated ones first; a secret one is no place to start from."""
    generated = function.get("generated") or {"failures": []}
    for case in (*generated["failures"], *function["cases"]):
        is_hidden = case["visibility"] == Visibility.HIDDEN and not case.get("secret")
        if is_hidden and case["scored"] and case["verdict"] in _SHOWABLE:
            yield case
