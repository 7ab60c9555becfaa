"""The one sentence at the top of a submission: what came of it, then the next step."""

from __future__ import annotations

from collections.abc import Sequence

from grader.store.lesson_records import HistoryLine
from grader.store.records import Kind, State, SubmissionLine
from grader.web.grade_view import Shown, out_of, tally
from grader.web.language import _, mark, ngettext
from grader.web.words import (
    LOAD_SENTENCES,
    NOT_READ,
    PASSED,
    STATE_SENTENCES,
    STATES,
    UNKNOWN_LOAD,
    Sign,
    verdict_sign,
)

PARTLY = Sign(word=mark("Not yet"), shape="half", tone="near")


def sign_of(state: State, grade: Shown | None) -> Sign:
    if state != "graded" or grade is None:
        return STATES.get(state, STATES["queued"])
    if grade["load"]["verdict"] != "ok":
        return NOT_READ
    return PASSED if grade["verdict"] == "passed" else PARTLY


def history_sign(line: HistoryLine) -> Sign:
    if line.state != "graded" or line.verdict is None:
        return STATES.get(line.state, STATES["queued"])
    return PARTLY if line.verdict == "failed" else verdict_sign(line.verdict)


def line_sign(line: SubmissionLine) -> Sign:
    """The same for a submission in a list, of which only the verdict is known."""
    if line.state != "graded" or line.verdict is None:
        return STATES.get(line.state, STATES["queued"])
    return PARTLY if line.verdict == "failed" else verdict_sign(line.verdict)


def sentence_of(kind: Kind, state: State, grade: Shown | None) -> str:
    if state != "graded" or grade is None:
        return _(STATE_SENTENCES.get(state, STATE_SENTENCES["queued"]))
    if (load := grade["load"]["verdict"]) != "ok":
        if load == "syntax_error" and grade["load"]["line"]:
            said = _("Python could not read line {line}. No case ran.")
            return said.format(line=grade["load"]["line"])
        return _(LOAD_SENTENCES.get(load, UNKNOWN_LOAD))
    return _of_run(grade) if kind == "run" else _of_submission(grade)


def _of_run(grade: Shown) -> str:
    if grade["verdict"] == "passed":
        return _("All visible cases pass. Submit to run the hidden ones.")
    return _passing(grade)


def _of_submission(grade: Shown) -> str:
    if grade["verdict"] == "passed":
        full = out_of(grade["score"], grade["max_score"])
        return _("{passing} Full marks, {full}.").format(passing=_passing(grade), full=full)
    return _only_hidden_fail(grade["functions"]) or _passing(grade)


def _passing(grade: Shown) -> str:
    functions = grade["functions"]
    passed = sum(function["verdict"] == "passed" for function in functions)
    if passed == len(functions) > 1:
        return _("All {count} functions pass.").format(count=passed)
    return ngettext(
        "{passed} of {total} function passes.",
        "{passed} of {total} functions pass.",
        len(functions),
    ).format(passed=passed, total=len(functions))


def _only_hidden_fail(functions: Sequence[Shown]) -> str | None:
    """Say so when every visible case passes and a hidden one does not."""
    if any(passed < total for passed, total in _tallies(functions, "visible")):
        return None
    open_cases = [total - passed for passed, total in _tallies(functions, "hidden")]
    wanting = [f["name"] for f, count in zip(functions, open_cases, strict=True) if count]
    if not wanting:
        return None
    count = sum(open_cases)
    if len(wanting) > 1:
        said = ngettext(
            "{count} hidden case does not yet.", "{count} hidden cases do not yet.", count
        )
    else:
        said = ngettext(
            "{count} hidden case of {name} does not yet.",
            "{count} hidden cases of {name} do not yet.",
            count,
        )
    return _("All visible cases pass. {said}").format(
        said=said.format(count=count, name=wanting[0])
    )


def _tallies(functions: Sequence[Shown], visibility: str) -> list[tuple[int, int]]:
    return [tally(function["cases"], visibility) for function in functions]
