"""Tokens: who is let in, and what a program is told when it is not."""

from __future__ import annotations

from typing import Any

import pytest

SUBMISSIONS = "/api/v1/courses/demo/assignments/prefix-sharing/submissions"


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer wrong", "Basic dG9rZW4=", "Bearer tök", "token-of-Ada"],
)
def test_without_a_valid_token_nobody_gets_in(client: Any, header: str) -> None:
    headers = {"Authorization": header.encode("latin-1")} if header else {}
    answer = client.post(SUBMISSIONS, json={"source": "x = 1\n"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_wrong_token_is_refused_before_the_body_is_looked_at(client: Any) -> None:
    answer = client.post(SUBMISSIONS, content="no json", headers={"Authorization": "Bearer no"})
    assert answer.status_code == 401


def test_a_session_cookie_does_not_open_the_api(browser_of: Any) -> None:
    assert browser_of("ada").get("/").status_code == 200
    assert browser_of("ada").get("/api/v1/me").status_code == 401


def test_me_names_the_person_and_the_courses_of_the_token(client_of: Any) -> None:
    me = client_of("ada").get("/api/v1/me").json()
    assert me["name"] == "Ada"
    assert [(course["course"], course["role"]) for course in me["courses"]] == [("demo", "learner")]
    assert [one["assignment"] for one in me["courses"][0]["assignments"]] == ["prefix-sharing"]
