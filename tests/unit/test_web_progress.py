"""Hints are mentioned after three results that brought nothing new, and not a moment sooner."""

from __future__ import annotations

import pytest

from grader.web.progress import Standing, is_stuck

Seen = tuple[int, int | None]  # visible cases that pass, hidden ones (None: a run)


@pytest.mark.parametrize(
    ("oldest_first", "stuck"),
    [
        ([], False),
        ([(0, None), (0, None)], False),
        ([(0, None), (0, None), (0, None)], True),
        ([(3, None), (3, None), (3, None)], False),  # the first of them was progress
        ([(3, None), (3, None), (3, None), (3, None)], True),
        ([(3, None), (2, None), (1, None), (3, None)], True),
        ([(3, None), (3, None), (4, None), (4, None)], False),
        ([(3, 5), (3, 5), (3, 6), (3, 5)], False),
        ([(3, 5), (3, 5), (3, None), (3, 5)], True),
        ([(3, None), (3, 9), (3, 9), (3, 9)], True),  # a run asks no hidden case
    ],
)
def test_three_results_without_progress(oldest_first: list[Seen], stuck: bool) -> None:
    results = [Standing(visible=seen, hidden=hidden) for seen, hidden in oldest_first]
    assert is_stuck(results[::-1]) is stuck
