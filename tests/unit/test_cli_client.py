"""`grader submit` and `grader run`: what goes to the service, and what is told of its answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from grader.cli import client
from grader.errors import Malformed, SourceTooLarge

ADDRESS = client.Address(
    server="http://grader.test", course="demo", assignment="prefix-sharing", token="grt_x"
)
GRADE: dict[str, Any] = {
    "verdict": "failed",
    "score": 8.0,
    "max_score": 10.0,
    "load": {"verdict": "ok", "message": None, "line": None},
    "functions": [
        {
            "name": "can_share",
            "verdict": "wrong_answer",
            "message": "`can_share(1)` returned \x1b[31m; expected True.",
            "hint": "Look again.",
            "diagnosis": None,
            "counterexample": {"call": "can_share(0)", "returned": "1", "expected": "True"},
        },
        {"name": "full", "verdict": "passed", "message": None, "hint": None},
    ],
}


def service(*answers: httpx2.Response) -> tuple[httpx2.MockTransport, list[httpx2.Request]]:
    asked: list[httpx2.Request] = []
    left = iter(answers)

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return next(left)

    return httpx2.MockTransport(answer), asked


def test_a_file_is_sent_once_and_waited_for() -> None:
    accepted = httpx2.Response(202, json={"id": "sub_1", "url": "/api/v1/submissions/sub_1"})
    graded = httpx2.Response(200, json={"state": "graded", "grade": GRADE})
    transport, asked = service(accepted, graded)
    sent = client.send(ADDRESS, "runs", "x = 1\n", say=print, transport=transport)
    assert [request.url.path for request in asked] == [
        "/api/v1/courses/demo/assignments/prefix-sharing/runs",
        "/api/v1/submissions/sub_1",
    ]
    assert json.loads(asked[0].content) == {"source": "x = 1\n"}
    assert asked[0].headers["authorization"] == "Bearer grt_x"
    assert not client.has_passed(sent)


def test_a_result_is_told_in_lines_that_do_nothing_to_the_terminal() -> None:
    assert client.told({"state": "graded", "grade": GRADE}).splitlines() == [
        "1 of 2 functions pass: 8 of 10 points.",
        "can_share  wrong answer",
        "    `can_share(1)` returned �[31m; expected True.",
        "    Hint: Look again.",
        "    Smallest case we found: `can_share(0)` returned 1, expected True.",
        "full       passed",
    ]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (httpx2.Response(404, json={"detail": "There is nothing here."}), "There is nothing here."),
        (httpx2.Response(200, text="<html>"), "its answer is not JSON"),
        (httpx2.Response(502, json=[]), "answered 502"),
    ],
)
def test_a_refusal_is_told(answer: httpx2.Response, told: str) -> None:
    transport, _ = service(answer)
    with pytest.raises(client.ServiceRefused, match=told):
        client.send(ADDRESS, "runs", "x = 1\n", say=print, transport=transport)


def test_what_no_service_takes_is_not_sent(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text("#" * 65_537)
    (tmp_path / "latin.py").write_bytes(b"\xff")
    with pytest.raises(SourceTooLarge):
        client.read_source(tmp_path / "large.py")
    for name in ("latin.py", "nowhere.py"):
        with pytest.raises(Malformed):
            client.read_source(tmp_path / name)
