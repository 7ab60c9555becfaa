"""Sending a file over HTTP, and reading what came of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

PLACE = "/api/v1/courses/demo/assignments/prefix-sharing"
SUBMISSIONS = f"{PLACE}/submissions"
SOURCE = "def full_shared_blocks(prefix_len, block):\n    return prefix_len // block\n"
KEY = {"Idempotency-Key": "lesson-4/attempt 1"}


def sent(client: Any, source: str = SOURCE, url: str = SUBMISSIONS) -> str:
    answer = client.post(url, json={"source": source})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def listed(client: Any) -> list[Any]:
    return list(client.get(SUBMISSIONS).json()["items"])


def test_a_submission_is_accepted_and_queued(client_of: Any, queue: Any) -> None:
    answer = client_of("ada").post(SUBMISSIONS, json={"source": SOURCE})
    body = answer.json()
    assert answer.status_code == 202
    assert body == {"id": body["id"], "state": "queued", "url": answer.headers["location"]}
    assert queue.sent == [("grade", body["id"])]
    assert client_of("ada").get(body["url"]).json() == {
        "id": body["id"],
        "kind": "submission",
        "attempt": 1,
        "state": "queued",
        "received_at": client_of("ada").get(body["url"]).json()["received_at"],
        "wait": {"ahead": 0, "seconds": None},
        "searching": False,
        "grade": None,
    }


def test_a_run_is_polled_like_a_submission_and_is_no_attempt(client_of: Any, school: Any) -> None:
    ada = client_of("ada")
    run = sent(ada, url=f"{PLACE}/runs")
    school.grade(run)
    found = ada.get(f"/api/v1/submissions/{run}").json()
    assert (found["state"], found["kind"], found["attempt"]) == ("graded", "run", None)
    assert listed(ada) == []


def test_who_waits_is_told_what_is_before_him(client_of: Any) -> None:
    sent(client_of("ben"))
    mine = sent(client_of("ada"))
    found = client_of("ada").get(f"/api/v1/submissions/{mine}").json()
    assert found["wait"] == {"ahead": 1, "seconds": None}


def test_a_graded_submission_has_the_agreed_shape(client_of: Any, school: Any) -> None:
    ada = client_of("ada")
    submission = sent(ada)
    school.grade(submission)
    grade = ada.get(f"/api/v1/submissions/{submission}").json()["grade"]
    assert {"pack", "pack_version", "verdict", "score", "max_score", "load", "functions"} <= set(
        grade
    )
    assert (grade["score"], grade["max_score"]) == (2, 4)
    assert grade["load"] == {"verdict": "ok", "message": None, "line": None}
    visible = grade["functions"][0]["cases"][0]
    assert visible["arguments"] == "(40, 16)"
    assert (visible["returned"], visible["expected"]) == ("3", "2")


def test_hidden_cases_are_opaque_to_the_learner_and_open_to_staff(
    client_of: Any, school: Any
) -> None:
    submission = sent(client_of("ada"))
    school.grade(submission)
    as_learner = client_of("ada").get(f"/api/v1/submissions/{submission}")
    as_staff = client_of("ines").get(f"/api/v1/submissions/{submission}")
    hidden = as_learner.json()["grade"]["functions"][0]["cases"][1]
    told = {key: value for key, value in hidden.items() if value is not None}
    assert told == {"id": "h1", "visibility": "hidden", "verdict": "failed"}
    assert school.canary not in as_learner.text
    assert school.canary in as_staff.text


@pytest.mark.parametrize("name", ["ben", "dan"])
def test_a_submission_of_another_does_not_exist(client_of: Any, name: str) -> None:
    submission = sent(client_of("ada"))
    assert client_of("ada").get(f"/api/v1/submissions/{submission}").status_code == 200
    theirs = client_of(name).get(f"/api/v1/submissions/{submission}")
    unknown = client_of(name).get("/api/v1/submissions/sub_00000000000000000000000000")
    assert (theirs.status_code, theirs.json()) == (404, unknown.json())


def test_the_same_key_and_body_answer_with_the_same_submission(client_of: Any, queue: Any) -> None:
    ada = client_of("ada")
    first = ada.post(SUBMISSIONS, json={"source": SOURCE}, headers=KEY)
    again = ada.post(SUBMISSIONS, json={"source": SOURCE}, headers=KEY)
    assert (again.status_code, again.json()["id"]) == (202, first.json()["id"])
    assert len(queue.sent) == 1


def test_the_same_key_with_another_body_is_a_conflict(client_of: Any) -> None:
    ada = client_of("ada")
    ada.post(SUBMISSIONS, json={"source": SOURCE}, headers=KEY)
    other = ada.post(SUBMISSIONS, json={"source": SOURCE + "\n"}, headers=KEY)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_conflict")
    assert len(listed(ada)) == 1


def test_the_key_of_one_learner_means_nothing_to_another(client_of: Any) -> None:
    ada = client_of("ada").post(SUBMISSIONS, json={"source": SOURCE}, headers=KEY)
    ben = client_of("ben").post(SUBMISSIONS, json={"source": SOURCE}, headers=KEY)
    assert ada.json()["id"] != ben.json()["id"]


def test_own_submissions_are_listed_newest_first_in_parts(client_of: Any) -> None:
    ada = client_of("ada")
    ids = [sent(ada, f"x = {number}\n") for number in range(3)]
    sent(client_of("ben"))
    first = ada.get(SUBMISSIONS, params={"limit": 2}).json()
    rest = ada.get(SUBMISSIONS, params={"limit": 2, "cursor": first["next"]}).json()
    assert [item["id"] for item in first["items"] + rest["items"]] == ids[::-1]
    assert rest["next"] is None


@pytest.mark.parametrize(
    "source",
    [
        "\ufeff" + SOURCE,
        SOURCE.replace("\n", "\r\n"),
        "def f(ä):\n\treturn ä\n",
        "# " + "x" * (64 * 1024 - 2),
    ],
    ids=["bom", "crlf", "non-ascii", "exactly-64-KiB"],
)
def test_odd_but_honest_files_are_taken(client_of: Any, source: str) -> None:
    assert sent(client_of("ada"), source)


def test_a_source_of_the_full_size_may_be_written_in_escapes(client_of: Any) -> None:
    body = '{"source": "' + "\\u0061" * (64 * 1024) + '"}'
    assert client_of("ada").post(SUBMISSIONS, content=body).status_code == 202


REFUSED = {
    "too-large": ({"source": "x" * (64 * 1024 + 1)}, 413, "source_too_large"),
    "too-large-in-bytes": ({"source": "ä" * (32 * 1024 + 1)}, 413, "source_too_large"),
    "nul": ({"source": "x = 1\0"}, 422, "source_rejected"),
    "surrogate": ('{"source": "x = \\"\\ud800\\""}', 422, "source_rejected"),
    "empty": ({"source": ""}, 422, "source_rejected"),
    "blank": ({"source": " \n\t"}, 422, "source_rejected"),
    "not-text": ({"source": 1}, 422, "wrong_fields"),
    "null": ({"source": None}, 422, "wrong_fields"),
    "no-source": ({}, 422, "wrong_fields"),
    "unknown-field": ({"source": SOURCE, "file": "a.py"}, 422, "wrong_fields"),
    "surrogate-field": ('{"source": "x", "\\ud800": 1}', 422, "wrong_fields"),
    "no-object": ([SOURCE], 422, "wrong_fields"),
    "wrong-json": ('{"source": ', 400, "not_json"),
    "no-body": ("", 400, "not_json"),
    "twice-the-key": ('{"source": "x", "source": "y"}', 400, "not_json"),
    "nan": ('{"source": NaN}', 400, "not_json"),
    "many-digits": ('{"source": ' + "1" * 5000 + "}", 400, "not_json"),
    "deep": ("[" * 100_000, 400, "not_json"),
    "not-utf-8": (b'{"source": "\xff\xfe"}', 400, "not_json"),
    "utf-16": (json.dumps({"source": SOURCE}).encode("utf-16"), 400, "not_json"),
    "huge": ('{"source": "' + "x" * 2_000_000 + '"}', 413, "source_too_large"),
}


@pytest.mark.parametrize(("body", "status", "code"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_with_a_sentence_and_nothing_is_stored(
    client_of: Any, queue: Any, body: Any, status: int, code: str
) -> None:
    ada = client_of("ada")
    sent_as = {"content": body} if isinstance(body, (str, bytes)) else {"json": body}
    answer = ada.post(SUBMISSIONS, **sent_as)
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert problem["detail"].endswith((".", "`"))
    assert (listed(ada), queue.sent) == ([], [])


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/courses/nothing/assignments/prefix-sharing/submissions",
        "/api/v1/courses/demo/assignments/nothing/submissions",
        "/api/v1/courses/other/assignments/prefix-sharing/submissions",
        "/api/v1/courses/demo%00/assignments/prefix-sharing/submissions",
        "/api/v1/courses/%ff/assignments/prefix-sharing/submissions",
    ],
)
def test_a_course_that_is_unknown_or_not_mine_does_not_exist(client_of: Any, path: str) -> None:
    answer = client_of("ada").post(path, json={"source": SOURCE})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("key", ["", "x" * 256, "käse"])
def test_a_key_that_is_no_key_is_refused(client_of: Any, key: str) -> None:
    headers = {"Idempotency-Key": key.encode("latin-1")}
    answer = client_of("ada").post(SUBMISSIONS, json={"source": SOURCE}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert listed(client_of("ada")) == []
