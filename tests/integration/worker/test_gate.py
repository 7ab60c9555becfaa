"""A worker takes jobs only while its sandbox holds, and comes back by itself."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from grader.worker.gate import Box, Gate
from sandbox.outside.sandbox import SandboxUnavailable
from tests.waiting import LONGEST_SECONDS, wait_until


@pytest.fixture
def changes() -> list[bool]:
    return []


@pytest.fixture
def gate(engine: Any, stopping: Any, changes: list[bool]) -> Gate:
    """One that notes every opening and closing."""
    box = Box(check=engine.check, open=engine.open)
    made = Gate(box, stopping)
    made.listen(lambda: changes.append(made.is_open))
    return made


def test_it_is_closed_before_the_first_check(gate: Gate) -> None:
    with gate.passing() as sandbox:
        assert sandbox is None
    assert gate.reason == "the sandbox has not been checked yet"


def test_a_check_that_passes_opens_it(guarded: Gate, engine: Any, changes: list[bool]) -> None:
    wait_until(lambda: guarded.is_open)
    with guarded.passing() as sandbox:
        assert sandbox is engine.opened[0]
    wait_until(lambda: changes == [True])
    assert guarded.reason == ""


def test_a_failed_probe_keeps_it_closed_and_is_named(guarded: Gate, engine: Any) -> None:
    engine.probe = "only-loopback"
    guarded.report(SandboxUnavailable("a reason to look"))
    wait_until(lambda: "only-loopback" in guarded.reason)
    assert not guarded.is_open


def test_an_engine_that_went_away_is_used_again_with_new_containers(
    guarded: Gate, engine: Any, changes: list[bool]
) -> None:
    """Those of before may be dead without our knowing."""
    wait_until(lambda: guarded.is_open)
    guarded.report(SandboxUnavailable("the engine is away"))
    wait_until(lambda: changes == [True, False, True])
    assert [sandbox.is_closed for sandbox in engine.opened] == [True, False]


def test_who_is_told_last_is_told_how_it_is(gate: Gate, request: pytest.FixtureRequest) -> None:
    """A closing was told of before the opening that it followed; then nobody took any more jobs."""
    told: list[bool] = []
    closing = threading.Thread(target=gate.report, args=[SandboxUnavailable("away again")])

    def hear() -> None:
        is_open = gate.is_open
        if not told:
            closing.start()
            closing.join(0.3)
        told.append(is_open)

    gate.listen(hear)
    request.getfixturevalue("guarded")
    wait_until(lambda: len(told) >= 2)
    closing.join(LONGEST_SECONDS)
    assert told[:2] == [True, False]


def test_it_stays_closed_while_a_job_is_inside(guarded: Gate, engine: Any) -> None:
    """A sandbox is not closed under somebody's feet."""
    wait_until(lambda: guarded.is_open)
    with guarded.passing():
        guarded.report(SandboxUnavailable("one of two jobs found it so"))
        threading.Event().wait(0.7)
        assert not guarded.is_open
        assert not engine.opened[0].is_closed
    wait_until(lambda: guarded.is_open)


def test_shutting_it_destroys_every_container(guarded: Gate, engine: Any) -> None:
    wait_until(lambda: guarded.is_open)
    guarded.shut()
    assert engine.opened[-1].is_closed


def test_a_check_that_has_begun_ends_before_it_is_shut(engine: Any, stopping: Any) -> None:
    """Else the process would end between making a container and starting it."""
    begun, may_end = threading.Event(), threading.Event()

    def check() -> Any:
        begun.set()
        may_end.wait(LONGEST_SECONDS)
        return engine.check()

    gate = Gate(Box(check=check, open=engine.open), stopping)
    guard = threading.Thread(target=gate.guard, daemon=True)
    guard.start()
    assert begun.wait(LONGEST_SECONDS)
    stopping.request(0.0)
    threading.Timer(0.2, may_end.set).start()
    gate.shut()
    assert may_end.is_set()
    guard.join(LONGEST_SECONDS)
    assert [sandbox.is_closed for sandbox in engine.opened] == [True]
