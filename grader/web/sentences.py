"""The one sentence at the top of a submission: what came of it, then the next step."""

from __future__ import annotations

from collections.abc import Mapping

from grader.store.lesson_records import HistoryLine
from grader.store.records import Kind, State, SubmissionLine
from grader.web.grade_view import Shown, hidden_tally, out_of, visible_tally
from grader.web.language import _, mark, ngettext
from grader.web.words import (
    LOAD_SENTENCES,
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
        return verdict_sign(grade["load"]["verdict"])
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


def sentence_of(kind: Kind, state: State, grade: Shown | None, *, may_submit: bool = True) -> str:
    if state != "graded" or grade is None:
        return _(STATE_SENTENCES.get(state, STATE_SENTENCES["queued"]))
    if (load := grade["load"]["verdict"]) != "ok":
        if load == "syntax_error" and grade["load"]["line"]:
            said = _("Python could not read line {line}. No case ran.")
            return said.format(line=grade["load"]["line"])
        return _(LOAD_SENTENCES.get(load, UNKNOWN_LOAD))
    return _of_run(grade, may_submit) if kind == "run" else _of_submission(grade)


def _of_run(grade: Shown, may_submit: bool) -> str:
    if grade["verdict"] != "passed":
        return _passing(grade)
    if may_submit:
        return _("All visible cases pass. Submit to run the hidden ones.")
    return _("All visible cases pass. The hidden ones need an account.")


def _of_submission(grade: Shown) -> str:
    if grade["verdict"] == "passed":
        full = out_of(grade["score"], grade["max_score"])
        return _("{passing} Full marks, {full}.").format(passing=_passing(grade), full=full)
    wanting = _only_hidden_wanting(grade)
    return _hidden_fail(wanting) if wanting else _passing(grade)


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


def only_hidden_fail(kind: Kind, grade: Shown) -> bool:
    """Whether every visible case passes and a hidden one does not."""
    return kind == "submission" and bool(_only_hidden_wanting(grade))


def _only_hidden_wanting(grade: Shown) -> Mapping[str, int]:
    """By function, how many hidden cases do not pass; nothing where a visible one fails, too."""
    if grade["load"]["verdict"] != "ok":
        return {}
    functions = grade["functions"]
    if any(passed < total for passed, total in map(visible_tally, functions)):
        return {}
    counted = {function["name"]: hidden_tally(function) for function in functions}
    return {name: total - passed for name, (passed, total) in counted.items() if passed < total}


def _hidden_fail(wanting: Mapping[str, int]) -> str:
    count = sum(wanting.values())
    if len(wanting) > 1:
        said = ngettext(
            "{count} hidden case does not yet.", "{count} hidden cases do not yet.", count
        )
    else:
        said = ngettext(
            "{count} hidden case of `{name}` does not yet.",
            "{count} hidden cases of `{name}` do not yet.",
            count,
        )
    return _("All visible cases pass. {said}").format(
        said=said.format(count=count, name=next(iter(wanting)))
    )
