"""Values that TOML cannot write stand as Python in a text: read as data, and never run."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.values import to_plain
from grader.packs import written
from grader.packs.folder import load_toml
from grader.packs.python_text import NotPlainError, read, values_of

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("None", [None]),
        ("[3, None], (1, 2)", [[3, None], (1, 2)]),
        ("-1, -2.5, (4,), ()", [-1, -2.5, (4,), ()]),
        ("{'a': None}, 'it, (is)', True,", [{"a": None}, "it, (is)", True]),
        ("1,  # a thought\n2", [1, 2]),
        ("-inf, float('inf')", [-math.inf, math.inf]),
    ],
)
def test_a_row_of_plain_values_is_read(text: str, expected: list[Any]) -> None:
    assert repr(read(text)) == repr(expected)


@pytest.mark.parametrize(
    "text",
    [
        "1 +",
        "x",
        "1) + f(2",
        "1)(2",
        "open('a')",
        "[i for i in (1, 2)]",
        "n=1",
        "*[1]",
        "{1: 2}",
        "{1, 2}",
        "b'a'",
        "1 + 2",
        "-True",
        "1j",
        "...",
        "f'{1}'",
        "float('1')",
        "\0",
        "(" * 500,
        "-" * 900 + "1",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(NotPlainError):
        read(text)


def test_a_list_of_toml_is_left_as_it_is() -> None:
    assert values_of([1, "None"]) == [1, "None"]


@given(st.lists(values, max_size=3).map(tuple))
def test_what_a_report_writes_is_read_as_the_same_values(arguments: tuple[Any, ...]) -> None:
    toml = f"args = {written.arguments(arguments)}\n"
    assert to_plain(values_of(load_toml(toml)["args"])) == to_plain(list(arguments))
