"""After the verdict: the smallest wrong input is looked for once, kept, and shown where allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader.store import reads, writes
from grader.store.lifecycle import MOST_EXPLANATION_SENDS
from grader.store.records import SubmissionRecord
from grader.worker.explain import explain_submission
from grader.worker.gate import Gate
from grader.worker.grade import grade_submission
from grader.worker.parts import Parts
from grader.worker.sweep import Sweeper
from sandbox.outside.fake import answered, returned
from sandbox.outside.sandbox import Job, Run, SandboxUnavailable
from tests.waiting import wait_until

Submit = Callable[..., SubmissionRecord]
SOURCE = "def double(n):\n    return 4\n"
FOUND = {"double": {"call": "double(7)", "returned": "4", "expected": "14"}}


def always_four(job: Job) -> Run:
    """The solution doubles; the learner returns 4, which is right for the visible case alone."""
    is_learner = job.source == SOURCE
    return answered(job, lambda _q, call: returned(4 if is_learner else call[0] * 2))  # type: ignore[operator]


@pytest.fixture(autouse=True)
def opened(guarded: Gate, engine: Any) -> None:
    engine.script = always_four
    wait_until(lambda: guarded.is_open)


def test_a_hidden_mistake_is_explained_after_its_grade(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    submission = submit(source=SOURCE)
    grade_submission(parts, submission.id)
    assert (told.sent, told.published) == ([("explain", submission.id)], [submission.id])
    assert world.read(submission).counterexamples == {}
    explain_submission(parts, submission.id)
    assert world.read(submission).counterexamples == FOUND
    assert told.published == [submission.id] * 2


def test_the_same_source_of_somebody_else_is_not_looked_into_again(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    first, second = submit(source=SOURCE), submit(source=SOURCE, person=world.ben)
    grade_submission(parts, first.id)
    grade_submission(parts, second.id)
    assert told.sent == [("explain", first.id)]
    explain_submission(parts, first.id)
    assert world.read(second).counterexamples == FOUND


def test_a_second_message_finds_nothing_to_do(
    parts: Parts, submit: Submit, engine: Any, told: Any
) -> None:
    submission = submit(source=SOURCE)
    grade_submission(parts, submission.id)
    explain_submission(parts, submission.id)
    jobs = len(engine.opened[0].jobs)
    explain_submission(parts, submission.id)
    assert len(engine.opened[0].jobs) == jobs
    assert len(told.published) == 2


@pytest.mark.parametrize("about", [{"source": "# right\n"}, {"source": SOURCE, "kind": "run"}])
def test_what_passes_and_what_is_a_run_is_not_explained(
    parts: Parts, submit: Submit, told: Any, about: dict[str, str]
) -> None:
    submission = submit(**about)
    grade_submission(parts, submission.id)
    explain_submission(parts, submission.id)
    assert told.sent == []


def test_a_lost_message_is_sent_again_by_the_sweep(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    submission = submit(source=SOURCE)
    grade_submission(parts, submission.id)
    told.sent.clear()
    Sweeper(parts).sweep()
    assert told.sent == []
    world.clock.advance(60)
    Sweeper(parts).sweep()
    assert told.sent == [("explain", submission.id)]


def test_after_a_few_messages_nothing_is_shown(
    parts: Parts, submit: Submit, world: Any, told: Any
) -> None:
    submission = submit(source=SOURCE)
    grade_submission(parts, submission.id)
    for _ in range(MOST_EXPLANATION_SENDS + 2):
        world.clock.advance(120)
        Sweeper(parts).sweep()
    assert told.sent == [("explain", submission.id)] * MOST_EXPLANATION_SENDS
    explain_submission(parts, submission.id)
    assert world.read(submission).counterexamples == {}


def test_without_a_sandbox_it_stays_wanted(
    parts: Parts, submit: Submit, world: Any, engine: Any
) -> None:
    submission = submit(source=SOURCE)
    grade_submission(parts, submission.id)

    def gone(_job: Job) -> Run:
        raise SandboxUnavailable("the engine is away")

    engine.script = gone
    explain_submission(parts, submission.id)
    with parts.store.reading() as unit:
        assert reads.wanted_explanations(unit, submission.id) is not None


def test_the_first_answer_is_kept(parts: Parts, submit: Submit, world: Any) -> None:
    submission = submit(source=SOURCE)
    grade_submission(parts, submission.id)
    with parts.store.reading() as unit:
        wanted = reads.wanted_explanations(unit, submission.id)
    assert wanted is not None
    explain_submission(parts, submission.id)
    with parts.store.unit() as unit:
        writes.record_explanation(unit, wanted, "double", None, world.clock())
    assert world.read(submission).counterexamples == FOUND
