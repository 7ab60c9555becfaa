"""The one sentence at the top of a submission: what came of it, then the next step."""

from __future__ import annotations

from collections.abc import Sequence

from grader.store.records import HistoryLine, Kind, State, SubmissionLine
from grader.web.grade_view import Shown, out_of, tally
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

PARTLY = Sign(word="Not yet", shape="half", tone="near")


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
        return STATE_SENTENCES.get(state, STATE_SENTENCES["queued"])
    if (load := grade["load"]["verdict"]) != "ok":
        return LOAD_SENTENCES.get(load, UNKNOWN_LOAD)
    return _of_run(grade) if kind == "run" else _of_submission(grade)


def _of_run(grade: Shown) -> str:
    if grade["verdict"] == "passed":
        return "All visible cases pass. Submit to run the hidden ones."
    return _passing(grade)


def _of_submission(grade: Shown) -> str:
    if grade["verdict"] == "passed":
        full = out_of(grade["score"], grade["max_score"])
        return f"{_passing(grade)} Full marks, {full}."
    return _only_hidden_fail(grade["functions"]) or _passing(grade)


def _passing(grade: Shown) -> str:
    functions = grade["functions"]
    passed = sum(function["verdict"] == "passed" for function in functions)
    if passed == len(functions) > 1:
        return f"All {passed} functions pass."
    noun = "function passes" if len(functions) == 1 else "functions pass"
    return f"{passed} of {len(functions)} {noun}."


def _only_hidden_fail(functions: Sequence[Shown]) -> str | None:
    """Say so when every visible case passes and a hidden one does not."""
    if any(passed < total for passed, total in _tallies(functions, "visible")):
        return None
    open_cases = [total - passed for passed, total in _tallies(functions, "hidden")]
    wanting = [f["name"] for f, count in zip(functions, open_cases, strict=True) if count]
    if not wanting:
        return None
    count = sum(open_cases)
    cases = "1 hidden case" if count == 1 else f"{count} hidden cases"
    of_name = f" of {wanting[0]}" if len(wanting) == 1 else ""
    return f"All visible cases pass. {cases}{of_name} {'does' if count == 1 else 'do'} not yet."


def _tallies(functions: Sequence[Shown], visibility: str) -> list[tuple[int, int]]:
    return [tally(function["cases"], visibility) for function in functions]
