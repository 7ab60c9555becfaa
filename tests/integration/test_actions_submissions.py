"""Submitting: who may, what is refused, and that a worker is woken when the row is there."""

from __future__ import annotations

from typing import Any

import pytest

from grader.actions import submissions
from grader.actions.submissions import submit
from grader.errors import (
    IdempotencyConflict,
    Malformed,
    NotFound,
    SourceRejected,
    SourceTooLarge,
)
from grader.store import writes
from grader.store.access import access_submission
from grader.store.lifecycle import LEASE_SECONDS
from grader.store.tables import Submission


@pytest.fixture
def send(world: Any, services: Any) -> Any:
    def call(person: Any = None, course: str = "demo", **about: Any) -> Any:
        given = {"source": "x = 1\n", "kind": "submission", "idempotency_key": None, **about}
        viewer = world.viewer(person or world.ada)
        return submit(services, viewer, course, given.pop("to", "prefix-sharing"), **given)

    return call


@pytest.fixture
def count(world: Any) -> Any:
    def ask() -> int:
        with world.store.reading() as unit:
            return int(unit.session.query(Submission).count())

    return ask


def test_a_submission_is_stored_and_a_worker_is_woken(world: Any, send: Any, queue: Any) -> None:
    submission = send()
    assert queue.sent == [("grade", submission.id)]
    assert (submission.state, submission.received_at) == ("queued", world.clock())


def test_the_worker_that_is_woken_finds_the_row(world: Any, services: Any, send: Any) -> None:
    states = []

    def look(_name: str, submission_id: str) -> None:
        viewer = world.viewer(world.ada)
        with world.store.reading() as unit:
            states.append(access_submission(unit, viewer, submission_id).state)

    services.queue.send = look
    send()
    assert states == ["queued"]


def test_a_repetition_wakes_nobody(send: Any, queue: Any) -> None:
    first, again = send(idempotency_key="k"), send(idempotency_key="k")
    assert (first.id, len(queue.sent)) == (again.id, 1)


def test_the_same_key_with_another_body_is_refused(send: Any, count: Any) -> None:
    send(idempotency_key="k")
    with pytest.raises(IdempotencyConflict):
        send(idempotency_key="k", source="x = 2\n")
    assert count() == 1


def test_a_byte_order_mark_is_taken_off_and_line_ends_are_kept(send: Any) -> None:
    assert send(source="\ufeffx = 1\r\n\ty = 2\r").source == "x = 1\r\n\ty = 2\r"


@pytest.mark.parametrize(
    ("source", "refusal"),
    [
        ("", SourceRejected),
        (" \n\t", SourceRejected),
        ("x = '\0'\n", SourceRejected),
        ("x = '\ud800'\n", SourceRejected),
        ("x" * (64 * 1024 + 1), SourceTooLarge),
        ("é" * (32 * 1024 + 1), SourceTooLarge),
    ],
)
def test_what_is_no_source_is_not_stored(
    send: Any, count: Any, queue: Any, source: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        send(source=source)
    assert (count(), queue.sent) == (0, [])


@pytest.mark.parametrize("source", ["x" * (64 * 1024), "é = 1\n", "\tx", "\f# page\n", "# \x7f"])
def test_what_is_unusual_is_stored(send: Any, source: str) -> None:
    assert send(source=source).source == source


@pytest.mark.parametrize(
    "place", [{"course": "none"}, {"to": "none"}, {"course": "\0"}, {"to": "\0"}]
)
def test_nothing_is_sent_to_a_place_that_is_not_there(
    send: Any, count: Any, place: dict[str, str]
) -> None:
    with pytest.raises(NotFound):
        send(**place)
    assert count() == 0


def test_only_members_submit(world: Any, send: Any, count: Any) -> None:
    for person in (world.person("Sue"), world.person("Root", is_admin=True)):
        with pytest.raises(NotFound):
            send(person)
    assert count() == 0


@pytest.mark.parametrize("key", ["", "x" * 256, "a\nb", "a\0b", "é"])
def test_an_impossible_key_is_refused(send: Any, count: Any, key: str) -> None:
    with pytest.raises(Malformed):
        send(idempotency_key=key)
    assert count() == 0


def test_staff_try_a_parked_submission_again(
    world: Any, services: Any, send: Any, queue: Any
) -> None:
    submission = send()
    held = world.claim(submission)
    with world.store.unit() as unit:
        writes.park(unit, held, "A reason.", world.clock())
    submissions.retry_parked(services, world.viewer(world.instructor), submission.id)
    assert queue.sent == [("grade", submission.id)] * 2
    assert world.read(submission).state == "queued"


def test_a_learner_cannot_try_his_parked_submission_again(
    world: Any, services: Any, send: Any
) -> None:
    submission = send()
    with pytest.raises(NotFound):
        submissions.retry_parked(services, world.viewer(world.ada), submission.id)


def test_what_is_not_parked_is_not_tried_again(world: Any, services: Any, send: Any) -> None:
    submission = send()
    world.clock.advance(LEASE_SECONDS)
    with pytest.raises(Malformed):
        submissions.retry_parked(services, world.viewer(world.instructor), submission.id)
