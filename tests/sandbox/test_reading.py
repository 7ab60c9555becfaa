"""A child's frames are read strictly: what is not an answer to the open question is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.outside.reading import clean, read_answers, read_load
from sandbox.outside.sandbox import Answer, Defined, Ending, Load, Trouble
from sandbox.wire import WireError

TOKEN = "a" * 32
TROUBLE = ["ValueError", "no", 3, 5, "    raise ValueError('no')", None, 9]


def answers(*raw: Any, token: str = TOKEN, first: int = 0, most: int = 4) -> list[Answer]:
    return read_answers(json.dumps([token, 0, list(raw)]).encode(), TOKEN, first=first, most=most)


def load(*raw: Any) -> Load:
    return read_load(json.dumps(raw).encode(), TOKEN)


def test_a_returned_value_is_read() -> None:
    (answer,) = answers(["returned", ["l", 1, ["t", 2.5]], None, None, None])
    assert answer == Answer(ending=Ending.RETURNED, value=[1, (2.5,)])


def test_a_value_alone_was_returned() -> None:
    assert answers([["t", 1, None]]) == [Answer(ending=Ending.RETURNED, value=(1, None))]


def test_changed_arguments_are_read() -> None:
    (answer,) = answers(["returned", None, None, None, ["t", ["l"], 3]])
    assert answer.arguments_after == ([], 3)


def test_a_raised_error_is_read() -> None:
    (answer,) = answers(["raised", None, TROUBLE, None, None])
    assert answer.trouble == Trouble(
        kind="ValueError",
        text="no",
        line=3,
        column=5,
        quoted="    raise ValueError('no')",
        caller=9,
    )


def test_a_load_is_read() -> None:
    assert load(TOKEN, "loaded", None, [["f", 1, ["a"]], ["g", None, None]]) == Load(
        ending=Ending.LOADED,
        defined=(Defined(name="f", line=1, parameters=("a",)), Defined(name="g")),
    )


GOOD = ["returned", 1, None, None, None]


@pytest.mark.parametrize(
    "frame",
    [
        ["b" * 32, 0, [GOOD]],
        [TOKEN, 1, [GOOD]],
        [TOKEN, True, [GOOD]],
        [TOKEN, 0, []],
        [TOKEN, 0, [GOOD] * 5],
        [TOKEN, 0, [GOOD], 1],
        [TOKEN, 0],
        [TOKEN, 0, GOOD],
        [TOKEN, 0, [["passed", 1, None, None, None]]],
        [TOKEN, 0, [["time_limit", None, None, None, None]]],
        [TOKEN, 0, [["not_run", None, None, None, None]]],
        [TOKEN, 0, [["raised", 1, TROUBLE, None, None]]],
        [TOKEN, 0, [["returned", ["x"], None, None, None]]],
        [TOKEN, 0, [["returned", 1, None, None]]],
        [TOKEN, 0, [["returned", 1, None, None, ["l", 1]]]],
        [TOKEN, 0, [["raised", None, ["E"], None, None]]],
        [TOKEN, 0, [["raised", None, ["E", "t", -1, None, None, None, None], None, None]]],
        [TOKEN, 0, [["raised", None, ["E", "t", 1.5, None, None, None, None], None, None]]],
        [TOKEN, 0, [["raised", None, ["E", "t", 1, None, None, None, -1], None, None]]],
        [TOKEN, 0, [["raised", None, ["E", "t", 1, None, None, None], None, None]]],
        [TOKEN, 0, [["raised", None, ["E", 5, 1, None, None, None, None], None, None]]],
        [TOKEN, 0, [["raised", None, ["E", "t", 1, None, None, 5, None], None, None]]],
        [TOKEN, 0, [["wrong_type", None, None, 5, None]]],
        [TOKEN, 0, [[["returned"], 1, None, None, None]]],
        "passed",
        None,
    ],
    ids=lambda frame: json.dumps(frame)[32:70],
)
def test_what_is_not_an_answer_is_refused(frame: Any) -> None:
    with pytest.raises(WireError):
        read_answers(json.dumps(frame).encode(), TOKEN, first=0, most=4)


@pytest.mark.parametrize(
    "frame",
    [
        ["b" * 32, "loaded", None, []],
        [TOKEN, "time_limit", None, []],
        [TOKEN, "returned", None, []],
        [TOKEN, "loaded", None],
        [TOKEN, "loaded", None, None],
        [TOKEN, "loaded", None, [["f", 1]]],
        [TOKEN, "loaded", None, [["f", 1, "ab"]]],
        [TOKEN, "loaded", None, [["f", 1, ["a"] * 256]]],
        [TOKEN, "loaded", None, [["f", 1, None]] * 201],
    ],
    ids=lambda frame: json.dumps(frame)[32:70],
)
def test_what_is_not_a_load_is_refused(frame: Any) -> None:
    with pytest.raises(WireError):
        read_load(json.dumps(frame).encode(), TOKEN)


@given(st.binary(max_size=120))
@settings(max_examples=200)
def test_arbitrary_bytes_are_refused_and_never_raise_anything_else(frame: bytes) -> None:
    with pytest.raises(WireError):
        read_answers(frame, TOKEN, first=0, most=4)
    with pytest.raises(WireError):
        read_load(frame, TOKEN)


hostile = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([TOKEN, "returned", "raised", "wrong_type", "l", "t", "d", "i", "f"]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=25,
)


@given(st.lists(hostile, min_size=5, max_size=5))
@settings(max_examples=100)
def test_an_answer_of_any_shape_is_read_or_refused(raw: list[Any]) -> None:
    frame = json.dumps([TOKEN, 0, [raw]]).encode()
    try:
        (answer,) = read_answers(frame, TOKEN, first=0, most=1)
    except WireError:
        return
    assert answer.ending in {Ending(raw[0])}


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("nul \0 bell \a escape \x1b[2J", "nul \ufffd bell \ufffd escape \ufffd[2J"),
        ("half \udc80 a pair", "half \ufffd a pair"),
        ("turned \u202e around", "turned \ufffd around"),
        ("c1 \x85 \x9b", "c1 \ufffd \ufffd"),
        ("tab\tand\nline\r\nstay", "tab\tand\nline\nstay"),
        ("a lone \r return", "a lone \ufffd return"),
        ("ünïcödé 漢字 🎉", "ünïcödé 漢字 🎉"),
    ],
)
def test_texts_are_cleaned(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_texts_are_cut() -> None:
    trouble = ["E" * 500, "t" * 5000, 1, 1, "q" * 5000, None, None]
    (answer,) = answers(["raised", None, trouble, None, None])
    assert answer.trouble is not None
    lengths = map(len, (answer.trouble.kind, answer.trouble.text, answer.trouble.quoted or ""))
    assert list(lengths) == [100, 2000, 2000]


@given(st.text(max_size=50))
def test_a_cleaned_text_can_be_stored_and_shown(text: str) -> None:
    assert "\0" not in clean(text).encode().decode()
