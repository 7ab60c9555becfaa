"""Which events are sent next, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from grader.store import reads, writes
from grader.store.tables import Delivery, DeliveryAttempt


@dataclass(frozen=True)
class Answer:
    ok: bool = True
    gone: bool = False
    status: int | None = 200
    error: str | None = None
    milliseconds: int = 12
    reply_head: str = "ok"


FAILED = Answer(ok=False, status=500, error="The receiver answered 500.", reply_head="no\0pe")
GONE = Answer(ok=False, gone=True, status=410, error="The receiver answered 410.")


def claim(world: Any, **about: Any) -> Any:
    with world.store.unit() as unit:
        return writes.claim_deliveries(unit, world.clock(), **about)


def done(world: Any, delivery: Any, answer: Answer = Answer(), wait: float | None = 5) -> Any:
    now = world.clock()
    retry_at = None if wait is None else now + timedelta(seconds=wait)
    with world.store.unit() as unit:
        return writes.delivery_done(unit, delivery, answer, now=now, retry_at=retry_at)


def states(world: Any) -> list[str]:
    with world.store.reading() as unit:
        return [row.state for row in unit.session.query(Delivery).order_by(Delivery.outbox_id)]


def test_a_delivery_says_what_to_send_and_where(world: Any) -> None:
    world.webhook("https://lms.example/hook")
    (delivery_id,) = world.grade(world.submit())
    (delivery,) = claim(world)
    assert (delivery.id, delivery.attempt) == (delivery_id, 1)
    assert (delivery.url, delivery.sealed_secret) == ("https://lms.example/hook", b"sealed")
    assert delivery.body.startswith(b'{"type":"grade.published"')


def test_a_delivery_is_claimed_once(world: Any, at_once: Callable[..., Any]) -> None:
    world.webhook()
    world.grade(world.submit())
    claimed = at_once([lambda: claim(world)] * 6)
    assert sum(len(one) for one in claimed) == 1


def test_a_success_ends_it(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    (delivery,) = claim(world)
    done(world, delivery)
    assert states(world) == ["ok"]
    world.clock.advance(86_400)
    assert claim(world) == ()


def test_a_failure_is_tried_again_when_due(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    (delivery,) = claim(world)
    done(world, delivery, FAILED, wait=5)
    assert claim(world) == ()
    world.clock.advance(5)
    (again,) = claim(world)
    assert (again.attempt, again.event_id) == (2, delivery.event_id)


def test_the_last_failure_leaves_it_dead(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    done(world, claim(world)[0], FAILED, wait=None)
    assert states(world) == ["dead"]


def test_a_sender_that_died_is_replaced_after_its_lease(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    (dead,) = claim(world)
    world.clock.advance(89)
    assert claim(world) == ()
    world.clock.advance(2)
    (living,) = claim(world)
    assert done(world, dead) == ()
    assert states(world) == ["leased"]
    done(world, living)
    assert states(world) == ["ok"]


def test_the_events_of_a_learner_go_in_order(world: Any) -> None:
    world.webhook()
    (first,) = world.grade(world.submit())
    (second,) = world.grade(world.submit())
    assert [one.id for one in claim(world)] == [first]
    assert claim(world, only=[second]) == ()


def test_a_success_names_the_next_of_its_stream(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    (second,) = world.grade(world.submit())
    assert done(world, claim(world)[0]) == (second,)
    assert [one.id for one in claim(world, only=[second])] == [second]


def test_learners_do_not_wait_for_each_other(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    done(world, claim(world)[0], FAILED, wait=3600)
    world.grade(world.submit(world.ben))
    assert len(claim(world)) == 1


def test_endpoints_do_not_wait_for_each_other(world: Any) -> None:
    world.webhook("https://one.example/")
    world.webhook("https://two.example/")
    world.grade(world.submit())
    assert {one.url for one in claim(world)} == {"https://one.example/", "https://two.example/"}


def test_one_endpoint_does_not_take_every_sender(world: Any) -> None:
    """LMS design, point 15: a dead address has a bounded share."""
    learners = [world.person(f"Learner {n}", "learner") for n in range(7)]
    world.webhook("https://slow.example/")
    for learner in learners:
        world.grade(world.submit(learner))
    world.webhook("https://quick.example/")
    world.clock.advance(1)
    world.grade(world.submit(world.ben))
    urls = [one.url for one in claim(world, limit=5)]
    assert sorted(urls) == ["https://quick.example/"] + ["https://slow.example/"] * 4
    assert claim(world) == ()


def test_a_newer_event_goes_in_the_place_of_one_that_failed_often(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    for _ in range(3):
        done(world, claim(world)[0], FAILED, wait=1)
        world.clock.advance(1)
    for _ in range(2):
        world.grade(world.submit())
    done(world, claim(world)[0], FAILED, wait=1)
    assert states(world) == ["skipped", "skipped", "pending"]


def test_an_event_that_failed_often_stays_when_there_is_no_newer_one(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    for _ in range(5):
        done(world, claim(world)[0], FAILED, wait=1)
        world.clock.advance(1)
    assert states(world) == ["pending"]


def test_a_receiver_that_is_gone_is_told_nothing_more(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    world.grade(world.submit(world.ben))
    done(world, claim(world, limit=1)[0], GONE)
    assert claim(world) == ()
    with world.store.reading() as unit:
        (webhook,) = reads.webhooks_of(unit, world.course.id)
    assert (webhook.state, "410" in (webhook.disabled_reason or "")) == ("disabled", True)


def test_an_endpoint_that_fails_for_five_days_is_disabled(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    done(world, claim(world)[0], FAILED)
    world.clock.advance(timedelta(days=5).total_seconds())
    done(world, claim(world)[0], FAILED)
    with world.store.reading() as unit:
        assert reads.webhooks_of(unit, world.course.id)[0].state == "disabled"


def test_a_success_in_between_makes_the_five_days_begin_again(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    done(world, claim(world)[0], FAILED)
    world.clock.advance(86_400)
    done(world, claim(world)[0])
    world.clock.advance(5 * 86_400)
    world.grade(world.submit())
    done(world, claim(world)[0], FAILED)
    with world.store.reading() as unit:
        assert reads.webhooks_of(unit, world.course.id)[0].state == "active"


def test_every_attempt_is_logged(world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    done(world, claim(world)[0], FAILED)
    world.clock.advance(5)
    done(world, claim(world)[0])
    with world.store.reading() as unit:
        rows = unit.session.query(DeliveryAttempt).order_by(DeliveryAttempt.number).all()
    log = [(row.number, row.status, row.error, row.reply_head) for row in rows]
    assert log == [
        (1, 500, "The receiver answered 500.", "no\ufffdpe"),
        (2, 200, None, "ok"),
    ]


def test_a_removed_endpoint_keeps_no_secret_and_gets_nothing(world: Any) -> None:
    webhook_id = world.webhook()
    world.grade(world.submit())
    (held,) = claim(world)
    world.grade(world.submit())
    with world.store.unit() as unit:
        assert writes.remove_webhook(unit, world.course.id, webhook_id)
        assert not writes.remove_webhook(unit, world.course.id, webhook_id)
    assert done(world, held) == ()
    assert states(world) == ["skipped", "skipped"]
    assert world.grade(world.submit()) == ()


def test_an_endpoint_of_another_course_is_not_removed(world: Any) -> None:
    webhook_id = world.webhook()
    with world.store.unit() as unit:
        other = writes.add_course(unit, slug="other", title="Other", now=world.clock())
        assert not writes.remove_webhook(unit, other.id, webhook_id)


def test_removing_while_sending_ends_without_a_deadlock(
    world: Any, at_once: Callable[..., Any]
) -> None:
    for _ in range(5):
        webhook_id = world.webhook()
        world.grade(world.submit())
        (held,) = claim(world)

        def remove(webhook_id: str = webhook_id) -> bool:
            with world.store.unit() as unit:
                return writes.remove_webhook(unit, world.course.id, webhook_id)

        removed, _ = at_once([remove, lambda held=held: done(world, held)])
        assert removed
