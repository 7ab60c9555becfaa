from __future__ import annotations

import ast
import json
import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core import values
from grader.core.values import cut, from_plain, literal, short, to_plain

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters())
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
LITERALS = st.recursive(
    st.none() | st.booleans() | st.integers() | FINITE | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=10,
)


def exactly(value: object) -> str:
    """Tell apart what `==` does not: 1 and True, 0.0 and -0.0, one NaN and another value."""
    return repr(value)


@given(LITERALS)
def test_a_literal_reads_back_as_the_value(value: object) -> None:
    assert exactly(ast.literal_eval(literal(value))) == exactly(value)


@given(VALUES, st.sampled_from([40, values.TEXT_BYTES]))
def test_the_quick_way_to_a_literal_gives_the_same_as_the_careful_one(
    value: object, limit: int
) -> None:
    assert literal(value, limit=limit) == values._careful(value, limit)


@given(VALUES)
def test_a_literal_is_never_longer_than_its_limit(value: object) -> None:
    assert len(literal(value, limit=40).encode()) <= 40


@given(VALUES)
def test_a_literal_shows_no_character_that_cannot_be_printed(value: object) -> None:
    assert literal(value).isprintable()


@given(VALUES)
def test_plain_data_survives_json_and_loses_nothing(value: object) -> None:
    stored = json.loads(json.dumps(to_plain(value), allow_nan=False))
    assert exactly(from_plain(stored)) == exactly(value)


def texts(plain: object) -> Iterator[str]:
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        yield from texts(list(plain.items()))
    elif isinstance(plain, (list, tuple)):
        for item in plain:
            yield from texts(item)


@given(VALUES)
def test_plain_data_holds_no_text_that_postgresql_refuses(value: object) -> None:
    for text in texts(to_plain(value)):
        assert "\0" not in text
        text.encode()  # lone surrogates do not encode


def test_a_million_items_are_cut_at_two_kibibytes() -> None:
    text = literal(list(range(1_000_000)))
    assert len(text.encode()) == 2048
    assert text.endswith("…")


def test_a_huge_number_is_described_and_never_written_out() -> None:
    assert literal(10**1_000_000) == "<int of about 1,000,000 digits>"
    assert from_plain(to_plain(-(7**20_000))) == -(7**20_000)


def test_a_value_nested_far_beyond_the_recursion_limit_is_shown() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    assert literal(value).startswith("[[[[")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((40, 16), "(40, 16)"),
        ((40,), "(40,)"),
        ((), "()"),
        ({"a": [1.0, None]}, "{'a': [1.0, None]}"),
        (math.inf, "float('inf')"),
        ("\x00\u202e", "'\\x00\\u202e'"),
    ],
)
def test_values_are_written_as_python_writes_them(value: object, text: str) -> None:
    assert literal(value) == text


def test_a_sentence_gets_a_short_literal() -> None:
    assert len(short("x" * 500).encode()) <= 120


def test_a_cut_never_splits_a_character() -> None:
    assert cut("äöü" * 10, limit=10) == "äöü…"


@pytest.mark.parametrize(
    "broken",
    [
        1.5,
        {},
        {"set": []},
        {"int": 1},
        {"float": "x"},
        {"str": ["a"]},
        {"tuple": 1},
        {"dict": [["a"]]},
        {"dict": [[1, 2]]},
        {"int": "0x1", "float": "0x1"},
    ],
)
def test_what_was_not_made_here_is_refused(broken: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_plain(broken)
