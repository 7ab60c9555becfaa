"""What changed between two texts: as rows, and in a bounded time."""

from __future__ import annotations

import pytest

from grader.web import history
from grader.web.history import MOST_COMPARED, ChangedLine, changed_lines


def rows(older: str, newer: str) -> list[tuple[str, int | None, str]]:
    return [(row.mark, row.number, row.text) for row in changed_lines(older, newer)]


def test_a_line_that_changed_stands_between_those_around_it() -> None:
    assert rows("a\nb\nc\n", "a\nB\nc\n") == [
        (" ", 1, "a"),
        ("-", None, "b"),
        ("+", 2, "B"),
        (" ", 3, "c"),
    ]


def test_the_lines_of_large_files_are_not_matched_with_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two files of 64 KiB can be made such that it would take half a minute, for each look."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("this is too much to compare")

    monkeypatch.setattr(history.difflib, "unified_diff", refuse)
    same = [str(number) for number in range(MOST_COMPARED)]
    found = list(changed_lines("\n".join(["x", "old", *same]), "\n".join(["x", "new", "y", *same])))
    assert found == [
        ChangedLine(mark="-", number=None, text="old"),
        ChangedLine(mark="+", number=2, text="new"),
        ChangedLine(mark="+", number=3, text="y"),
    ]


@pytest.mark.parametrize(
    ("older", "newer", "marks"),
    [
        ("a\n" * 2000, "a\n" * 2000, ""),
        ("a\n" * 2000, "a\n" * 2001, "+"),
        ("a\n" * 2001, "a\n" * 2000, "-"),
        ("", "a\n" * 2000, "+" * 2000),
    ],
)
def test_large_files_may_begin_and_end_alike(older: str, newer: str, marks: str) -> None:
    assert "".join(row.mark for row in changed_lines(older, newer)) == marks


LINES = [f"line_{number} = {number}" for number in range(30)]


@pytest.mark.parametrize(
    ("changed", "marks"),
    [
        ({0}, "-+   "),
        ({3}, "   -+   "),
        ({0, 20}, "-+   @   -+   "),
        ({20}, "@   -+   "),
    ],
)
def test_a_gap_stands_only_where_lines_are_left_out(changed: set[int], marks: str) -> None:
    """One stood above the first line, too."""
    newer = [f"{line}  # new" if at in changed else line for at, line in enumerate(LINES)]
    found = changed_lines("\n".join(LINES), "\n".join(newer))
    assert "".join(row.mark for row in found) == marks
