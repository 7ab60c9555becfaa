"""Whatever is sent, nothing breaks: an answer is 202 or a refusal, and never a 500."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SUBMISSIONS = "/api/v1/courses/demo/assignments/prefix-sharing/submissions"
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
bodies = st.one_of(
    st.binary(max_size=60),
    anything.map(json.dumps).map(str.encode),
    st.fixed_dictionaries({"source": anything}).map(json.dumps).map(str.encode),
)
in_one_world = settings(
    max_examples=60,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def ada(client_of: Any) -> Any:
    return client_of("ada")


@in_one_world
@given(body=bodies)
def test_any_body_is_taken_or_refused(ada: Any, body: bytes) -> None:
    answer = ada.post(SUBMISSIONS, content=body)
    assert answer.status_code == 202 or answer.json()["code"] in {
        "not_json",
        "wrong_fields",
        "source_rejected",
    }


@in_one_world
@given(name=st.text(max_size=20), other=st.text(max_size=20))
def test_any_address_is_answered(ada: Any, name: str, other: str) -> None:
    course, assignment = (quote(text, safe="", errors="replace") for text in (name, other))
    for path in (
        f"/api/v1/submissions/{course}",
        f"/api/v1/courses/{course}/assignments/{assignment}/submissions",
        f"/api/v1/courses/demo/assignments/prefix-sharing/submissions?cursor={course}",
    ):
        assert ada.get(path).status_code in {200, 400, 404, 422}


@in_one_world
@given(token=st.binary(max_size=60))
def test_any_token_is_answered(client: Any, token: bytes) -> None:
    answer = client.get("/api/v1/me", headers={"Authorization": b"Bearer " + token})
    assert answer.status_code == 401
