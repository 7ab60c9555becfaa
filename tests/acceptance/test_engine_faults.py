"""A Docker engine that is killed, away, or stopped under a running service costs nobody anything.

Each test uses an engine of its own, which the service alone talks to.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.outside.flags import LABEL, OWNER_LABEL
from tests.acceptance.engine import Engine
from tests.acceptance.service import wait_until
from tests.acceptance.sources import SLOW

pytestmark = [pytest.mark.docker, pytest.mark.slow, pytest.mark.timeout(400)]

AWAY_SECONDS = 12.0  # longer than a lease and several sweeps


@pytest.fixture(scope="module")
def engine(folder: Callable[[], Path], image: str) -> Iterator[Engine]:
    engine = Engine(folder())
    try:
        engine.start()
        engine.take_image(image)
        yield engine
    finally:
        engine.clear()


@pytest.fixture(scope="module")
def running(start: Any, folder: Callable[[], Path], engine: Engine) -> Iterator[Any]:
    service = start(folder(), DOCKER_HOST=engine.address)
    yield service
    service.end()
    wait_until(lambda: engine.containers() == [], "an orderly end leaves no container")


def submit_and_wait_for_the_middle(service: Any) -> list[str]:
    """Two slow ones that run, and thirty quick ones behind them."""
    slow = [service.submit(SLOW, who="ben") for _ in range(2)]
    quick = service.submit_many(30)
    wait_until(lambda: "running" in {service.state(each, who="ben") for each in slow}, "it runs")
    return slow + quick


def states(service: Any, ids: list[str]) -> set[str]:
    return {service.state(each, who="instructor") for each in ids}


def everybody_is_graded_as_if_nothing_had_been(service: Any, ids: list[str]) -> None:
    """The two slow ones get the verdict that they deserve, and nobody another one."""
    assert service.are_graded_once(ids, who="instructor")
    for each in ids[:2]:
        grade = service.wait(each, who="ben")["grade"]
        assert {f["verdict"] for f in grade["functions"]} == {"time_limit"}


def nothing_is_left_of(before: set[str], engine: Engine) -> None:
    """The engine takes what ran away itself, in its own time; what had yet to start may go on."""
    wait_until(lambda: not before & set(engine.containers()), "what there was before is gone")


def test_an_engine_that_is_killed_and_stays_away(running: Any, engine: Engine) -> None:
    ids = submit_and_wait_for_the_middle(running)
    before = engine.running()
    engine.kill()
    threading.Event().wait(AWAY_SECONDS)
    wait_until(lambda: states(running, ids) <= {"queued", "graded"}, "they were handed back")
    engine.start()
    everybody_is_graded_as_if_nothing_had_been(running, ids)
    nothing_is_left_of(before, engine)


def test_an_engine_that_is_killed_and_comes_back_at_once(running: Any, engine: Engine) -> None:
    ids = submit_and_wait_for_the_middle(running)
    before = engine.running()
    engine.kill()
    engine.start()
    everybody_is_graded_as_if_nothing_had_been(running, ids)
    nothing_is_left_of(before, engine)


def test_an_engine_that_is_stopped_in_good_order(running: Any, engine: Engine) -> None:
    ids = submit_and_wait_for_the_middle(running)
    before = engine.running()
    engine.stop()
    wait_until(lambda: states(running, ids) <= {"queued", "graded"}, "they were handed back")
    engine.start()
    everybody_is_graded_as_if_nothing_had_been(running, ids)
    nothing_is_left_of(before, engine)


def test_a_new_worker_takes_what_a_dead_one_left_and_nothing_else(
    running: Any, engine: Engine, image: str
) -> None:
    dead = f"grader|{socket.gethostname()}|999999|1"
    left = engine.leave(image, {LABEL: "1", OWNER_LABEL: dead})
    anothers = engine.leave(image, {OWNER_LABEL: dead})
    running.kill("worker")
    wait_until(lambda: not engine.knows(left), "it was taken")
    assert engine.knows(anothers)
    engine.remove(anothers)
    assert running.are_graded_once(running.submit_many(1))  # the new worker has settled in
