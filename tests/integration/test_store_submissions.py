"""Taking in sources: attempts are numbered, keys make a repetition harmless."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader.errors import IdempotencyConflict
from grader.store import writes
from grader.store.records import NewSubmission


def add(world: Any, **about: Any) -> Any:
    given = {"kind": "submission", "source": "x = 1\n", "body": "x = 1\n", **about}
    new = NewSubmission(
        assignment_id=world.assignment.id,
        person_id=world.ada.id,
        received_at=world.clock(),
        **given,
    )
    with world.store.unit() as unit:
        return writes.add_submission(unit, new)


def test_attempts_are_numbered_per_learner(world: Any) -> None:
    attempts = [world.submit().attempt, world.submit().attempt, world.submit(world.ben).attempt]
    assert attempts == [1, 2, 1]


def test_a_run_costs_no_attempt(world: Any) -> None:
    assert world.submit(kind="run").attempt is None
    assert world.submit().attempt == 1


def test_attempts_have_no_gap_when_many_come_at_once(
    world: Any, at_once: Callable[..., Any]
) -> None:
    made = at_once([world.submit] * 8)
    assert sorted(one.attempt for one in made) == list(range(1, 9))


def test_the_same_key_and_body_is_the_same_submission(world: Any) -> None:
    first, again = add(world, idempotency_key="k"), add(world, idempotency_key="k")
    assert (first.is_new, again.is_new) == (True, False)
    assert again.submission.id == first.submission.id


def test_the_same_key_with_another_body_is_refused(world: Any) -> None:
    add(world, idempotency_key="k")
    with pytest.raises(IdempotencyConflict):
        add(world, idempotency_key="k", body="\ufeffx = 1\n")


def test_a_refused_key_stores_nothing(world: Any) -> None:
    add(world, idempotency_key="k")
    with pytest.raises(IdempotencyConflict):
        add(world, idempotency_key="k", body="other")
    assert world.submit().attempt == 2


def test_a_run_and_a_submission_do_not_share_keys(world: Any) -> None:
    submission = add(world, idempotency_key="k").submission
    run = add(world, idempotency_key="k", kind="run").submission
    assert (run.kind, run.id == submission.id) == ("run", False)


def test_without_a_key_each_request_is_new(world: Any) -> None:
    assert add(world).submission.id != add(world).submission.id


def test_a_key_used_many_times_at_once_makes_one_submission(
    world: Any, at_once: Callable[..., Any]
) -> None:
    made = at_once([lambda: add(world, idempotency_key="k")] * 8)
    assert len({one.submission.id for one in made}) == 1
    assert [one.is_new for one in made].count(True) == 1


def test_a_key_raced_with_two_bodies_keeps_one_and_refuses_the_other(
    world: Any, at_once: Callable[..., Any]
) -> None:
    def send(body: str) -> str:
        try:
            return str(add(world, idempotency_key="k", body=body).submission.id)
        except IdempotencyConflict:
            return "refused"

    answers = at_once([lambda: send("one"), lambda: send("two")])
    assert answers.count("refused") == 1


def test_the_source_comes_back_as_it_was(world: Any) -> None:
    source = "def f():\r\n\treturn 'é😀'\r\n\f"
    submission = world.read(world.submit(source=source))
    assert (submission.source, submission.state) == (source, "queued")


def test_ids_sort_by_time_and_cannot_be_counted(world: Any) -> None:
    first = world.submit().id
    world.clock.advance(1)
    second = world.submit().id
    assert first < second
    assert first[-16:] != second[-16:]
