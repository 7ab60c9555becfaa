"""Our messages are dressed as what they are: sentences, code, and the learner's own lines."""

from __future__ import annotations

import pytest

from grader.web.said import Piece, Said, said


def words(text: str) -> Piece:
    return Piece(text=text, is_code=False)


def code(text: str) -> Piece:
    return Piece(text=text, is_code=True)


@pytest.mark.parametrize(
    ("message", "dressed"),
    [
        ("It returned 3.", Said(pieces=(words("It returned 3."),), quoted=None)),
        ("A ` alone", Said(pieces=(words("A ` alone"),), quoted=None)),
        (
            "`f` stopped.\n  2 |     return a / b\n             ^\nExpected the exception `E`.",
            Said(
                pieces=(code("f"), words(" stopped.")),
                quoted="  2 |     return a / b\n             ^",
                after=(words("Expected the exception "), code("E"), words(".")),
            ),
        ),
        (
            "Python stopped.\n  3 | \tdef `f`\n    \t   ^\nEnd it with a colon.",
            Said(
                pieces=(words("Python stopped."),),
                quoted="  3 | \tdef `f`\n    \t   ^",
                after=(words("End it with a colon."),),
            ),
        ),
        (
            "`f` stopped.\nExpected the exception `E`.",
            Said(
                pieces=(code("f"), words(" stopped.")),
                quoted=None,
                after=(words("Expected the exception "), code("E"), words(".")),
            ),
        ),
    ],
)
def test_only_the_learners_lines_stand_in_the_quotation(message: str, dressed: Said) -> None:
    assert said(message) == dressed
