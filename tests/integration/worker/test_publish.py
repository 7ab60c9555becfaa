"""A worker checks what instructors send: published, refused with reasons, or tried again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader.actions.context import Services
from grader.actions.packs import send_pack
from grader.judge.box import SandboxUnavailable
from grader.store import reads
from grader.store.upload_records import UploadRecord
from grader.worker import publish as module
from grader.worker.parts import Parts
from grader.worker.publish import check_upload
from grader.worker.sweep import Sweeper
from sandbox.outside.fake import answered, raised, returned
from sandbox.outside.sandbox import Answer, Arguments, Job, Question, Run

TOML = """
name = "{name}"
title = "Adding"

[[functions]]
name = "add"
parameters = ["a", "b"]
points = 1

[[cases]]
id = "plain"
function = "add"
visibility = "visible"
args = [7, 3]
hint = "Ten."
"""
FILES = {
    "pack.toml": TOML.format(name="adding"),
    "lesson.md": "# Adding\n",
    "solution.py": "def add(a, b):\n    return a + b\n",
    "starter.py": "def add(a, b):\n    pass\n",
}


def execute(job: Job) -> Run:
    """Run a program of this file's own."""
    names: dict[str, Any] = {}
    exec(job.source, names)

    def call(question: Question, arguments: Arguments) -> Answer:
        try:
            return returned(names[question.function](*arguments))
        except ArithmeticError as error:
            return raised(type(error).__name__)

    return answered(job, call)


@pytest.fixture
def worker(parts: Parts, engine: Any) -> Parts:
    """A worker whose sandbox runs the programs of this file."""
    engine.script = execute
    parts.gate._try_to_open()
    return parts


@pytest.fixture
def send_files(world: Any, services: Services) -> Callable[..., UploadRecord]:
    def sent(**changed: str) -> UploadRecord:
        files = {**FILES, **{name.replace("_", "."): text for name, text in changed.items()}}
        return send_pack(services, world.viewer(world.instructor), "demo", files)

    return sent


def read(world: Any, upload: UploadRecord) -> UploadRecord:
    with world.store.reading() as unit:
        found = reads.upload(unit, upload.course_id, upload.id)
    assert found is not None
    return found


def test_a_pack_that_keeps_its_promises_is_published(
    worker: Parts, world: Any, told: Any, send_files: Any
) -> None:
    upload = send_files()
    check_upload(worker, upload.id)
    done = read(world, upload)
    assert (done.state, done.pack_name) == ("published", "adding")
    assert done.report is not None
    assert done.report["mutants"]["survivors"] == []
    assert told.published == [upload.id]
    with world.store.reading() as unit:
        version = reads.newest_pack_version(unit, "adding")
    assert version is not None
    assert (version.version, dict(version.files)) == (done.pack_version, FILES)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"pack_toml": "x ="}, ("pack.toml", 1)),
        ({"starter_py": FILES["solution.py"]}, ("starter.py", 1)),
        ({"solution_py": "def add(a, b):\n    return 1 // 0\n"}, ("solution.py", 1)),
        ({"solution_py": "def add(a, b):\n    return a + min(b, 9)\n"}, ("solution.py", 2)),
    ],
)
def test_a_broken_pack_is_refused_with_file_and_line(
    worker: Parts, world: Any, send_files: Any, changed: dict[str, str], problem: tuple[str, int]
) -> None:
    upload = send_files(**changed)
    check_upload(worker, upload.id)
    done = read(world, upload)
    assert (done.state, done.pack_name) == ("refused", None)
    assert done.report is not None
    named = [(p["file"], p["line"]) for p in done.report["problems"] if p["severity"] == "error"]
    assert problem in named


def test_the_name_of_a_pack_of_the_service_is_not_taken(
    worker: Parts, world: Any, send_files: Any
) -> None:
    upload = send_files(pack_toml=TOML.format(name="prefix-sharing"))
    check_upload(worker, upload.id)
    done = read(world, upload)
    assert done.state == "refused"
    assert done.report is not None
    (problem,) = done.report["problems"]
    assert (problem["file"], problem["line"]) == ("pack.toml", 2)
    assert "belongs to a pack of another course" in problem["message"]
    with world.store.reading() as unit:
        newest = reads.newest_pack_version(unit, "prefix-sharing")
    assert newest is not None
    assert newest.id == world.pack.id


def test_a_course_publishes_further_versions_of_its_pack(
    worker: Parts, world: Any, send_files: Any
) -> None:
    first, second = send_files(), send_files(lesson_md="# Adding, again\n")
    for upload in (first, second, first):
        check_upload(worker, upload.id)
    versions = {read(world, upload).pack_version for upload in (first, second)}
    assert len(versions) == 2


def test_a_closed_gate_leaves_it_waiting(
    parts: Parts, world: Any, told: Any, send_files: Any
) -> None:
    upload = send_files()
    check_upload(parts, upload.id)
    assert read(world, upload).state == "waiting"
    world.clock.advance(60)
    Sweeper(parts).sweep()
    assert told.sent == [("publish", upload.id)]


def test_a_sandbox_that_goes_away_costs_nothing(
    worker: Parts, world: Any, engine: Any, send_files: Any
) -> None:
    def gone(_job: Job) -> Run:
        raise SandboxUnavailable("the engine went away")

    engine.script = gone
    upload = send_files()
    check_upload(worker, upload.id)
    assert (read(world, upload).state, worker.gate.is_open) == ("waiting", False)


def test_a_fault_of_ours_is_tried_again_and_then_given_up(
    worker: Parts, world: Any, send_files: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*_a: Any, **_k: Any) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr(module, "check", fault)
    upload = send_files()
    states = []
    for _ in range(3):
        check_upload(worker, upload.id)
        states.append(read(world, upload).state)
    assert states == ["waiting", "waiting", "failed"]


def test_a_check_without_end_is_refused(
    worker: Parts, world: Any, send_files: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", -1.0)
    upload = send_files()
    check_upload(worker, upload.id)
    assert "did not end within" in str(read(world, upload).report)


def test_a_worker_that_died_is_followed_by_another_but_not_for_ever(
    worker: Parts, world: Any, told: Any, send_files: Any
) -> None:
    upload = send_files()
    sweeper = Sweeper(worker)
    for _ in range(3):
        with world.store.unit() as unit:
            from grader.store import writes

            assert writes.claim_upload(unit, upload.id, world.clock(), 15)
        world.clock.advance(60)
        sweeper.sweep()
    assert read(world, upload).state == "failed"
    assert told.sent == [("publish", upload.id)] * 2


def test_what_waits_meanwhile_is_sent_afterwards(worker: Parts, told: Any, send_files: Any) -> None:
    first, second = send_files(), send_files()
    with worker.checking:
        check_upload(worker, first.id)
    check_upload(worker, first.id)
    assert told.sent == [("publish", second.id)]
