"""One submission, from its message to what is stored: graded once, handed back, or parked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.errors import PackBroken
from grader.store import writes
from grader.store.errors import StoreUnavailable
from grader.store.records import SubmissionRecord
from grader.worker.gate import Gate
from grader.worker.grade import MOST_CLAIMS, MOST_FAULTS, grade_submission
from grader.worker.parts import Parts
from sandbox.outside.sandbox import SandboxUnavailable, Stopped
from tests.waiting import wait_until

Submit = Callable[..., SubmissionRecord]


@pytest.fixture(autouse=True)
def opened(guarded: Gate) -> None:
    wait_until(lambda: guarded.is_open)


def test_a_message_becomes_a_grade_and_a_wake_up(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    submission = submit()
    grade_submission(parts, submission.id)
    graded = world.read(submission)
    assert graded.state == "graded"
    assert (graded.grade["verdict"], graded.grade["score"]) == ("passed", "4")
    assert told.published == [submission.id]


class Broken:
    """A shelf whose stored pack is none to this program."""

    def get(self, _pack_version_id: int) -> Any:
        raise PackBroken("pack.toml:3: error: unknown key")


def test_a_stored_pack_that_cannot_be_read_parks_at_once_and_says_why(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    submission = submit()
    grade_submission(replace(parts, shelf=Broken()), submission.id)
    parked = world.read(submission)
    assert (parked.state, parked.parked_reason) == ("parked", "pack.toml:3: error: unknown key")
    assert told.published == [submission.id]


def test_a_second_message_changes_nothing(
    parts: Parts, submit: Submit, world: Any, told: Any, engine: Any
) -> None:
    submission = submit()
    grade_submission(parts, submission.id)
    grade_submission(parts, submission.id)
    assert len(engine.opened[0].jobs) == 1
    assert told.published == [submission.id]


def test_a_run_asks_only_what_is_visible_and_tells_no_receiver(
    parts: Parts, submit: Submit, world: Any, told: Any, engine: Any
) -> None:
    world.webhook()
    grade_submission(parts, submit(kind="run").id)
    (job,) = engine.opened[0].jobs
    assert [question.calls for batch in job.batches for question in batch.questions] == [((2,),)]
    assert told.sent == []


def test_a_grade_sends_its_webhook_on_its_way(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    world.webhook()
    grade_submission(parts, submit().id)
    ((task, delivery_id),) = told.sent
    assert (task, delivery_id.split("_")[0]) == ("deliver", "dlv")


def test_without_a_sandbox_it_goes_back_and_costs_nothing(
    parts: Parts, submit: Submit, world: Any, engine: Any, gate: Gate
) -> None:
    submission = submit()
    works, engine.script = engine.script, raising(SandboxUnavailable("the engine is away"))
    grade_submission(parts, submission.id)
    assert world.read(submission).state == "queued"
    engine.script = works
    wait_until(lambda: gate.is_open)
    grade_submission(parts, submission.id)
    assert world.read(submission).state == "graded"


def test_a_closed_gate_leaves_the_submission_untouched(
    parts: Parts, submit: Submit, world: Any, engine: Any, gate: Gate
) -> None:
    submission = submit()
    engine.probe = "seccomp"
    gate.report(SandboxUnavailable("away"))
    grade_submission(parts, submission.id)
    assert world.read(submission).state == "queued"
    assert world.claim(submission).claims == 1


def test_a_submission_that_never_finds_a_sandbox_is_parked_in_the_end(
    parts: Parts, submit: Submit, world: Any, engine: Any, gate: Gate, told: Any
) -> None:
    submission = submit()
    engine.script = raising(SandboxUnavailable("it kills its container"))
    for _ in range(MOST_CLAIMS):
        wait_until(lambda: gate.is_open)
        grade_submission(parts, submission.id)
    parked = world.read(submission)
    assert parked.state == "parked"
    assert "it kills its container" in parked.parked_reason
    assert told.published == [submission.id]


def test_a_fault_of_ours_is_tried_again_then_parked_and_never_a_verdict(
    parts: Parts, submit: Submit, world: Any, engine: Any
) -> None:
    submission = submit()
    engine.script = raising(KeyError("a bug"))
    states = []
    for _ in range(MOST_FAULTS):
        grade_submission(parts, submission.id)
        states.append(world.read(submission).state)
    assert states == ["queued"] * (MOST_FAULTS - 1) + ["parked"]
    assert world.read(submission).grade is None


def test_a_worker_that_ends_hands_back_and_wakes_another(
    parts: Parts, submit: Submit, world: Any, engine: Any, told: Any
) -> None:
    submission = submit()
    engine.script = raising(Stopped())
    grade_submission(parts, submission.id)
    assert world.read(submission).state == "queued"
    assert told.sent == [("grade", submission.id)]


def test_a_worker_that_is_asked_to_end_starts_nothing(
    parts: Parts, submit: Submit, world: Any
) -> None:
    submission = submit()
    parts.stopping.request(60.0)
    grade_submission(parts, submission.id)
    assert world.read(submission).state == "queued"


def test_what_another_worker_took_over_is_not_stored_twice(
    parts: Parts, submit: Submit, world: Any, engine: Any, told: Any
) -> None:
    submission = submit()
    works = engine.script

    def graded_by_another_meanwhile(job: Any) -> Any:
        world.clock.advance(60)
        with parts.store.unit() as unit:
            writes.requeue_lost(unit, world.clock())
        engine.script = works
        grade_submission(replace(parts, name="worker-2"), submission.id)
        return works(job)

    engine.script = graded_by_another_meanwhile
    grade_submission(parts, submission.id)
    assert world.read(submission).state == "graded"
    assert told.published == [submission.id]


def test_two_that_may_have_killed_a_worker_never_run_side_by_side(
    parts: Parts, submit: Submit, world: Any
) -> None:
    """Else a harmless neighbour of a poisonous submission is taken along twice, and parked."""
    submission = submit()
    world.claim(submission, worker="dead")
    world.clock.advance(60)
    with parts.store.unit() as unit:
        writes.requeue_lost(unit, world.clock())
    with parts.suspects:
        grade_submission(parts, submission.id)
        assert world.read(submission).state == "queued"
    grade_submission(parts, submission.id)
    assert world.read(submission).state == "graded"


def test_a_grade_waits_for_a_database_that_was_away(
    parts: Parts, submit: Submit, world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission, stored, failures = submit(), writes.record_grade, iter([StoreUnavailable()])

    def away_once(*arguments: Any, **more: Any) -> Any:
        for failure in failures:
            raise failure
        return stored(*arguments, **more)

    monkeypatch.setattr(writes, "record_grade", away_once)
    grade_submission(parts, submission.id)
    assert world.read(submission).state == "graded"


def raising(error: Exception) -> Callable[[Any], Any]:
    def script(_job: Any) -> Any:
        raise error

    return script
