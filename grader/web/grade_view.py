"""A grade as the pages show it: signs, counts and calls, made of what `core.feedback` lets out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.core import telling
from grader.core.report import call_of
from grader.web.differences import Compared, compared
from grader.web.language import _
from grader.web.words import Sign, verdict_sign

MOST_OPEN = 2  # problems shown open; one problem first, not a wall
Shown = Mapping[str, Any]  # a part of what core.feedback.for_viewer returns


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """`is_opaque`: its call and values stay hidden from this viewer."""

    name: str
    sign: Sign
    is_opaque: bool
    call: str | None
    values: Compared
    message: str | None
    hint: str | None
    output: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionView:
    name: str
    sign: Sign
    message: str | None
    counts: str
    generated: str | None
    is_open: bool
    cases: tuple[CaseView, ...]
    opaque_cases: tuple[CaseView, ...]


def function_views(grade: Shown) -> tuple[FunctionView, ...]:
    """Problems first, in the order of the task, the first two of them open; then what passed."""
    ordered = sorted(grade["functions"], key=_has_passed)
    return tuple(
        _function(function, is_open=position < MOST_OPEN and not _has_passed(function))
        for position, function in enumerate(ordered)
    )


def _has_passed(function: Shown) -> bool:
    return bool(function["verdict"] == "passed")


def _function(function: Shown, *, is_open: bool) -> FunctionView:
    cases = [case_view(case, function["name"]) for case in function["cases"]]
    return FunctionView(
        name=function["name"],
        sign=verdict_sign(telling.verdict_of(function)),
        message=function["message"],
        counts=counts(function),
        generated=generated(function),
        is_open=is_open,
        cases=tuple(case for case in cases if not case.is_opaque),
        opaque_cases=tuple(case for case in cases if case.is_opaque),
    )


def counts(function: Shown) -> str:
    """`Visible 2 of 3 · hidden 5 of 11`, of what is scored; generated inputs are hidden cases."""
    seen = visible_tally(function)
    told = (
        [_("visible {passed} of {total}").format(passed=seen[0], total=seen[1])] if seen[1] else []
    )
    if hidden := function["hidden"]:
        told.append(_("hidden {passed} of {total}").format(**hidden))
    text = " · ".join(told)
    return text[:1].upper() + text[1:]


def generated(function: Shown) -> str | None:
    """Generated inputs are hidden cases that are too many for a list."""
    if not (counted := function["generated"]):
        return None
    return _("Generated inputs: {passed} of {total} pass.").format(
        passed=counted["passed"], total=counted["total"]
    )


def visible_tally(function: Shown) -> tuple[int, int]:
    """How many scored visible cases passed, and how many there are."""
    cases = function["cases"]
    scored = [c for c in cases if c["visibility"] == "visible" and c["scored"] is not False]
    return sum(case["verdict"] == "passed" for case in scored), len(scored)


def hidden_tally(function: Shown) -> tuple[int, int]:
    hidden = function["hidden"]
    return (hidden["passed"], hidden["total"]) if hidden else (0, 0)


def case_view(case: Shown, function_name: str) -> CaseView:
    return CaseView(
        name=case_name(case),
        sign=verdict_sign(case["verdict"]),
        is_opaque=case["visibility"] == "hidden" and case["arguments"] is None,
        call=_call(function_name, case["arguments"]),
        values=compared(case["returned"], case["expected"], case["differs_at"] or ()),
        message=case["message"],
        hint=case["hint"],
        output=case["output"],
    )


def case_name(case: Shown) -> str:
    if case["scored"] is False:
        return _("{case}, advice only").format(case=case["id"])
    if case["visibility"] == "hidden":
        is_opaque = case["arguments"] is None
        known = case["id"].removeprefix("h") if is_opaque else case["id"]
        return _("Hidden case {case}").format(case=known)
    return str(case["id"])


def _call(function_name: str, arguments: str | None) -> str | None:
    """`arguments` is a Python tuple as text, or the call itself, or None when hidden."""
    if arguments is None or arguments.startswith(f"{function_name}("):
        return arguments
    return call_of(function_name, arguments)


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def out_of(score: float | None, max_score: float | None) -> str | None:
    if score is None or max_score is None:
        return None
    return _("{score} of {most}").format(score=number(score), most=number(max_score))
