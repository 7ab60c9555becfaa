"""Errors for programs are problem+json with a stable code; their docs are a page of ours."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from grader import errors
from grader.api import refusals, schemas
from grader.app import create_app
from grader.errors import GraderError

OF_COMMANDS = {"bad_request", "pack_broken", "engine_missing"}


class BrokenStore:
    """A store with a bug of ours in it."""

    def reading(self) -> Any:
        raise RuntimeError("secret detail of /srv/grader")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/api/v2/me", 404, "not_found"),
        ("GET", "/api/v1/me/", 404, "not_found"),
        ("PUT", "/api/v1/me", 405, "method_not_allowed"),
        ("DELETE", "/healthz", 405, "method_not_allowed"),
    ],
)
def test_what_is_not_there_is_a_problem(
    client: Any, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["type"] == f"/docs#{code}"


def test_a_method_that_is_not_allowed_names_the_allowed_ones(client: Any) -> None:
    assert client.put("/api/v1/me").headers["allow"] == "GET"


def test_a_bug_of_ours_shows_no_inside(settings: Any, queue: Any, notify: Any) -> None:
    app = create_app(settings, store=BrokenStore(), queue=queue, notify=notify)  # type: ignore[arg-type]
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/api/v1/me", headers={"Authorization": "Bearer x"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "secret" not in answer.text
    assert answer.json()["reference"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def kinds_of_refusal() -> list[type[GraderError]]:
    """All that the API's own modules and the common ones know, but for those of the commands."""
    known = [*vars(errors).values(), *vars(refusals).values()]
    kinds = {kind for kind in known if isinstance(kind, type) and issubclass(kind, GraderError)}
    return [kind for kind in kinds if kind.code not in OF_COMMANDS]


def test_the_docs_show_every_route_and_every_error_without_a_script(client: Any) -> None:
    page = client.get("/docs").text
    for path, operations in client.get("/openapi.json").json()["paths"].items():
        assert all(f"<code>{method.upper()} {path}</code>" in page for method in operations)
    assert all(f'id="{kind.code}"' in page for kind in kinds_of_refusal())
    assert "<script" not in page
    assert 'href="http' not in page


def test_every_example_in_the_docs_is_what_its_schema_sends() -> None:
    for name, example in schemas.EXAMPLES.items():
        model = getattr(schemas, name)
        assert model.model_validate(example).model_dump(mode="json") == example
