"""Questions of a lesson over HTTP: answered, kept, covered until they are right or revealed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.actions.practice import begin_visit
from grader.store import access, writes

ANSWERS = "/api/v1/courses/demo/assignments/prefix-sharing/answers"
TOML = """
[[questions]]
id = "saved"
kind = "number"
step = "hand"
text = "How many?"
answer = 7919
right = "Well counted."
wrong = "Count again."

[[questions]]
id = "safe"
kind = "choice"
step = "predict"
text = "Safe?"
choices = ["No", "Yes"]
answer = "No"
"""
SECRET = "7919"


@pytest.fixture
def ada(client_of: Any, school: Any) -> Any:
    """A member of a course whose lesson asks two questions."""
    with school.store.unit() as unit:
        version = writes.add_pack_version(
            unit,
            name="prefix-sharing",
            digest="v2",
            files={"lesson.md": "# L", "starter.py": "x = 1\n", "pack.toml": TOML},
            prepared={},
            now=school.now(),
        )
        viewer = access.viewer_by_token(unit, school.tokens["ada"], now=school.now())
        assert viewer is not None
        assignment = access.access_assignment(unit, viewer, "demo", "prefix-sharing")
        writes.pin_assignment(unit, assignment.id, version.id)
        writes.open_for_practice(unit, assignment.id, practice=True)
    return client_of("ada")


def answer(client: Any, **body: Any) -> Any:
    return client.post(ANSWERS, json={"question": "saved", **body})


def standing(client: Any, question: str) -> Any:
    items = client.get(ANSWERS).json()["items"]
    return next(item for item in items if item["question"] == question)


def test_a_question_is_covered_until_it_is_right(ada: Any) -> None:
    assert SECRET not in ada.get(ANSWERS).text
    wrong = answer(ada, answer=10)
    assert (wrong.status_code, wrong.json()["outcome"]) == (200, "wrong")
    assert wrong.json()["message"] == "Not 10. Count again."
    assert SECRET not in wrong.text + ada.get(ANSWERS).text
    right = answer(ada, answer=SECRET).json()
    assert (right["outcome"], right["correct"]) == ("right", SECRET)
    assert (right["is_covered"], right["message"]) == (False, "Right. Well counted.")


def test_a_revealed_answer_counts_as_revealed_for_good(ada: Any) -> None:
    revealed = answer(ada, reveal=True).json()
    assert (revealed["outcome"], revealed["correct"]) == ("revealed", SECRET)
    assert answer(ada, answer=7919).json()["outcome"] == "revealed"


def test_a_prediction_is_kept_and_asked_again_at_the_end(ada: Any) -> None:
    kept = answer(ada, question="safe", answer="Yes").json()
    assert (kept["outcome"], kept["predicted"], kept["correct"]) == ("kept", "Yes", None)
    checked = answer(ada, question="safe", answer="No", step="check").json()
    assert checked["message"] == "Right; at first you chose Yes."
    assert standing(ada, "safe") == checked


def test_everybody_has_answers_of_his_own(ada: Any, client_of: Any) -> None:
    answer(ada, answer=7919)
    assert standing(client_of("ben"), "saved")["outcome"] is None
    assert SECRET not in client_of("ben").get(ANSWERS).text


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"answer": "many"}, 422, "answer_rejected"),
        ({"answer": 1.5}, 422, "answer_rejected"),
        ({"question": "safe", "answer": "Perhaps"}, 422, "answer_rejected"),
        ({"answer": 7919, "step": "check"}, 422, "answer_rejected"),
        ({"question": "other", "answer": 1}, 404, "not_found"),
        ({}, 400, "malformed"),
        ({"answer": 1, "reveal": True}, 400, "malformed"),
        ({"answer": True}, 422, "wrong_fields"),
        ({"answer": [1]}, 422, "wrong_fields"),
        ({"answer": 1, "more": 1}, 422, "wrong_fields"),
        ({"answer": 1, "step": "later"}, 422, "wrong_fields"),
    ],
)
def test_what_is_no_answer_is_refused_and_not_kept(
    ada: Any, body: dict[str, Any], status: int, code: str
) -> None:
    refused = answer(ada, **body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert standing(ada, "saved")["outcome"] is None
    assert SECRET not in refused.text


def test_a_stranger_and_an_administrator_find_nothing_to_answer(ada: Any, client_of: Any) -> None:
    assert answer(client_of("dan"), answer=1).status_code == 404
    assert client_of("dan").get(ANSWERS).status_code == 404


def test_a_visitor_answers_in_practice(ada: Any, app: Any, client: Any) -> None:
    token = begin_visit(app.state.services)
    visitor = {"Authorization": f"Bearer {token}"}
    sent = client.post(ANSWERS, json={"question": "saved", "answer": 7919}, headers=visitor)
    assert sent.json()["outcome"] == "right"


def test_a_lesson_without_questions_has_none(client_of: Any, school: Any) -> None:
    assert client_of("ben").get(ANSWERS).json() == {"items": []}


anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40)


@settings(
    max_examples=60,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(question=st.sampled_from(["saved", "safe", "\0", ""]), raw=anything, step=anything)
def test_whatever_is_sent_nothing_breaks(ada: Any, question: str, raw: Any, step: Any) -> None:
    body = json.dumps({"question": question, "answer": raw, "step": step})
    sent = ada.post(ANSWERS, content=body.encode("utf-8", "surrogatepass"))
    assert sent.status_code in {200, 400, 404, 422}
