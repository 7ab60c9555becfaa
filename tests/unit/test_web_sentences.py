"""The sentence at the top says what came of it, in the words that the design fixes."""

from __future__ import annotations

from typing import Any

import pytest

from grader.store.lesson_records import Wait
from grader.web.panel import checksum, queue_sentence
from grader.web.sentences import only_hidden_fail, sentence_of, sign_of


def function(name: str, verdict: str, visible: str, hidden: tuple[int, int] | None) -> Any:
    """`visible`: a letter per case, p for one that passes."""
    cases = [
        {
            "visibility": "visible",
            "scored": True,
            "verdict": "passed" if letter == "p" else "wrong_answer",
        }
        for letter in visible
    ]
    counted = {"passed": hidden[0], "total": hidden[1]} if hidden else None
    return {"name": name, "verdict": verdict, "cases": cases, "hidden": counted}


def graded(*functions: Any, load: str = "ok", line: int | None = None) -> Any:
    passed = all(one["verdict"] == "passed" for one in functions)
    return {
        "load": {"verdict": load, "line": line},
        "verdict": "passed" if passed else "failed",
        "score": 10.0 if passed else 5.0,
        "max_score": 10.0,
        "functions": functions,
    }


GOOD = function("f", "passed", "pp", (5, 5))
ONE_HIDDEN = function("g", "failed", "pp", (4, 5))
TWO_HIDDEN = function("h", "failed", "p", (3, 5))
WRONG = function("k", "wrong_answer", "pf", (0, 5))


@pytest.mark.parametrize(
    ("grade", "said"),
    [
        (graded(GOOD, GOOD), "All 2 functions pass. Full marks, 10 of 10."),
        (graded(GOOD), "1 of 1 function passes. Full marks, 10 of 10."),
        (graded(GOOD, WRONG), "1 of 2 functions pass."),
        (graded(GOOD, ONE_HIDDEN), "All visible cases pass. 1 hidden case of `g` does not yet."),
        (graded(GOOD, TWO_HIDDEN), "All visible cases pass. 2 hidden cases of `h` do not yet."),
        (graded(ONE_HIDDEN, TWO_HIDDEN), "All visible cases pass. 3 hidden cases do not yet."),
        (graded(ONE_HIDDEN, WRONG), "0 of 2 functions pass."),
        (
            graded(WRONG, load="syntax_error", line=3),
            "Python could not read line 3. No case ran.",
        ),
        (
            graded(WRONG, load="syntax_error"),
            "Python could not read this file. No case ran.",
        ),
    ],
)
def test_a_submission_is_told_in_one_sentence_and_a_step(grade: Any, said: str) -> None:
    assert sentence_of("submission", "graded", grade) == said


@pytest.mark.parametrize(
    ("may_submit", "said"),
    [
        (True, "All visible cases pass. Submit to run the hidden ones."),
        (False, "All visible cases pass. The hidden ones need an account."),
    ],
)
def test_a_run_says_what_is_left_to_do(may_submit: bool, said: str) -> None:
    grade = graded(function("f", "passed", "pp", None))
    assert sentence_of("run", "graded", grade, may_submit=may_submit) == said


def test_only_a_submission_can_fail_in_hidden_cases_alone() -> None:
    assert only_hidden_fail("submission", graded(GOOD, ONE_HIDDEN))
    assert not only_hidden_fail("run", graded(GOOD, ONE_HIDDEN))
    assert not only_hidden_fail("submission", graded(ONE_HIDDEN, load="syntax_error"))


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        (
            Wait(ahead=3, seconds_each=1.3),
            "3 submissions are ahead of yours, about 4 seconds. "
            "You can keep typing; the sent version is safe.",
        ),
        (
            Wait(ahead=1, seconds_each=0.2),
            "1 submission is ahead of yours, about 1 second. "
            "You can keep typing; the sent version is safe.",
        ),
        (
            Wait(ahead=3, seconds_each=None),
            "Waiting for a free place. We do not know how long yet.",
        ),
        (
            Wait(ahead=3, seconds_each=1.0, is_retry=True),
            "Something broke on our side, not in your code. We are trying again. "
            "No attempt is used.",
        ),
    ],
)
def test_a_wait_is_told_as_far_as_anybody_knows(wait: Wait, said: str) -> None:
    assert queue_sentence(wait) == said


def test_what_was_set_aside_is_our_side() -> None:
    assert sentence_of("submission", "parked", None) == (
        "We could not grade this yet. Staff have been told, and no attempt is used. "
        "You can leave the page."
    )


@pytest.mark.parametrize(
    ("load", "word"), [("syntax_error", "Not read"), ("load_failed", "Stopped")]
)
def test_a_file_that_stopped_while_it_was_loaded_was_read(load: str, word: str) -> None:
    assert sign_of("graded", graded(WRONG, load=load)).word == word


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_the_same_text_with_other_ends_of_lines_is_the_code_in_the_editor(end: str) -> None:
    """An editor and a text area know one end of a line alone; a file from Windows has another."""
    assert checksum(f"def f():{end}    return 1{end}") == checksum("def f():\n    return 1\n")
    assert checksum(f"def f():{end}") != checksum("def f():")
