from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.core.model import Pack, PackLimits, Verdict, Visibility
from grader.core.values import to_plain
from grader.judge.grading import grade
from sandbox.outside.fake import FakeSandbox, answered, computed, ended, failed_load, returned
from sandbox.outside.sandbox import (
    Answer,
    Arguments,
    Ending,
    Job,
    Question,
    SandboxUnavailable,
    Stopped,
)

SOURCE = "def double(n):\n    return n * 2\n"


@pytest.fixture
def prepared(pack: Pack, expected: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": 1,
        "pack_version": pack.version,
        "image": "sha256:prepared",
        "python": "3.11.2",
        "expected": {name: to_plain(value) for name, value in expected.items()},
    }


def double(n: int) -> int:
    return n * 2


def shout(text: str, times: int) -> str:
    return " ".join([text.upper()] * times)


@pytest.fixture
def right() -> FakeSandbox:
    return computed({"double": double, "shout": shout})


def limited_at(arguments: Arguments) -> Callable[[Job], Any]:
    """A script in which one call hits the time limit and the function's later calls do not run."""

    def script(job: Job) -> Any:
        stopped: set[str] = set()

        def answer(question: Question, call: Arguments) -> Answer:
            if question.function in stopped:
                return ended(Ending.NOT_RUN)
            if call == arguments:
                stopped.add(question.function)
                return ended(Ending.TIME_LIMIT)
            return returned({"double": double, "shout": shout}[question.function](*call))

        return answered(job, answer)

    return script


def test_a_right_file_passes(pack: Pack, prepared: dict[str, Any], right: FakeSandbox) -> None:
    graded = grade(pack, prepared, SOURCE, sandbox=right)
    assert (graded.verdict, graded.score) == (Verdict.PASSED, 4)


