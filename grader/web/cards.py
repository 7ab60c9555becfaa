"""The feedback card of a function: what happened, the evidence, a hint, then the rest folded.

Made of what `core.feedback` lets out, so nothing here can show what a viewer may not see.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from grader.core import telling
from grader.core.nearmiss import tells_near_miss
from grader.core.source import lines
from grader.web.differences import Compared, Text, compared
from grader.web.grade_view import (
    CaseView,
    Shown,
    case_view,
    counts,
    generated,
    hidden_tally,
    visible_tally,
)
from grader.web.language import _, ngettext
from grader.web.words import ALMOST, COMPARED_VERDICTS, LIMIT_VERDICTS, Sign, verdict_sign

MOST_OPEN = 2  # problems shown open; one problem first, not a wall
_RAISES = "raises "
_MISNAMED = re.compile(r"You defined `[^`]*` \(line (\d+)\)")
_ERROR_LINE = re.compile(
    r"`[^`]*` stopped with (?:an error|the same error as `[^`]*`,) on line (\d+)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One call with what came back and what should have; texts as Python writes them."""

    call: str
    values: Compared
    output: str | None = None

    @property
    def raised(self) -> str | None:
        """The exception where one came in place of a value."""
        return _exception(self.values.returned)

    @property
    def to_raise(self) -> str | None:
        """The exception where one is the right answer."""
        return _exception(self.values.expected)


def _exception(outcome: Text | None) -> str | None:
    """No Python value is written `raises X`."""
    found = outcome is not None and outcome.whole.startswith(_RAISES)
    return outcome.whole.removeprefix(_RAISES) if outcome and found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`line` is where the function begins, `error_line` where it stopped; both None if unknown.

    `searching`: a smaller failing case is still looked for.
    """

    name: str
    sign: Sign
    message: str | None
    evidence: Example | None
    hint: str | None
    smallest: Example | None
    searching: bool
    counts: str
    short_counts: str
    note: str | None
    generated: str | None
    line: int | None
    error_line: int | None
    is_open: bool
    is_problem: bool
    cases: tuple[CaseView, ...]
    opaque_cases: tuple[CaseView, ...]


def cards(grade: Shown, source: str, searching: Collection[str] = frozenset()) -> tuple[Card, ...]:
    """Problems in the order of the task, the first two open; then what passed.

    `searching` names the functions for which a smaller failing case is still looked for.
    """
    if grade["load"]["verdict"] != "ok":
        return ()
    ordered = sorted(grade["functions"], key=lambda function: function["verdict"] == "passed")
    return tuple(
        _card(function, source, is_searching=function["name"] in searching, place=place, of=ordered)
        for place, function in enumerate(ordered)
    )


def _card(
    function: Shown, source: str, *, is_searching: bool, place: int, of: Sequence[Shown]
) -> Card:
    name, is_problem = function["name"], function["verdict"] != "passed"
    was_asked = is_problem and function["verdict"] != "missing"
    failing = telling.case_of(function["cases"]) if was_asked else None
    views = [case_view(case, name) for case in function["cases"]]
    shown = case_view(failing, name) if failing else None
    diagnosis = function.get("diagnosis") or {}
    hint = diagnosis.get("hint") or function.get("hint") or (failing or {}).get("hint")
    return Card(
        name=name,
        sign=_sign(function, failing),
        message=function["message"],
        evidence=_evidence(shown),
        hint=hint if is_problem else None,
        smallest=_smallest(function),
        searching=is_problem and is_searching,
        counts=counts(function) if function["verdict"] != "missing" else "",
        short_counts=_short_counts(function),
        note=_note(function, others=len(of) - 1),
        generated=generated(function),
        line=_line(function, source),
        error_line=_error_line(function, failing),
        is_open=is_problem and place < MOST_OPEN,
        is_problem=is_problem,
        cases=tuple(view for view in views if not view.is_opaque),
        opaque_cases=tuple(view for view in views if view.is_opaque),
    )


def _sign(function: Shown, failing: Shown | None) -> Sign:
    """`Almost` only where a value came back: a stopped function is not nearly right."""
    said = " ".join(one for one in (function["message"], (failing or {}).get("message")) if one)
    told = telling.verdict_of(function)
    compared = told in COMPARED_VERDICTS
    return ALMOST if compared and tells_near_miss(said) else verdict_sign(told)


def _evidence(shown: CaseView | None) -> Example | None:
    if shown is None or shown.call is None:
        return None
    return Example(call=shown.call, values=shown.values, output=shown.output)


def _smallest(function: Shown) -> Example | None:
    found = function.get("counterexample")
    if not found:
        return None
    return Example(call=found["call"], values=compared(found["returned"], found["expected"], ()))


def _note(function: Shown, *, others: int) -> str | None:
    """What became of the cases after one that hit a limit, and of the other functions."""
    if function["verdict"] == "missing":
        return _("No case ran for this function.")
    if function["verdict"] not in LIMIT_VERDICTS:
        return None
    told = (_stopped(function["cases"]), _checked(others))
    return " ".join(one for one in told if one) or None


def _stopped(cases: Sequence[Shown]) -> str | None:
    """Of the cases that the tally beside it counts: those that are scored."""
    scored = [case for case in cases if case["scored"] is not False]
    stopped = sum(case["verdict"] in LIMIT_VERDICTS for case in scored)
    left = sum(case["verdict"] == "not_run" for case in scored)
    if not (stopped and left):
        return None
    return ngettext(
        "{stopped} case stopped, {left} not run.",
        "{stopped} cases stopped, {left} not run.",
        stopped,
    ).format(stopped=stopped, left=left)


def _checked(others: int) -> str | None:
    if others < 1:
        return None
    return ngettext(
        "The other function was checked.", "The other {count} functions were checked.", others
    ).format(count=others)


def _short_counts(function: Shown) -> str:
    (seen, visible), (passed, hidden) = visible_tally(function), hidden_tally(function)
    return _("{passed} of {total} cases").format(passed=seen + passed, total=visible + hidden)


def _error_line(function: Shown, failing: Shown | None) -> int | None:
    """Our own sentences say on which line of the learner a function stopped."""
    if isinstance(line := function.get("line"), int):
        return line
    messages = (function["message"], (failing or {}).get("message"))
    found = (_ERROR_LINE.match(message) for message in messages if message)
    return next((int(match[1]) for match in found if match), None)


def _line(function: Shown, source: str) -> int | None:
    """Of the function, or of the one that seems to be meant instead."""
    meant = (
        _MISNAMED.search(function["message"] or "") if function["verdict"] == "missing" else None
    )
    return int(meant[1]) if meant else line_of(function["name"], source)


def line_of(name: str, source: str) -> int | None:
    """Where the function is defined, found without reading the file as Python.

    Of several at the left edge the last one counts; what stands further right is another's.
    """
    named = re.escape(name)
    begins = re.compile(rf"([ \t]*)(?:async[ \t]+)?def[ \t]+{named}\b|{named}[ \t]*=(?!=)")
    at_the_left: list[int] = []
    inside: list[int] = []
    for number, line in enumerate(lines(source), start=1):
        if match := begins.match(line):
            (inside if match[1] else at_the_left).append(number)
    return next(iter((*at_the_left[-1:], *inside[:1])), None)
