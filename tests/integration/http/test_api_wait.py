"""`?wait=`: the answer comes with the message that the grade is there, and not by polling."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grader import notify as notify_module
from grader.api import waiting
from grader.api.waiting import WaitingRoom
from grader.app import create_app
from grader.notify import Notify
from tests.waiting import LONGEST_SECONDS

SUBMISSIONS = "/api/v1/courses/demo/assignments/prefix-sharing/submissions"


class WatchedNotify(Notify):
    """The real one; it also tells when somebody has begun to wait, and how often was looked."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.began = threading.Event()
        self.looks = 0

    async def wait_async(self, submission_id: str, seconds: float, ready: Any) -> Any:
        def counted() -> Any:
            self.looks += 1
            found = ready()
            self.began.set()
            return found

        return await super().wait_async(submission_id, seconds, counted)


@pytest.fixture
def notify(broker_url: str, monkeypatch: Any) -> Any:
    """One that never looks by itself: only a message ends a wait in time."""
    monkeypatch.setattr(notify_module, "LIVE_CHECK_SECONDS", 60.0)
    monkeypatch.setattr(notify_module, "BLIND_CHECK_SECONDS", 60.0)
    notify = WatchedNotify(broker_url)
    yield notify
    notify.close()


def sent(client: Any) -> str:
    return str(client.post(SUBMISSIONS, json={"source": "x = 1\n"}).json()["id"])


def wait(client: Any, submission: str, seconds: float) -> Any:
    return client.get(f"/api/v1/submissions/{submission}", params={"wait": seconds})


def test_the_answer_comes_as_soon_as_the_grade_is_told(
    client_of: Any, school: Any, notify: Any
) -> None:
    submission = sent(client_of("ada"))
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(wait, client_of("ada"), submission, 25)
        assert notify.began.wait(LONGEST_SECONDS)
        school.grade(submission)
        notify.publish(submission)
        assert answer.result(LONGEST_SECONDS).json()["state"] == "graded"
    assert notify.looks <= 3  # at the start, when the subscription stands, and when told


def test_a_final_submission_is_answered_at_once(client_of: Any, school: Any, notify: Any) -> None:
    submission = sent(client_of("ada"))
    school.grade(submission)
    assert wait(client_of("ada"), submission, 30).json()["state"] == "graded"
    assert notify.looks == 0


def test_when_the_time_is_over_the_state_is_told_as_it_is(client_of: Any) -> None:
    answer = wait(client_of("ada"), sent(client_of("ada")), 0.2)
    assert (answer.status_code, answer.json()["state"]) == (200, "queued")
    assert "retry-after" not in answer.headers


def test_waiting_for_the_submission_of_another_is_refused_at_once(
    client_of: Any, notify: Any
) -> None:
    answer = wait(client_of("ben"), sent(client_of("ada")), 30)
    assert (answer.status_code, notify.looks) == (404, 0)


def test_others_are_served_while_many_wait(client_of: Any, school: Any, notify: Any) -> None:
    """More wait than the server has threads; they hold neither threads nor the database."""
    submissions = [sent(client_of("ada")) for _ in range(4)]
    with ThreadPoolExecutor(80) as pool:
        answers = [pool.submit(wait, client_of("ada"), one, 25) for one in submissions * 20]
        assert notify.began.wait(LONGEST_SECONDS)
        assert client_of("ben").get("/api/v1/me").status_code == 200
        for one in submissions:
            school.grade(one)
            notify.publish(one)
        assert {answer.result(LONGEST_SECONDS).json()["state"] for answer in answers} == {"graded"}


def test_no_submission_takes_all_places(
    client_of: Any, school: Any, notify: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(waiting, "PLACES_OF_ONE", 1)
    mine, other = sent(client_of("ada")), sent(client_of("ben"))
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(wait, client_of("ada"), mine, 25)
        assert notify.began.wait(LONGEST_SECONDS)
        assert wait(client_of("ada"), mine, 0.1).headers["retry-after"] == "1"
        assert "retry-after" not in wait(client_of("ben"), other, 0.1).headers
        school.grade(mine)
        notify.publish(mine)
        assert answer.result(LONGEST_SECONDS).json()["state"] == "graded"
    assert "retry-after" not in wait(client_of("ben"), other, 0.1).headers


def test_a_full_waiting_room_says_so(app: Any, client_of: Any, notify: Any) -> None:
    submission = sent(client_of("ada"))
    app.state.waiting_room = WaitingRoom(notify, places=0)
    answer = wait(client_of("ada"), submission, 0.1)
    assert (answer.json()["state"], answer.headers["retry-after"]) == ("queued", "1")


@pytest.mark.parametrize("seconds", ["-1", "31", "nan", "inf", "soon", "1e400"])
def test_a_wait_that_is_no_wait_is_refused(client_of: Any, seconds: Any) -> None:
    answer = wait(client_of("ada"), sent(client_of("ada")), seconds)
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_fields")
    assert "`wait`" in answer.json()["detail"]


def test_without_a_broker_the_grade_still_comes(
    settings: Any, school: Any, queue: Any, tmp_path: Any
) -> None:
    away = WatchedNotify(f"redis+socket://{tmp_path}/nobody.sock")
    app = create_app(settings, store=school.store, queue=queue, notify=away)
    headers = {"Authorization": f"Bearer {school.tokens['ada']}"}
    with TestClient(app, headers=headers) as ada, ThreadPoolExecutor(1) as pool:
        submission = sent(ada)
        answer = pool.submit(wait, ada, submission, 25)
        assert away.began.wait(LONGEST_SECONDS)
        school.grade(submission)
        assert answer.result(LONGEST_SECONDS).json()["state"] == "graded"
    away.close()