def test_each_call_may_use_the_processor_as_long_as_the_pack_promises(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    """Cases share a process: a bound on its processor time must not end what is in its own time."""
    slow = replace(pack, limits=PackLimits(case_seconds=20.0, total_seconds=90.5))
    grade(slow, prepared, SOURCE, sandbox=right)
    (job,) = right.jobs
    assert job.limits.cpu_seconds > job.limits.total_seconds == 90.5


def test_visible_cases_are_asked_first_and_apart_from_hidden_ones(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    grade(pack, prepared, SOURCE, sandbox=right)
    (job,) = right.jobs
    assert [batch.shown for batch in job.batches] == [True, False]
    hidden = {case.arguments for case in pack.cases if case.visibility is Visibility.HIDDEN}
    assert {question.calls[0] for question in job.batches[1].questions} == hidden


def test_a_run_asks_visible_cases_alone(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    graded = grade(pack, prepared, SOURCE, sandbox=right, scope="visible")
    assert [batch.shown for batch in right.jobs[0].batches] == [True]
    shown = {case.visibility for function in graded.functions for case in function.cases}
    assert shown == {Visibility.VISIBLE}


def test_every_case_is_a_question_of_its_own(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    grade(pack, prepared, SOURCE, sandbox=right)
    questions = [q for batch in right.jobs[0].batches for q in batch.questions]
    assert [len(question.calls) for question in questions] == [1] * len(pack.cases)


def test_no_expected_value_is_part_of_a_job(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    """1836546 is what the hidden `double(918273)` must return, and stands nowhere else."""
    grade(pack, prepared, SOURCE, sandbox=right)
    assert "918273" in repr(right.jobs)
    assert "1836546" not in repr(right.jobs)
    assert "ZEBRA" not in repr(right.jobs)


def test_the_packs_limits_and_wishes_reach_the_sandbox(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    limits = PackLimits(
        load_seconds=1.5,
        case_seconds=0.5,
        total_seconds=9,
        memory_bytes=64 * 1024**2,
        output_bytes=2048,
        processes=7,
    )
    grade(replace(pack, limits=limits, fresh=True), prepared, SOURCE, sandbox=right)
    (job,) = right.jobs
    assert job.fresh
    given = job.limits
    assert (given.load_seconds, given.case_seconds, given.total_seconds) == (1.5, 0.5, 9)
    assert (given.memory_bytes, given.output_bytes, given.processes) == (64 * 1024**2, 2048, 7)


def test_advice_is_asked_last_and_asked_again_without_when_it_did_harm(
    pack: Pack, prepared: dict[str, Any]
) -> None:
    """A loop over 2**53 numbers must not cost the hidden cases that come after it."""
    sandbox = FakeSandbox(limited_at((2**53 + 1,)))
    graded = grade(pack, prepared, SOURCE, sandbox=sandbox)
    assert (graded.verdict, graded.score, len(sandbox.jobs)) == (Verdict.PASSED, 4, 2)
    verdicts = {case.id: case.verdict for case in graded.functions[0].cases}
    assert verdicts["double-huge"] is Verdict.TIME_LIMIT


def test_a_scored_case_that_hits_a_limit_is_not_asked_again(
    pack: Pack, prepared: dict[str, Any]
) -> None:
    sandbox = FakeSandbox(limited_at((2,)))
    graded = grade(pack, prepared, SOURCE, sandbox=sandbox)
    assert len(sandbox.jobs) == 1
    assert [function.verdict for function in graded.functions] == [
        Verdict.TIME_LIMIT,
        Verdict.PASSED,
    ]


def test_a_source_that_cannot_be_python_never_reaches_the_sandbox(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    graded = grade(pack, prepared, b"\xff", sandbox=right)
    assert (graded.verdict, graded.score) == (Verdict.SOURCE_REJECTED, 0)
    assert graded.load.message is not None
    assert "line 1" in graded.load.message
    assert graded.load.line == 1
    assert (right.jobs, graded.image) == ([], "sha256:prepared")


def test_a_file_over_64_kibibytes_is_a_verdict_here(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    graded = grade(pack, prepared, "#" * 70_000, sandbox=right)
    assert graded.verdict is Verdict.SOURCE_TOO_LARGE


def test_the_byte_order_mark_does_not_reach_the_sandbox(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    grade(pack, prepared, b"\xef\xbb\xbf" + SOURCE.encode(), sandbox=right)
    assert right.jobs[0].source == SOURCE


def test_a_file_that_does_not_load_fails_everything_with_one_message(
    pack: Pack, prepared: dict[str, Any]
) -> None:
    sandbox = FakeSandbox(lambda job: failed_load(job, Ending.TIME_LIMIT))
    graded = grade(pack, prepared, "while True: pass", sandbox=sandbox)
    assert (graded.verdict, graded.load.verdict) == (Verdict.LOAD_FAILED, Verdict.LOAD_FAILED)
    assert {function.verdict for function in graded.functions} == {Verdict.TIME_LIMIT}
    assert graded.load.message is not None
    assert "within 3 seconds while loading" in graded.load.message


def test_nothing_is_concluded_without_a_sandbox(pack: Pack, prepared: dict[str, Any]) -> None:
    def gone(_job: Job) -> Any:
        raise SandboxUnavailable("the engine went away")

    with pytest.raises(SandboxUnavailable):
        grade(pack, prepared, SOURCE, sandbox=FakeSandbox(gone))


def test_nothing_is_concluded_after_a_stop(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox
) -> None:
    with pytest.raises(Stopped):
        grade(pack, prepared, SOURCE, sandbox=right, stop=lambda: True)


@pytest.mark.parametrize("key", ["format", "pack_version"])
def test_expected_values_of_another_version_are_refused(
    pack: Pack, prepared: dict[str, Any], right: FakeSandbox, key: str
) -> None:
    with pytest.raises(ValueError, match="another version"):
        grade(pack, {**prepared, key: "other"}, SOURCE, sandbox=right)
