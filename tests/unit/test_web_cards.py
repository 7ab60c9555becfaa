"""A card's evidence is the case that its sentence is about, told in the words that fit it."""

from __future__ import annotations

from typing import Any

import pytest

from grader.web.cards import Example, cards, line_of
from grader.web.differences import compared


def case(number: int, verdict: str, *, scored: bool = True, shown: bool = True) -> dict[str, Any]:
    return {
        "id": f"case-{number}",
        "visibility": "visible",
        "verdict": verdict,
        "scored": scored,
        "arguments": f"({number},)" if shown else None,
        "returned": None,
        "expected": "0",
        "message": None,
        "hint": None,
        "output": None,
        "differs_at": (),
    }


def evidence(verdict: str, *cases: dict[str, Any]) -> str | None:
    function = {
        "name": "f",
        "verdict": verdict,
        "message": None,
        "hint": None,
        "hidden": None,
        "generated": None,
        "cases": list(cases),
    }
    grade = {"load": {"verdict": "ok"}, "functions": [function]}
    (card,) = cards(grade, "")
    return card.evidence.call if card.evidence else None


@pytest.mark.parametrize("last", ["time_limit", "memory_limit", "crashed", "protocol"])
def test_a_case_that_ended_the_program_is_shown_before_any_other(last: str) -> None:
    """The sentence above it is made of the same one; another case would contradict it."""
    found = evidence(last, case(1, "passed"), case(2, "wrong_answer"), case(3, last))
    assert found == "f(3)"


def test_otherwise_the_first_that_failed_is_shown_however_grave_the_others_are() -> None:
    """Who prints answers instead of returning them does so before he meets an edge."""
    assert evidence("raised", case(1, "wrong_type"), case(2, "raised")) == "f(1)"
    assert evidence("raised", case(1, "not_run"), case(2, "raised")) == "f(2)"


def test_a_visible_case_is_shown_before_a_hidden_one_that_may_be_seen() -> None:
    """After a deadline, and by staff, hidden cases may be; the sentence is of a visible one."""
    hidden = {**case(1, "raised"), "visibility": "hidden"}
    assert evidence("raised", hidden, case(2, "wrong_answer")) == "f(2)"


def test_the_first_of_several_is_shown_and_never_what_only_advises() -> None:
    """Where a hidden case fails, advice beside it would look like the reason."""
    advice = case(1, "raised", scored=False)
    hidden = {**case(3, "failed", shown=False), "visibility": "hidden", "scored": None}
    assert evidence("wrong_answer", advice, case(2, "wrong_answer")) == "f(2)"
    assert evidence("raised", advice, case(2, "passed"), hidden) is None


def test_no_case_is_shown_that_was_not_run_or_may_not_be_seen() -> None:
    hidden = case(2, "wrong_answer", shown=False)
    assert evidence("failed", case(1, "passed"), hidden, case(3, "not_run")) is None


def test_an_exception_was_raised_and_not_returned() -> None:
    example = Example(call="f(1)", values=compared("raises KeyError", "raises ValueError", ()))
    assert (example.raised, example.to_raise) == ("KeyError", "ValueError")
    text = Example(call="f(1)", values=compared("'raises KeyError'", "0", ()))
    assert (text.raised, text.to_raise) == (None, None)


@pytest.mark.parametrize(
    ("hidden", "seen", "word"),
    [
        ("raised", "wrong_answer", "Not yet"),
        ("time_limit", "wrong_type", "Not yet"),
        ("raised", "passed", "Stopped: error"),
    ],
)
def test_a_card_wears_the_sign_of_what_it_tells(hidden: str, seen: str, word: str) -> None:
    """A hidden case may be graver than the visible one that the sentence and the call are of."""
    function = {
        "name": "f",
        "verdict": hidden,
        "message": None,
        "hint": None,
        "hidden": {"passed": 0, "total": 1},
        "generated": None,
        "cases": [case(1, seen)],
    }
    (card,) = cards({"load": {"verdict": "ok"}, "functions": [function]}, "")
    assert card.sign.word == word


def test_the_card_of_an_error_that_was_told_above_leads_to_its_line_too() -> None:
    function = {
        "name": "f",
        "verdict": "raised",
        "message": "`f` stopped with the same error as `g`, on line 7.",
        "hint": None,
        "hidden": None,
        "generated": None,
        "cases": [case(1, "raised")],
    }
    (card,) = cards({"load": {"verdict": "ok"}, "functions": [function]}, "")
    assert card.error_line == 7


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import math\n\ndef f(n):\n    return n\n", 3),
        ("# one page\x0c# and the next\ndef f(n): ...\n", 2),
        ("SEPARATOR = '\u2028'\r\n\r\ndef f(n): ...\r\n", 3),
        ("def f(n): ...\n\ndef f(n):\n    return n\n", 3),
        ("class A:\n    def f(self): ...\n\ndef f(n): ...\n", 4),
        ("class A:\n    def f(self): ...\n", 2),
        ("f == 3\nasync def f(n): ...\n", 2),
        ("f = abs\n", 1),
        ("def g(n): ...\n", None),
    ],
)
def test_a_function_begins_on_the_line_that_counts(source: str, line: int | None) -> None:
    """Lines are those of Python and of the editor, and of two definitions the last one counts."""
    assert line_of("f", source) == line


def test_a_case_for_advice_alone_is_not_among_those_that_did_not_run() -> None:
    """`Visible 0 of 2` beside three cases made people look for the third."""
    function = {
        "name": "f",
        "verdict": "time_limit",
        "message": None,
        "hint": None,
        "hidden": None,
        "generated": None,
        "cases": [case(1, "time_limit"), case(2, "not_run"), case(3, "not_run", scored=False)],
    }
    (card,) = cards({"load": {"verdict": "ok"}, "functions": [function]}, "")
    assert (card.counts, card.note) == ("Visible 0 of 2", "1 case stopped, 1 not run.")
