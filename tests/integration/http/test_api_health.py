"""/healthz and /readyz: what is well, and which part is not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi.testclient import TestClient

from grader.app import create_app
from grader.settings import Settings


def parts(answer: Any) -> dict[str, bool]:
    return {part["part"]: part["ok"] for part in answer.json()["parts"]}


def test_healthz_answers_without_asking_anybody(client: Any, queue: Any) -> None:
    queue.answers = False
    assert client.get("/healthz").json() == {"status": "ok"}


def test_ready_means_database_broker_and_a_checked_worker(client: Any, school: Any) -> None:
    school.beat(datetime.now(UTC))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert parts(answer) == {"database": True, "broker": True, "worker": True}


def test_without_a_broker_it_is_not_ready_and_says_so(client: Any, school: Any, queue: Any) -> None:
    school.beat(datetime.now(UTC))
    queue.answers = False
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
    assert parts(answer) == {"database": True, "broker": False, "worker": True}
    assert "retry-after" in answer.headers


def test_a_heartbeat_of_40_seconds_ago_is_no_worker(client: Any, school: Any) -> None:
    school.beat(datetime.now(UTC) - timedelta(seconds=40))
    assert parts(client.get("/readyz"))["worker"] is False


def test_a_worker_whose_sandbox_check_fails_is_none_and_its_detail_stays_inside(
    client: Any, school: Any
) -> None:
    school.beat(datetime.now(UTC), ok=False)
    answer = client.get("/readyz")
    assert parts(answer)["worker"] is False
    assert "/run/x" not in answer.text


def test_a_worker_that_is_not_there_is_told(client: Any) -> None:
    assert parts(client.get("/readyz")) == {"database": True, "broker": True, "worker": False}


def test_the_application_opens_its_own_parts_and_closes_them(
    tmp_path: Any, broker_url: str, database_url: str
) -> None:
    settings = Settings(
        data=tmp_path, secret_key="k" * 32, database_url=database_url, broker_url=broker_url
    )
    with TestClient(create_app(settings)) as client:
        assert parts(client.get("/readyz")) == {"database": True, "broker": True, "worker": False}


def test_head_is_answered_like_get(client: Any) -> None:
    assert client.head("/healthz").status_code == 200
    assert client.head("/sign-in").status_code == 200
