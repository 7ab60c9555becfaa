"""Who may say whose pages show a course, and what an origin is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grader.actions.embedding import allow_embedding
from grader.cli.commands import app
from grader.errors import Malformed, NotFound


def test_an_instructor_says_whose_pages_may_show_the_course(world: Any, services: Any) -> None:
    viewer = world.viewer(world.instructor)
    origins = ("https://Book.example/", "https://book.example", "http://localhost:8080")
    course = allow_embedding(services, viewer, "demo", origins)
    assert course.embed_origins == ("https://book.example", "http://localhost:8080")
    assert allow_embedding(services, viewer, "demo", ()).embed_origins == ()


@pytest.mark.parametrize(
    "origin",
    [
        "*",
        "https://*.example",
        "book.example",
        "https://a b",
        "https://a;script-src *",
        "https://a/b",
    ],
)
def test_what_is_no_origin_is_refused(world: Any, services: Any, origin: str) -> None:
    with pytest.raises(Malformed):
        allow_embedding(services, world.viewer(world.instructor), "demo", (origin,))


def test_whoever_allows_a_page_is_given_the_line_to_paste(
    world: Any, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADER_DATABASE_URL", database_url)
    command = ["course", "embed", "demo", "--data", str(tmp_path)]
    allowed = CliRunner().invoke(app, [*command, "https://book.example"])
    assert "https://book.example" in allowed.output
    assert '/embed.js" data-course="demo" data-assignment=' in allowed.output
    assert "<script" not in CliRunner().invoke(app, command).output


def test_a_learner_says_nothing(world: Any, services: Any) -> None:
    with pytest.raises(NotFound):
        allow_embedding(services, world.viewer(world.ada), "demo", ("https://book.example",))
