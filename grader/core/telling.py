"""Which case of a function is told: its sentence, its evidence and its word are all of that one.

Works on verdicts alone, so that whoever shows a grade finds the same case as who made its message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.core import verdict
from grader.core.model import Verdict, Visibility

# What ends the program: nothing that was asked before or after it explains more.
_ENDS = verdict.LIMITS | {Verdict.CRASHED, Verdict.PROTOCOL}
_TELLS_NOTHING = frozenset({Verdict.PASSED, Verdict.NOT_RUN})


def first(reached: Sequence[Verdict]) -> int | None:
    """Return the place of the case to tell of, in the order of the pack; None when all passed.

    Cases go from the plain one to the edges, so the first that failed explains most: a function
    that prints its answers does so before it meets the edge at which it stops with an error.
    """
    failed = [one for one in reached if one is not Verdict.PASSED]
    ended = [one for one in failed if one in _ENDS]
    if ended:
        return reached.index(verdict.of_function(ended))
    told = [one for one in failed if one is not Verdict.NOT_RUN] or failed
    return reached.index(told[0]) if told else None


def case_of(cases: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the same case of a grade as it is shown, a visible one before a hidden one.

    What nobody may see, or what was not run, shows nothing; what only advises fails no function.
    """
    ran = [case for case in cases if case["arguments"] is not None and _tells(case)]
    scored = [case for case in ran if case["scored"]]
    seen = [case for case in scored if case["visibility"] == Visibility.VISIBLE] or scored
    place = first([Verdict(case["verdict"]) for case in seen])
    return None if place is None else seen[place]


def _tells(case: Mapping[str, Any]) -> bool:
    return case["verdict"] not in _TELLS_NOTHING


def verdict_of(function: Mapping[str, Any]) -> str:
    """Return the verdict to show beside the message: of the case that it tells of, if there is one.

    A hidden case may be graver than the visible one whose values are shown.
    """
    told = case_of(function["cases"]) if function["verdict"] != Verdict.PASSED else None
    return str(told["verdict"] if told else function["verdict"])
