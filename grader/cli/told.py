"""A result as lines for a terminal: what the JSON holds, in the order of what helps first.

Whatever a program said is made harmless: it must not steer the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.cli.client import STATES, Sent
from grader.core.report import call_of, smallest
from grader.core.telling import case_of, verdict_of

Shown = Mapping[str, Any]
OUTPUT_LINES = 5
SENT_BEFORE = (
    "You sent this very file before; this is its result. --again sends it as a new attempt."
)
ONLY_VISIBLE = "Only visible cases were run; `grader submit` grades the hidden ones, too."


def has_passed(submission: Shown) -> bool:
    grade = submission.get("grade")
    return bool(grade and grade["verdict"] == "passed")


def told(sent: Sent) -> str:
    return inert("\n".join(_lines(sent)))


def inert(text: str) -> str:
    return "".join(
        one if one.isprintable() or one == "\n" else "\N{REPLACEMENT CHARACTER}" for one in text
    )


def _lines(sent: Sent) -> Iterator[str]:
    grade = sent.submission.get("grade")
    if sent.before:
        yield SENT_BEFORE
    if grade is None:
        state = sent.submission["state"]
        yield f"Your file {STATES.get(state, state)}."
        return
    yield _headline(sent.submission, grade)
    if grade["load"]["message"]:
        yield from ("", *grade["load"]["message"].splitlines())
        return
    width = max((len(function["name"]) for function in grade["functions"]), default=0)
    for function in grade["functions"]:
        yield from _of_function(function, width)
    if sent.submission["kind"] == "run":
        yield ONLY_VISIBLE


def _headline(submission: Shown, grade: Shown) -> str:
    functions = grade["functions"]
    count = sum(function["verdict"] == "passed" for function in functions)
    passed = f"{count} of {len(functions)} functions pass"
    if submission["kind"] == "run":
        return f"{passed} the visible cases."
    points = f"{_number(grade['score'])} of {_number(grade['max_score'])} points"
    return f"Attempt {submission['attempt']}: {passed}, {points}."


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _of_function(function: Shown, width: int) -> Iterator[str]:
    word = verdict_of(function).replace("_", " ")
    yield f"{function['name']:{width}}  {word:13}  {_counts(function)}".rstrip()
    if function["verdict"] != "passed":
        yield from (f"    {line}" for line in _details(function))


def _counts(function: Shown) -> str:
    cases = (case for case in function["cases"] if case["scored"] is not False)
    visible = [case for case in cases if case["visibility"] == "visible"]
    passed = sum(case["verdict"] == "passed" for case in visible)
    hidden = function.get("hidden")
    counts = [f"visible {passed} of {len(visible)}"] if visible else []
    if hidden:
        counts.append(f"hidden {hidden['passed']} of {hidden['total']}")
    return ", ".join(counts)


def _details(function: Shown) -> Iterator[str]:
    diagnosis = function.get("diagnosis") or {}
    hint = diagnosis.get("hint") or function.get("hint")
    if function["message"]:
        yield from function["message"].splitlines()
    yield from _output(function)
    if hint:
        yield f"Hint: {hint}"
    if found := function.get("counterexample"):
        yield smallest(found)


def _output(function: Shown) -> Iterator[str]:
    """What the case that the message is about printed."""
    told = case_of(function["cases"])
    if told is None or not told["output"]:
        return
    lines = told["output"].splitlines()
    yield f"Printed by `{call_of(function['name'], told['arguments'])}`:"
    yield from (f"  {line}" for line in lines[:OUTPUT_LINES])
    if len(lines) > OUTPUT_LINES:
        yield f"  … and {len(lines) - OUTPUT_LINES} lines more; --json has all that was kept"
