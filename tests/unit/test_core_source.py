from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.source import MOST_BYTES, clean
from grader.errors import SourceRejected, SourceTooLarge

CODE = "def f():\n    return 1\n"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_text_without_controls_comes_back_unchanged(text: str) -> None:
    whole = "x" + text
    assert clean(whole) == clean(whole.encode()) == whole


@pytest.mark.parametrize(
    "source",
    [
        CODE.replace("\n", "\r\n"),
        CODE.replace("\n", "\r"),
        "def f():\n\treturn 1\n\f\n",
        "# größe, 数, 🙂\n" + CODE,
        "# only a comment",
        "x" * MOST_BYTES,
    ],
)
def test_an_unusual_file_is_taken_as_it_is(source: str) -> None:
    assert clean(source.encode()) == source


def test_one_byte_order_mark_is_taken_off_and_no_more() -> None:
    assert clean(b"\xef\xbb\xbf\xef\xbb\xbfx") == "\ufeffx"


@pytest.mark.parametrize("source", [b"x" * (MOST_BYTES + 1), "é" * (MOST_BYTES // 2 + 1)])
def test_a_file_over_64_kibibytes_is_too_large(source: bytes | str) -> None:
    with pytest.raises(SourceTooLarge):
        clean(source)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"a = 1\nb = '\xbf'\n", "not UTF-8: the first bad byte is on line 2"),
        (b"\xed\xa0\x80", "not UTF-8"),
        (b"\xff\xfea\x00", "not UTF-8"),
        ("a\r\nb\r\nc = '\0'", "Line 3 holds a NUL"),
        ("a\rb\x1b[0m", r"Line 2 holds the control character U\+001B"),
        ("a\x0bb", r"U\+000B"),
        ("x = '\ud800'", "Line 1 holds half of a character"),
        ("", "empty"),
        (b"", "empty"),
        (" \t\r\n\f", "empty"),
        ("\ufeff", "empty"),
    ],
)
def test_what_no_python_file_can_hold_is_rejected_with_its_line(
    source: bytes | str, said: str
) -> None:
    with pytest.raises(SourceRejected, match=said):
        clean(source)
