"""What was lost is found: a message, a worker, and not a worker that only could not say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader.store import writes
from grader.store.errors import StoreUnavailable
from grader.store.records import SubmissionRecord
from grader.worker.parts import Parts
from grader.worker.sweep import Sweeper

Submit = Callable[..., SubmissionRecord]


def test_a_lost_message_is_sent_again(parts: Parts, submit: Submit, world: Any, told: Any) -> None:
    submission = submit()
    Sweeper(parts).sweep()
    assert told.sent == []
    world.clock.advance(60)
    Sweeper(parts).sweep()
    assert told.sent == [("grade", submission.id)]


def test_a_dead_worker_costs_its_submission_nothing(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    submission = submit()
    world.claim(submission, worker="dead")
    world.clock.advance(60)
    Sweeper(parts).sweep()
    assert world.read(submission).state == "queued"
    assert told.sent == [("grade", submission.id)]


def test_what_killed_its_worker_twice_is_parked_and_the_queue_goes_on(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    poison, other = submit(), submit()
    sweeper = Sweeper(parts)
    for _ in range(2):
        world.claim(poison, worker="dead")
        world.clock.advance(60)
        sweeper.sweep()
    assert world.read(poison).state == "parked"
    assert told.published == [poison.id]
    assert ("grade", other.id) in told.sent


def test_after_the_database_was_away_nobody_is_called_dead_for_a_lease(
    parts: Parts, submit: Submit, world: Any, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could renew meanwhile; whoever lives will now."""
    submission, seconds = submit(), [100.0]
    sweeper = Sweeper(parts, clock=lambda: seconds[0])
    world.claim(submission, worker="alive")
    world.clock.advance(60)
    with monkeypatch.context() as away:
        away.setattr(writes, "requeue_lost", _raise_unavailable)
        sweeper.sweep()
    seconds[0] += parts.settings.lease_seconds - 1
    sweeper.sweep()
    assert world.read(submission).state == "running"
    seconds[0] += 2
    sweeper.sweep()
    assert world.read(submission).state == "queued"


def _raise_unavailable(*_: object) -> None:
    raise StoreUnavailable


def test_visitors_whose_week_is_over_are_forgotten(parts: Parts, world: Any) -> None:
    with world.store.unit() as unit:
        writes.add_visitor(unit, name="Visitor", now=world.clock(), until=world.clock())
    Sweeper(parts).sweep()
    with world.store.unit() as unit:
        assert writes.forget_visitors(unit, now=world.clock()) == 0
