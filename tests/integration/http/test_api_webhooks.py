"""Webhooks of a course over HTTP, for its instructors."""

from __future__ import annotations

import json
from typing import Any

import pytest

WEBHOOKS = "/api/v1/courses/demo/webhooks"
HERE = {"url": "http://127.0.0.1:9/hook", "events": ["grade.published"]}


def test_an_instructor_adds_lists_and_removes_a_webhook(client_of: Any) -> None:
    ines = client_of("ines")
    made = ines.post(WEBHOOKS, json=HERE)
    assert (made.status_code, made.json()["url"]) == (201, HERE["url"])
    assert made.json()["secret"].startswith("whsec_")
    (listed,) = ines.get(WEBHOOKS).json()["items"]
    assert (listed["id"], listed["events"]) == (made.json()["id"], ["grade.published"])
    assert "secret" not in listed
    assert ines.delete(f"{WEBHOOKS}/{listed['id']}").status_code == 204
    assert ines.get(WEBHOOKS).json()["items"] == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"url": "http://example.org/"}, 422, "target_refused"),
        ({"url": "https://127.0.0.1/"}, 422, "target_refused"),
        ({"url": "https://[::1]/"}, 422, "target_refused"),
        ({"url": "file:///etc/passwd"}, 422, "target_refused"),
        ({"url": "https://\ud800/"}, 422, "wrong_fields"),
        ({"url": ""}, 422, "wrong_fields"),
        ({"url": HERE["url"], "events": []}, 422, "wrong_fields"),
        ({"url": HERE["url"], "events": "grade.published"}, 422, "wrong_fields"),
        ({"url": HERE["url"], "events": ["grade.lost"]}, 400, "malformed"),
        ({"events": ["grade.published"]}, 422, "wrong_fields"),
    ],
)
def test_a_webhook_that_cannot_be_is_refused(
    client_of: Any, body: Any, status: int, code: str
) -> None:
    answer = client_of("ines").post(WEBHOOKS, content=json.dumps(body))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert client_of("ines").get(WEBHOOKS).json()["items"] == []


@pytest.mark.parametrize("name", ["ada", "dan"])
def test_to_anyone_else_there_are_no_webhooks(client_of: Any, name: str) -> None:
    made = client_of("ines").post(WEBHOOKS, json=HERE).json()
    other = client_of(name)
    assert other.get(WEBHOOKS).status_code == 404
    assert other.post(WEBHOOKS, json=HERE).status_code == 404
    assert other.delete(f"{WEBHOOKS}/{made['id']}").status_code == 404
    assert len(client_of("ines").get(WEBHOOKS).json()["items"]) == 1


def test_a_webhook_of_another_course_cannot_be_removed(client_of: Any) -> None:
    made = client_of("ines").post(WEBHOOKS, json=HERE).json()
    answer = client_of("dan").delete(f"/api/v1/courses/other/webhooks/{made['id']}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
