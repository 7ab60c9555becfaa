"""The benchmark runs and reports what it promises. Its figures are for people, never asserted."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from grader.cli.commands import app

PROMISED = {
    "clean_ms",
    "fresh_ms",
    "bare_ms",
    "docker_ms",
    "clean_vs_bare",
    "fresh_vs_bare",
    "clean_vs_docker_throughput",
    "fresh_vs_docker_throughput",
    "idle_container_mib",
}


@pytest.mark.docker
@pytest.mark.slow
def test_every_promised_figure_is_measured() -> None:
    result = CliRunner().invoke(app, ["bench", "sandbox", "--rounds", "1", "--json"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert set(figures) >= PROMISED
    assert all(value > 0 for value in figures.values())
