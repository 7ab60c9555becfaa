"""The benchmark of the page reports what it promises; its figures are for people alone."""

from __future__ import annotations

import pytest

from tests.benchmarks.page import measure


@pytest.mark.docker
@pytest.mark.slow
def test_every_promised_figure_is_measured() -> None:
    figures = measure(rounds=1)
    assert set(figures) == {"first_load", "practice", "run_ms", "submit_ms", "much_output_ms"}
    assert all(value > 0 for part in figures.values() for value in part.values())
