"""What an assignment tells of hidden cases: set by instructors, heard by learners at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

ASSIGNMENT = "/api/v1/courses/demo/assignments/prefix-sharing"
DISCLOSURE = f"{ASSIGNMENT}/disclosure"
SOURCE = {"source": "def full_shared_blocks(prefix_len, block):\n    return 3\n"}


@pytest.fixture
def read(client_of: Any, school: Any) -> Any:
    """Ada's graded submission as somebody reads it."""
    url = client_of("ada").post(f"{ASSIGNMENT}/submissions", json=SOURCE).json()["url"]
    school.grade(url.rpartition("/")[2])

    def read_as(name: str) -> Any:
        return client_of(name).get(url)

    return read_as


def hidden_cases(answer: Any) -> list[Any]:
    functions = answer.json()["grade"]["functions"]
    return [c for f in functions for c in f["cases"] if c["visibility"] == "hidden"]


def test_a_level_holds_at_once_for_grades_given_before(client_of: Any, read: Any) -> None:
    assert hidden_cases(read("ada")) != []
    changed = client_of("ines").put(DISCLOSURE, json={"disclosure": "count"})
    assert changed.json() == {
        "assignment": "prefix-sharing",
        "disclosure": "count",
        "due_at": None,
    }
    assert hidden_cases(read("ada")) == []
    assert any(function["hidden"] for function in read("ada").json()["grade"]["functions"])


@pytest.mark.parametrize(("days", "is_told"), [(1, False), (-1, True)])
def test_everything_is_told_after_the_deadline_alone(
    client_of: Any, school: Any, read: Any, days: int, is_told: bool
) -> None:
    due_at = (school.now() + timedelta(days=days)).isoformat()
    level = {"disclosure": "all_after_deadline", "due_at": due_at}
    assert client_of("ines").put(DISCLOSURE, json=level).status_code == 200
    assert (school.canary in read("ada").text) is is_told
    assert school.canary in read("ines").text


@pytest.mark.parametrize("disclosure", ["count", "hint", "counterexample", "all_after_deadline"])
def test_no_level_tells_a_hidden_input_before_the_end(
    client_of: Any, school: Any, read: Any, disclosure: str
) -> None:
    client_of("ines").put(DISCLOSURE, json={"disclosure": disclosure})
    assert school.canary not in read("ada").text


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"disclosure": "everything"},
        {"disclosure": None},
        {"disclosure": "hint", "due_at": "2026-12-24T18:00:00"},
        {"disclosure": "hint", "due_at": "tomorrow"},
        {"disclosure": "hint", "due_at": "9999-12-31T23:59:59-12:00"},
        {"disclosure": "hint", "more": 1},
    ],
)
def test_a_level_that_cannot_be_is_refused(client_of: Any, body: Any) -> None:
    answer = client_of("ines").put(DISCLOSURE, json=body)
    assert answer.status_code in {400, 422}
    assert answer.json()["code"] in {"wrong_fields", "malformed"}


@pytest.mark.parametrize(("name", "status"), [("ada", 404), ("dan", 404)])
def test_nobody_else_may_set_it(client_of: Any, name: str, status: int) -> None:
    assert client_of(name).put(DISCLOSURE, json={"disclosure": "hint"}).status_code == status
