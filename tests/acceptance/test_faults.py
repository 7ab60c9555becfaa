"""Faults of ours cost nobody anything: every submission is graded exactly once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.relay import Relay
from tests.acceptance.service import containers_of, is_alive, wait_until
from tests.acceptance.sources import HALF_AS_SLOW, SLOW, SLOWER

pytestmark = [pytest.mark.docker, pytest.mark.timeout(400)]


@pytest.fixture(scope="module")
def running(start: Any, folder: Callable[[], Path]) -> Iterator[Any]:
    """One that these tests hurt, one after the other."""
    service = start(folder())
    yield service
    service.end()


def test_killing_the_worker_loses_nothing_and_grades_nothing_twice(running: Any) -> None:
    ids = running.submit_many(40)
    worker = {"worker": running.children()["worker"]}
    running.kill("worker")
    wait_until(lambda: containers_of(worker) == [], "its containers went with it")
    assert running.are_graded_once(ids)


def tell_the_worker_to_end(running: Any) -> dict[str, int]:
    """SIGTERM; returns when it has ended. The next one may have begun already."""
    worker = {"worker": running.children()["worker"]}
    os.kill(worker["worker"], signal.SIGTERM)
    wait_until(lambda: not is_alive(worker["worker"]), "it ended")
    return worker


def test_a_worker_that_is_told_to_end_finishes_what_it_can(running: Any) -> None:
    begun = running.submit(HALF_AS_SLOW, who="ben")
    wait_until(lambda: running.state(begun, who="ben") == "running", "it runs")
    waiting = running.submit_many(20)
    worker = tell_the_worker_to_end(running)
    assert running.claims(begun) == ("graded", 1)
    assert containers_of(worker) == []
    assert running.are_graded_once([begun], who="ben")
    assert running.are_graded_once(waiting)


def test_a_worker_that_is_told_to_end_hands_back_what_takes_too_long(running: Any) -> None:
    begun = running.submit(SLOWER, who="ben")
    wait_until(lambda: running.state(begun, who="ben") == "running", "it runs")
    worker = tell_the_worker_to_end(running)
    assert running.claims(begun) in (("queued", 1), ("running", 2))  # by the next one, that is
    assert running.times_lost(begun) == 0
    assert containers_of(worker) == []
    assert running.are_graded_once([begun], who="ben")


def test_killing_the_broker_loses_nothing(running: Any) -> None:
    ids = running.submit_many(10)
    running.kill("valkey")
    ids += running.submit_many(10)
    assert running.are_graded_once(ids)


def test_what_kills_its_worker_twice_is_parked_and_the_queue_goes_on(running: Any) -> None:
    poison = running.submit(SLOW, who="ben")
    for times in (1, 2):
        taken_up = ("running", times)  # between two times it may wait too shortly to be seen
        wait_until(lambda: running.claims(poison) == taken_up, f"it runs: {times}")  # noqa: B023
        running.kill("worker")
    assert running.wait(poison, who="ben")["state"] == "parked"
    assert running.are_graded_once(running.submit_many(1))


def test_without_an_engine_submissions_wait_and_are_graded_when_it_is_back(
    start: Any, folder: Callable[[], Path]
) -> None:
    data = folder()
    relay = Relay(data / "engine.sock")
    relay.connect()
    service = start(data / "var", DOCKER_HOST=relay.address)
    waiting = [service.submit(SLOW, who="ben")]
    wait_until(lambda: service.state(waiting[0], who="ben") == "running", "it runs")
    relay.cut()
    wait_until(lambda: service.state(waiting[0], who="ben") == "queued", "it was handed back")
    waiting.append(service.submit(SLOW, who="ben"))
    threading.Event().wait(3)  # long enough for a sweep to send it, and for nobody to take it
    assert {service.state(each, who="ben") for each in waiting} == {"queued"}
    relay.connect()
    assert service.are_graded_once(waiting, who="ben")
    service.end()
    relay.cut()
