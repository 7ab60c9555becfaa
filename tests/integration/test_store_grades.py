"""A grade and what is told of it: stored together, numbered without a gap."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from grader.store import writes
from grader.store.tables import Grade, OutboxEvent


def events(world: Any) -> list[dict[str, Any]]:
    with world.store.reading() as unit:
        rows = unit.session.query(OutboxEvent).order_by(OutboxEvent.id).all()
        return [json.loads(row.body) for row in rows]


def record_grade(world: Any, submission: Any, record: dict[str, Any]) -> Any:
    held = world.claim(submission)
    with world.store.unit() as unit:
        return writes.record_grade(unit, held, record, world.clock())


def test_a_grade_names_what_it_was_made_with(world: Any, make_record: Callable[..., Any]) -> None:
    recorded = record_grade(world, world.submit(), make_record("20/3", "10"))
    with world.store.reading() as unit:
        row = unit.session.get_one(Grade, recorded.grade_id)
        assert (row.score_exact, row.max_score_exact) == ("20/3", "10")
        assert row.score == pytest.approx(6.6667, abs=1e-4)
        assert (row.image, row.python) == ("sha256:image", "3.11.2")
        assert (row.pack_version_id, row.worker) == (world.pack.id, "worker-1")


def test_the_full_record_comes_back(world: Any, make_record: Callable[..., Any]) -> None:
    submission = world.submit()
    record_grade(world, submission, make_record())
    found = world.read(submission)
    assert (found.grade, found.state, found.graded_at) == (make_record(), "graded", world.clock())


def test_an_event_tells_the_whole_state(world: Any) -> None:
    submission = world.submit()
    world.clock.advance(2)
    world.grade(submission, "20/3", "10")
    (event,) = events(world)
    assert (event["type"], event["timestamp"]) == ("grade.published", "2026-11-29T21:40:59.123Z")
    assert event["data"] == {
        "stream": f"asg_{world.assignment.id}/lrn_{world.ada.id}",
        "sequence": 1,
        "course": {"id": f"crs_{world.course.id}", "slug": "demo"},
        "assignment": {"id": f"asg_{world.assignment.id}", "slug": "prefix-sharing"},
        "learner": {"id": f"lrn_{world.ada.id}"},
        "submission": {
            "id": submission.id,
            "attempt": 1,
            "submitted_at": "2026-11-29T21:40:57.123Z",
            "verdict": "failed",
            "points": "6.6667",
            "max_points": "10.00",
        },
        "grade": {
            "points": "6.6667",
            "max_points": "10.00",
            "policy": "best",
            "submission": submission.id,
            "attempt": 1,
            "revision": 1,
            "final": True,
            "late": False,
        },
        "result_url": f"/api/v1/submissions/{submission.id}",
    }


def test_an_event_holds_neither_source_nor_name(world: Any) -> None:
    world.grade(world.submit(source="secret_source = 1\n"))
    text = json.dumps(events(world))
    assert "secret_source" not in text
    assert "Ada" not in text


def test_a_worse_attempt_leaves_the_grade_that_counts(world: Any) -> None:
    good, bad = world.submit(), world.submit()
    world.grade(good, "7.5")
    world.grade(bad, "0")
    told = events(world)[-1]["data"]
    assert (told["submission"]["points"], told["submission"]["id"]) == ("0.00", bad.id)
    assert (told["grade"]["points"], told["grade"]["submission"]) == ("7.50", good.id)


def test_a_run_is_told_to_nobody(world: Any, make_record: Callable[..., Any]) -> None:
    world.webhook()
    run = world.submit(kind="run")
    assert record_grade(world, run, make_record()).delivery_ids == ()
    assert (events(world), world.read(run).state) == ([], "graded")


def test_sequences_have_no_gap_when_grades_are_written_at_once(
    world: Any, make_record: Callable[..., Any], at_once: Callable[..., Any]
) -> None:
    held = [world.claim(world.submit()) for _ in range(8)]

    def store(claim: Any) -> Any:
        with world.store.unit() as unit:
            return writes.record_grade(unit, claim, make_record(), world.clock())

    at_once([lambda claim=claim: store(claim) for claim in held])
    assert sorted(event["data"]["sequence"] for event in events(world)) == list(range(1, 9))


def test_sequences_are_in_the_order_of_commits(
    world: Any, make_record: Callable[..., Any], at_once: Callable[..., Any]
) -> None:
    """The last event names the best of all: it saw every grade that was stored before it."""
    scores = [str(n) for n in range(8)]
    held = [(world.claim(world.submit()), score) for score in scores]

    def store(claim: Any, score: str) -> Any:
        with world.store.unit() as unit:
            return writes.record_grade(unit, claim, make_record(score), world.clock())

    at_once([lambda one=one: store(*one) for one in held])
    last = max(events(world), key=lambda event: event["data"]["sequence"])
    assert last["data"]["grade"]["points"] == "7.00"


def test_a_rolled_back_grade_leaves_no_gap(world: Any, make_record: Callable[..., Any]) -> None:
    held = world.claim(world.submit())

    def store_and_fail() -> None:
        with world.store.unit() as unit:
            writes.record_grade(unit, held, make_record(), world.clock())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        store_and_fail()
    assert events(world) == []
    with world.store.unit() as unit:
        writes.record_grade(unit, held, make_record(), world.clock())
    assert [event["data"]["sequence"] for event in events(world)] == [1]


def test_streams_of_learners_are_numbered_apart(world: Any) -> None:
    world.grade(world.submit())
    world.grade(world.submit(world.ben))
    assert [event["data"]["sequence"] for event in events(world)] == [1, 1]


def test_only_endpoints_that_asked_get_a_delivery(world: Any) -> None:
    world.webhook()
    with world.store.unit() as unit:
        about = {"url": "https://x", "sealed_secret": b"s", "now": world.clock()}
        writes.add_webhook(unit, world.course.id, events=["other"], **about)
        other = writes.add_course(unit, slug="other", title="Other", now=world.clock())
        writes.add_webhook(unit, other.id, events=["grade.published"], **about)
    assert len(world.grade(world.submit())) == 1


@pytest.mark.parametrize(
    ("score", "shown"),
    [
        ("0", "0.00"),
        ("7.5", "7.50"),
        ("10/3", "3.3333"),
        ("2/3", "0.6667"),
        ("1000000", "1000000.00"),
    ],
)
def test_points_are_told_as_decimals(world: Any, score: str, shown: str) -> None:
    world.grade(world.submit(), score, "1000000")
    assert events(world)[0]["data"]["grade"]["points"] == shown
