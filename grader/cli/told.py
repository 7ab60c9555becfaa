"""A result as lines for a terminal: what the JSON holds, in the order of what helps first.

Whatever a program said is made harmless: it must not steer the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader.cli.client import STATES, Sent

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
    word = function["verdict"].replace("_", " ")
    yield f"{function['name']:{width}}  {word:13}  {_counts(function)}".rstrip()
    if function["verdict"] != "passed":
        yield from (f"    {line}" for line in _details(function))


def _counts(function: Shown) -> str:
    visible = [case for case in function["cases"] if case["visibility"] == "visible"]
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
    yield from _output(function["cases"])
    if hint:
        yield f"Hint: {hint}"
    if smallest := function.get("counterexample"):
        returned = smallest["returned"]
        became = returned if returned.startswith("raises ") else f"returned {returned}"
        expected = smallest["expected"]
        yield f"Smallest case we found: {smallest['call']} {became}, expected {expected}"


def _output(cases: Sequence[Shown]) -> Iterator[str]:
    """What the first case that failed and printed something printed."""
    printed = [case for case in cases if case["verdict"] != "passed" and case["output"]]
    if not printed:
        return
    lines = printed[0]["output"].splitlines()
    yield f"Printed by {_call(printed[0])}:"
    yield from (f"  {line}" for line in lines[:OUTPUT_LINES])
    if len(lines) > OUTPUT_LINES:
        yield f"  … and {len(lines) - OUTPUT_LINES} lines more; --json has all that was kept"


def _call(case: Shown) -> str:
    return case["arguments"] or "a case"
