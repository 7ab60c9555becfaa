"""Long values are folded around the place where they first differ, and the place has a name."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.values import literal
from grader.web.differences import LONGEST, Compared, compared, start_of

NUMBERS = list(range(60))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


def changed(path: tuple[int | str, ...], value: Any, other: Any) -> Compared:
    return compared(literal(value), literal(other), path)


def marked(text: Any) -> str:
    return f"{text.lead}▸{text.tail}"


def test_a_list_is_marked_at_the_item_that_differs() -> None:
    other = [*NUMBERS[:33], 99, *NUMBERS[34:]]
    found = changed((33,), NUMBERS, other)
    assert found.place == "differs at item 34"
    assert found.returned is not None
    assert found.expected is not None
    assert marked(found.returned).startswith("…27, 28, 29, 30, 31, 32, ▸33, 34")
    assert "▸99, 34" in marked(found.expected)


def test_a_difference_that_a_rule_lets_pass_is_not_marked() -> None:
    """Only the comparison knows that the third number is near enough."""
    floats = [0.1 * number for number in range(40)]
    other = [*floats[:3], floats[3] + 1e-12, *floats[4:-1], 7.0]
    found = changed((39,), floats, other)
    assert found.place == "differs at item 40"
    assert found.expected is not None
    assert found.expected.tail == "7.0]"


def test_a_text_is_marked_within() -> None:
    found = changed((), "q" * 200, "q" * 150 + "r" * 50)
    assert found.place == "differs at character 151"
    assert found.returned is not None
    assert found.returned.mark == 151  # behind the quotation mark


def test_a_place_inside_is_named_from_the_outside_in() -> None:
    value = {"tokens": [[1, 2], ["x" * 130]], "start": 0}
    other = {"tokens": [[1, 2], ["x" * 129 + "y"]], "start": 0}
    found = changed(("tokens", 1, 0), value, other)
    assert found.place == "differs at key tokens, item 2, item 1, character 130"


def test_values_of_different_length_are_marked_where_one_ends() -> None:
    found = changed((), [1] * 50, [1] * 51)
    assert (found.place, found.returned and found.returned.tail) == (None, "]")
    assert found.expected is not None
    assert found.expected.tail == ", 1]"


@pytest.mark.parametrize(
    ("returned", "expected"), [("3", "2"), (None, "2"), ("[1]" * 60, "[1]" * 60), ("3", None)]
)
def test_short_equal_and_missing_values_have_no_mark(
    returned: str | None, expected: str | None
) -> None:
    found = compared(returned, expected, ())
    assert found.place is None
    assert all(text is None or not text.mark for text in (found.returned, found.expected))


def test_a_path_that_the_text_does_not_have_marks_nothing() -> None:
    found = compared("[" + "1, " * 60, "2", (99, "key"))
    assert found.returned is not None
    assert found.returned.is_long
    assert found.returned.mark is None


@given(value=VALUES, data=st.data())
def test_every_part_is_found_where_python_wrote_it(value: Any, data: st.DataObject) -> None:
    path, part = [], value
    while isinstance(part, (list, tuple, dict)) and part and data.draw(st.booleans()):
        steps = list(part) if isinstance(part, dict) else range(len(part))
        step = data.draw(st.sampled_from(steps))
        path.append(step)
        part = part[step]
    text, written = literal(value), literal(part)
    start = start_of(text, path)
    assert start is not None
    assert ast.literal_eval(text[start : start + len(written)]) == part


@given(text=st.text(max_size=300), path=st.lists(st.integers(0, 3) | st.text(max_size=2)))
def test_what_is_no_value_is_looked_at_all_the_same(text: str, path: list[int | str]) -> None:
    found = compared(text, "x" * (LONGEST + 1), path)
    assert found.returned is not None
    assert found.returned.lead.lstrip("…") in text
