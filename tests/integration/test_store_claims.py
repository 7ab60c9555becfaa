"""A worker's hold on a submission, and how work that was lost is found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader.store import reads, writes
from grader.store.lifecycle import LEASE_SECONDS


def claim(world: Any, submission: Any, worker: str = "worker-1") -> Any:
    with world.store.unit() as unit:
        return writes.claim(unit, submission.id, worker, world.clock())


def sweep(world: Any, **limits: int) -> Any:
    with world.store.unit() as unit:
        return writes.requeue_lost(unit, world.clock(), **limits)


def grade(world: Any, held: Any, record: dict[str, Any]) -> Any:
    with world.store.unit() as unit:
        return writes.record_grade(unit, held, record, world.clock())


def lose_a_worker(world: Any, submission: Any) -> Any:
    """Claim, and let the lease run out."""
    assert claim(world, submission) is not None
    world.clock.advance(LEASE_SECONDS + 1)
    return sweep(world)


def test_a_claim_says_what_to_grade(world: Any) -> None:
    submission = world.submit(source="x = 1\n")
    held = claim(world, submission)
    assert (held.source, held.pack_version_id, held.kind) == (
        "x = 1\n",
        world.pack.id,
        "submission",
    )
    assert world.read(submission).state == "running"


def test_a_second_message_claims_nothing(world: Any) -> None:
    submission = world.submit()
    assert claim(world, submission) is not None
    assert claim(world, submission) is None


def test_of_many_claimers_at_once_one_wins(world: Any, at_once: Callable[..., Any]) -> None:
    submission = world.submit()
    calls = [lambda n=n: claim(world, submission, f"worker-{n}") for n in range(8)]
    winners = [one for one in at_once(calls) if one is not None]
    assert len(winners) == 1


def test_an_unknown_submission_cannot_be_claimed(world: Any) -> None:
    with world.store.unit() as unit:
        assert writes.claim(unit, "sub_00000000000000000000000000", "w", world.clock()) is None


def test_a_grade_is_stored_once(world: Any, make_record: Callable[..., Any]) -> None:
    submission = world.submit()
    held = claim(world, submission)
    assert grade(world, held, make_record("6")) is not None
    assert grade(world, held, make_record("7")) is None
    assert world.read(submission).grade["score"] == "6"


def test_of_two_gradings_of_one_claim_at_once_one_is_stored(
    world: Any, make_record: Callable[..., Any], at_once: Callable[..., Any]
) -> None:
    held = claim(world, world.submit())
    stored = at_once([lambda: grade(world, held, make_record("6"))] * 4)
    assert len([one for one in stored if one is not None]) == 1


def test_a_worker_whose_lease_was_taken_over_stores_nothing(
    world: Any, make_record: Callable[..., Any]
) -> None:
    submission = world.submit()
    slow = claim(world, submission)
    world.clock.advance(LEASE_SECONDS + 1)
    sweep(world)
    quick = claim(world, submission, "worker-2")
    assert grade(world, slow, make_record("1")) is None
    assert grade(world, quick, make_record("6")) is not None
    assert world.read(submission).grade["score"] == "6"


def test_a_late_worker_whose_lease_nobody_took_may_still_store(
    world: Any, make_record: Callable[..., Any]
) -> None:
    held = claim(world, world.submit())
    world.clock.advance(LEASE_SECONDS * 10)
    assert grade(world, held, make_record("6")) is not None


def test_a_renewed_lease_is_left_alone(world: Any) -> None:
    submission = world.submit()
    held = claim(world, submission)
    world.clock.advance(LEASE_SECONDS - 1)
    with world.store.unit() as unit:
        assert writes.renew(unit, held, world.clock())
    world.clock.advance(LEASE_SECONDS - 1)
    assert sweep(world).send == ()
    assert world.read(submission).state == "running"


def test_a_lost_claim_cannot_be_renewed(world: Any) -> None:
    submission = world.submit()
    held = claim(world, submission)
    world.clock.advance(LEASE_SECONDS + 1)
    sweep(world)
    with world.store.unit() as unit:
        assert not writes.renew(unit, held, world.clock())


def test_what_lost_its_worker_is_queued_again(world: Any) -> None:
    submission = world.submit()
    assert lose_a_worker(world, submission).send == (submission.id,)
    assert world.read(submission).state == "queued"


def test_what_killed_its_worker_twice_is_parked_with_a_reason(world: Any) -> None:
    submission, other = world.submit(), world.submit(world.ben)
    lose_a_worker(world, submission)
    swept = lose_a_worker(world, submission)
    assert (swept.parked, submission.id in swept.send) == ((submission.id,), False)
    parked = world.read(submission)
    assert (parked.state, "2 times" in parked.parked_reason) == ("parked", True)
    assert claim(world, other) is not None


def test_a_parked_submission_can_be_tried_again_and_again_parked(world: Any) -> None:
    submission = world.submit()
    lose_a_worker(world, submission)
    lose_a_worker(world, submission)
    with world.store.unit() as unit:
        assert writes.retry_parked(unit, submission.id, now=world.clock())
    assert world.read(submission).parked_reason is None
    assert lose_a_worker(world, submission).parked == ()
    assert lose_a_worker(world, submission).parked == (submission.id,)


def test_only_a_parked_submission_is_tried_again(world: Any) -> None:
    submission = world.submit()
    with world.store.unit() as unit:
        assert not writes.retry_parked(unit, submission.id, now=world.clock())


def test_a_fault_of_ours_counts_for_nothing(world: Any) -> None:
    submission = world.submit()
    for _ in range(5):
        held = claim(world, submission)
        with world.store.unit() as unit:
            assert writes.hand_back(unit, held, world.clock())
    assert lose_a_worker(world, submission).parked == ()
    assert world.read(submission).attempt == 1


def test_what_was_handed_back_is_sent_again_when_asked_for(world: Any) -> None:
    submission = world.submit()
    held = claim(world, submission)
    with world.store.unit() as unit:
        writes.hand_back(unit, held, world.clock(), retry_seconds=3)
    assert sweep(world).send == ()
    world.clock.advance(3)
    assert sweep(world).send == (submission.id,)


def test_a_worker_can_park(world: Any) -> None:
    submission = world.submit()
    held = claim(world, submission)
    with world.store.unit() as unit:
        assert writes.park(unit, held, "The pack has no such version.", world.clock())
        assert not writes.hand_back(unit, held, world.clock())
    assert world.read(submission).parked_reason == "The pack has no such version."


def test_a_fresh_message_is_not_sent_again(world: Any) -> None:
    world.submit()
    world.clock.advance(9)
    assert sweep(world).send == ()


def test_a_lost_message_is_sent_again_with_longer_pauses(world: Any) -> None:
    submission = world.submit()
    for pause in (10, 20, 40, 60, 60):
        world.clock.advance(pause - 1)
        assert sweep(world).send == ()
        world.clock.advance(1)
        assert sweep(world).send == (submission.id,)


def test_a_sweep_sends_the_longest_waiting_first(world: Any) -> None:
    first = world.submit()
    world.clock.advance(1)
    second = world.submit(world.ben)
    world.clock.advance(60)
    assert sweep(world, limit=1).send == (first.id,)
    assert sweep(world, limit=1).send == (second.id,)


def test_a_graded_submission_is_never_swept(world: Any) -> None:
    world.grade(world.submit())
    world.clock.advance(3600)
    swept = sweep(world)
    assert (swept.send, swept.parked) == ((), ())


def test_sweeps_at_once_send_each_id_once(world: Any, at_once: Callable[..., Any]) -> None:
    ids = {world.submit().id for _ in range(6)}
    world.clock.advance(10)
    sent = [one for swept in at_once([lambda: sweep(world)] * 4) for one in swept.send]
    assert sorted(sent) == sorted(ids)


def test_a_sweep_never_takes_a_lease_that_is_being_renewed(
    world: Any, at_once: Callable[..., Any]
) -> None:
    """Whoever is first, the other one gives way: never both."""
    for _ in range(10):
        submission = world.submit()
        held = claim(world, submission)
        world.clock.advance(LEASE_SECONDS + 1)
        now = world.clock()

        def renew(held: Any = held, now: Any = now) -> bool:
            with world.store.unit() as unit:
                return writes.renew(unit, held, now)

        renewed, swept = at_once([renew, lambda: sweep(world)])
        assert renewed is (submission.id not in swept.send)


def test_the_oldest_that_waits_is_known(world: Any) -> None:
    received_at = world.clock()
    submission = world.submit()
    world.clock.advance(5)
    world.submit(world.ben)
    with world.store.reading() as unit:
        assert reads.oldest_waiting(unit) == received_at
        assert reads.submission_state(unit, submission.id) == "queued"


@pytest.mark.parametrize("ok", [True, False])
def test_a_heartbeat_replaces_the_one_before(world: Any, ok: bool) -> None:
    with world.store.unit() as unit:
        writes.beat(unit, "worker-1", world.clock(), ok=not ok, detail="before")
        writes.beat(unit, "worker-1", world.clock.advance(5), ok=ok, detail="after")
    with world.store.reading() as unit:
        (beat,) = reads.heartbeats(unit)
    assert (beat.at, beat.ok, beat.detail) == (world.clock(), ok, "after")
