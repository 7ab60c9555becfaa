"""Questions and equivalent changes in pack.toml: read as written, refused with file and line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grader import packs
from grader.core.model import Equivalent
from grader.core.questions import Kind, Step

BEFORE = """\
name = "tiny"
title = "Tiny"

[[functions]]
name = "inc"
parameters = ["n"]
points = 1

[[cases]]
id = "inc-one"
function = "inc"
visibility = "visible"
args = [1]

"""
FIRST_LINE = BEFORE.count("\n") + 1
NUMBER = """\
[[questions]]
id = "share"
kind = "number"
step = "hand"
text = "Which share?"
answer = 31.25
tolerance = 0.1
"""
CHOICE = """\
[[questions]]
id = "safe"
kind = "choice"
step = "predict"
text = "Is it safe?"
choices = ["No", "Yes"]
answer = "No"
"""
EQUIVALENT = """\
[[equivalent]]
function = "inc"
before = "return n + 1"
after = "return 1 + n"
why = "Addition does not mind."
"""


def examined(*tables: str) -> packs.Examined:
    files = dict.fromkeys(("lesson.md", "solution.py", "starter.py"), "# text")
    return packs.examine({**files, "pack.toml": BEFORE + "".join(tables)})


def test_questions_are_read_as_written() -> None:
    pack = examined(NUMBER, CHOICE).pack
    assert pack is not None
    share, safe = pack.questions
    assert (share.kind, share.answer, share.tolerance) == (
        Kind.NUMBER,
        Fraction("31.25"),
        Fraction("0.1"),
    )
    assert (safe.step, safe.choices, safe.answer) == (Step.PREDICT, ("No", "Yes"), "No")


def test_equivalent_changes_are_read_as_written() -> None:
    pack = examined(EQUIVALENT).pack
    assert pack is not None
    assert pack.equivalents == (
        Equivalent(
            function="inc",
            before="return n + 1",
            after="return 1 + n",
            why="Addition does not mind.",
        ),
    )


@pytest.mark.parametrize(
    ("table", "old", "new", "line", "message"),
    [
        (NUMBER, "31.25", '"much"', 5, "the answer of a number is a number"),
        (NUMBER, "tolerance = 0.1", 'choices = ["a", "b"]', 6, "a number has no `choices`"),
        (CHOICE, '"No"\n', '"Never"\n', 6, "`answer` is not one of the `choices`"),
        (CHOICE, 'choices = ["No", "Yes"]\n', "", 2, "a choice needs `choices`"),
        (CHOICE, '"No", "Yes"', '"No"', 5, "`choices` of [[questions]] must be a list of at least"),
        (CHOICE, '"predict"', '"later"', 3, "`step` of [[questions]] must be one of: predict"),
        (CHOICE, "[[questions]]\n", "[[questions]]\nx = 1\n", 1, "unknown key `x`"),
        (CHOICE, 'id = "safe"\n', "", 0, "`id` of [[questions]] is missing"),
        (EQUIVALENT, 'why = "Addition does not mind."\n', "", 0, "`why` of [[equivalent]] is"),
    ],
)
def test_a_wrong_key_is_named_with_its_line(
    table: str, old: str, new: str, line: int, message: str
) -> None:
    (problem,) = examined(table.replace(old, new)).problems
    assert (problem.file, problem.line) == ("pack.toml", FIRST_LINE + line)
    assert message in problem.message


def test_a_question_stands_there_once() -> None:
    (problem,) = examined(NUMBER, NUMBER).problems
    assert problem.message == "`id` 'share' is there twice"
