"""Who may say whose pages show a course, and what an origin is."""

from __future__ import annotations

from typing import Any

import pytest

from grader.actions.embedding import allow_embedding
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


def test_a_learner_says_nothing(world: Any, services: Any) -> None:
    with pytest.raises(NotFound):
        allow_embedding(services, world.viewer(world.ada), "demo", ("https://book.example",))
