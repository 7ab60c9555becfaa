"""Real containers that are lost, killed, left behind or asked for too often."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sandbox import wire
from sandbox.outside import containers, pool, session
from sandbox.outside.boxes import Box, Recipe, start_box
from sandbox.outside.channel import BrokenError
from sandbox.outside.containers import Death
from sandbox.outside.flags import LABEL, OWNER_LABEL, Shape
from sandbox.outside.pool import open_sandbox, shape_of
from sandbox.outside.reaper import STILL_SECONDS, is_alive, reap, this_process
from sandbox.outside.sandbox import (
    Batch,
    Ending,
    Job,
    Limits,
    Question,
    Run,
    Sandbox,
    SandboxUnavailable,
    Stopped,
)
from sandbox.outside.sitting import Sitter
from tests.waiting import LONGEST_SECONDS, wait_until

pytestmark = pytest.mark.docker

SOURCE = """
import time
def f(seconds):
    time.sleep(seconds)
    return 7
"""
LONG_SECONDS = 15.0  # of a call that is lost before it ends
OWNER = this_process("pool-tests")
InTheSecondCall = Callable[[Callable[[], None]], Callable[[], bool]]


def job(*seconds: float, fresh: bool = False) -> Job:
    questions = tuple(Question(function="f", calls=((s,),)) for s in seconds)
    batch = Batch(questions=questions, shown=True)
    return Job(source=SOURCE, batches=(batch,), limits=Limits(case_seconds=20.0), fresh=fresh)


def endings(run: Run) -> list[Ending]:
    return [question[0].ending for question in run.answers[0]]


def ours(owner: str = OWNER) -> list[str]:
    return [c.id for c in containers.listed(LABEL) if c.labels[OWNER_LABEL] == owner]


@pytest.fixture
def box(image: str) -> Iterator[Box]:
    image_id = containers.image_id(image)
    assert image_id is not None
    recipe = Recipe(image=image_id, runtime="runc", owner=OWNER, seccomp=pool._SECCOMP.read_text())
    started = start_box(recipe, shape_of(Limits()))
    yield started
    started.close()


@pytest.fixture
def own(image: str) -> Iterator[Sandbox]:
    opened = open_sandbox(owner=OWNER, slots=1, image=image)
    yield opened
    opened.close()
    wait_until(lambda: ours() == [])


@pytest.fixture
def in_the_second_call(monkeypatch: pytest.MonkeyPatch) -> InTheSecondCall:
    """Makes a `stop` that never stops anything, but acts once while a job's second call sleeps."""
    sitters: list[Sitter] = []

    class Seen(Sitter):
        def __init__(self, *about: Any, **more: Any) -> None:
            super().__init__(*about, **more)
            sitters.append(self)

    monkeypatch.setattr(session, "Sitter", Seen)

    def stop_that(act: Callable[[], None]) -> Callable[[], bool]:
        to_do = [act]

        def stop() -> bool:
            if to_do and sitters and sitters[-1]._sitting.answered:
                to_do.pop()()
            return False

        return stop

    return stop_that


def kill_all() -> None:
    for found in ours():
        containers.remove(found)


# -------------------------------------------------------------------------------- lost containers


def test_a_container_killed_from_outside_costs_the_learner_nothing(
    own: Sandbox, in_the_second_call: InTheSecondCall
) -> None:
    run = own.run(job(0, 1.0, 0), stop=in_the_second_call(kill_all))
    assert endings(run) == [Ending.RETURNED] * 3


def test_a_supervisor_that_ends_by_itself_is_the_learners_doing(box: Box) -> None:
    began = time.time()
    box.channel._out += wire.COMMAND.pack(99, 0, 0, 0)
    with pytest.raises(BrokenError):
        box.channel.wait(time.monotonic() + LONGEST_SECONDS)
    assert containers.death_of(box.id, since=began) is Death.FROM_INSIDE


def test_a_channel_that_is_cut_is_not(box: Box) -> None:
    began = time.time()
    box.channel.close()
    assert containers.death_of(box.id, since=began) is Death.FROM_OUTSIDE


def test_a_kill_through_the_engine_is_not(box: Box) -> None:
    began = time.time()
    containers.remove(box.id)
    assert containers.death_of(box.id, since=began) is Death.FROM_OUTSIDE


def test_a_container_that_is_still_there_has_not_died(box: Box) -> None:
    assert containers.death_of(box.id, since=time.time()) is Death.NONE


@pytest.mark.parametrize(
    ("death", "ending", "rest"),
    [
        (Death.FROM_INSIDE, Ending.CRASHED, Ending.RETURNED),
        (Death.OUT_OF_MEMORY, Ending.MEMORY_LIMIT, Ending.NOT_RUN),
        (Death.NONE, Ending.TIME_LIMIT, Ending.NOT_RUN),
    ],
)
def test_the_open_call_is_charged_and_the_rest_runs_in_another_container(
    death: Death,
    ending: Ending,
    rest: Ending,
    own: Sandbox,
    in_the_second_call: InTheSecondCall,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(containers, "death_of", lambda *_args, **_options: death)
    run = own.run(job(0, LONG_SECONDS, 0), stop=in_the_second_call(kill_all))
    assert endings(run) == [Ending.RETURNED, ending, rest]


def test_an_engine_that_goes_away_is_nobodys_verdict(
    own: Sandbox, in_the_second_call: InTheSecondCall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def go_away() -> None:
        kill_all()
        monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    with pytest.raises(SandboxUnavailable):
        own.run(job(0, LONG_SECONDS, 0), stop=in_the_second_call(go_away))
    monkeypatch.undo()


def test_without_an_engine_the_sandbox_does_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    assert containers.engine_answers() is None
    with pytest.raises(SandboxUnavailable):
        open_sandbox(owner=OWNER)


def test_without_an_image_the_sandbox_says_what_to_do() -> None:
    with pytest.raises(SandboxUnavailable, match="grader sandbox build"):
        open_sandbox(owner=OWNER, image="grader-sandbox:none")


def test_an_unknown_runtime_is_told(image: str) -> None:
    opened = open_sandbox(owner=OWNER, slots=1, image=image, runtime="nonesuch")
    try:
        with pytest.raises(SandboxUnavailable, match="nonesuch"):
            opened.run(job(0))
    finally:
        opened.close()


# ---------------------------------------------------------------------------- without splice


def without_splice() -> str:
    profile = json.loads(pool._SECCOMP.read_text())
    profile["syscalls"][0]["names"].remove("splice")
    return json.dumps(profile)


def test_where_splice_is_refused_jobs_run_and_the_container_serves_once(
    image: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "seccomp.json").write_text(without_splice())
    monkeypatch.setattr(pool, "_SECCOMP", tmp_path / "seccomp.json")
    source = (
        "def f(_):\n    print('x' * 9000)\n    return open('/proc/self/mountinfo').read()[:4000]\n"
    )
    asked = job(0, 0)
    opened = open_sandbox(owner=OWNER, slots=1, image=image)
    try:
        runs = [
            opened.run(Job(source=source, batches=asked.batches, limits=asked.limits))
            for _ in range(2)
        ]
    finally:
        opened.close()
    assert [endings(run) for run in runs] == [[Ending.RETURNED] * 2] * 2
    assert runs[0].answers[0][0][0].value != runs[1].answers[0][0][0].value
    assert runs[0].answers[0][1][0].output == "x" * 9000 + "\n"


# -------------------------------------------------------------------------------------- the pool


def test_a_stopped_run_raises_and_its_container_is_gone(own: Sandbox) -> None:
    with pytest.raises(Stopped):
        own.run(job(3.0), stop=lambda: True)
    assert endings(own.run(job(0))) == [Ending.RETURNED]


def test_more_jobs_than_slots_wait_for_each_other(own: Sandbox) -> None:
    runs: list[Run] = []
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: runs.append(own.run(job(0.1)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        counts.append(len(ours()))
    assert [endings(run) for run in runs] == [[Ending.RETURNED]] * 4
    assert max(counts) <= 3


def test_a_job_that_demands_it_has_the_container_to_itself(own: Sandbox) -> None:
    source = "def f(_):\n    return open('/proc/self/mountinfo').read()[:4000]\n"
    asked = job(0, fresh=True)
    jobs = [Job(source=source, batches=asked.batches, limits=asked.limits, fresh=True)] * 3
    births = {own.run(j).answers[0][0][0].value for j in jobs}
    assert len(births) == 3


def test_a_run_names_its_image_and_its_python(own: Sandbox, image: str) -> None:
    run = own.run(job(0))
    assert run.image == containers.image_id(image)
    assert run.python.startswith("3.")


def test_a_waiting_container_is_small(box: Box) -> None:
    """Its supervisor and the waiting child, after the imports that learners use most."""
    assert 0 < containers.memory_bytes(box.id) < 12 * 1024 * 1024


def test_limits_of_a_job_shape_its_container(own: Sandbox) -> None:
    source = "def f(_):\n    return open('/sys/fs/cgroup/pids/pids.max').read()\n"
    if not Path("/sys/fs/cgroup/pids").exists():
        source = source.replace("/pids/", "/")
    asked = job(0)
    limits = Limits(processes=20)
    run = own.run(Job(source=source, batches=asked.batches, limits=limits))
    assert run.answers[0][0][0].value == "21\n"


def resources() -> tuple[int, int]:
    return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


def test_many_runs_leave_no_thread_and_no_descriptor_behind(own: Sandbox) -> None:
    own.run(job(0))
    before = resources()
    for _ in range(20):
        own.run(job(0))

    def none_is_left() -> bool:
        """Fewer are fine: another test's may have been closed meanwhile."""
        return all(now <= then for now, then in zip(resources(), before, strict=True))

    wait_until(none_is_left)  # a container that is started ahead of need takes some for a moment


# ------------------------------------------------------------------------------------ the reaper


def bare_container(image: str, labels: dict[str, str]) -> str:
    return containers.create({"Image": image, "Cmd": ["python3"], "Labels": labels})


def test_the_reaper_takes_only_what_is_ours_and_nobodys(image: str) -> None:
    alive, dead = this_process("reaper"), f"reaper|{os.uname().nodename}|999999|1"
    kept = {
        "another's": bare_container(image, {"some.label": "1", OWNER_LABEL: dead}),
        "alive": bare_container(image, {LABEL: "1", OWNER_LABEL: alive}),
        "elsewhere": bare_container(image, {LABEL: "1", OWNER_LABEL: "x|otherhost|1|1"}),
    }
    lost: list[str] = []

    def is_taken() -> bool:
        """At once, but by another reaper of this machine now and then."""
        lost.append(bare_container(image, {LABEL: "1", OWNER_LABEL: dead}))
        return lost[-1] in reap()

    try:
        wait_until(is_taken)
        there = {c.id for label in (LABEL, "some.label") for c in containers.listed(label)}
        assert set(kept.values()) <= there
        assert there.isdisjoint(lost)
    finally:
        for found in kept.values():
            containers.remove(found)


def test_the_reaper_takes_what_is_too_old(image: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alive = this_process("reaper")
    old = bare_container(image, {LABEL: "1", OWNER_LABEL: alive})
    mine = tuple(c for c in containers.listed(LABEL) if c.id == old)
    monkeypatch.setattr(containers, "listed", lambda _: mine)
    assert reap(max_age_seconds=60) == ()
    assert reap(max_age_seconds=-60) == (old,)


def test_the_reaper_takes_what_was_made_and_never_ran(
    image: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that is killed may have made a container and told nobody."""
    still = bare_container(image, {LABEL: "1", OWNER_LABEL: this_process("reaper")})
    (mine,) = (c for c in containers.listed(LABEL) if c.id == still)
    listed = [replace(mine, created=mine.created - 2 * STILL_SECONDS, state="running"), mine]
    monkeypatch.setattr(containers, "listed", lambda _: (listed.pop(0),))
    assert (reap(), reap()) == ((), ())  # a job may take so long, and a start is under way
    listed.append(replace(mine, created=mine.created - 2 * STILL_SECONDS))
    assert reap() == (still,)


def test_an_owner_lives_as_long_as_its_process() -> None:
    program = (
        "from sandbox.outside.reaper import this_process as t, is_alive\n"
        "print(t('x')); assert is_alive(t('x'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not is_alive(done.stdout.strip())
    assert is_alive(this_process("x"))


def test_a_worker_that_dies_takes_its_containers_along(image: str) -> None:
    script = (
        "import os, signal, time\n"
        "from sandbox.outside.pool import open_sandbox\n"
        "from sandbox.outside.sandbox import *\n"
        f"s = open_sandbox(owner='dying', slots=1, image={image!r})\n"
        "q = Question(function='f', calls=((),))\n"
        "b = Batch(questions=(q,), shown=True)\n"
        "s.run(Job(source='def f(): return 1\\n', batches=(b,), limits=Limits()))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    wait_until(lambda: ours("dying") == [])


def test_a_shape_is_what_makes_containers_alike() -> None:
    assert shape_of(Limits()) == Shape(memory_bytes=128 * 1024 * 1024, processes=32)


def test_a_process_that_forgets_to_close_ends_cleanly_and_leaves_nothing(image: str) -> None:
    script = (
        "from sandbox.outside.pool import open_sandbox\n"
        f"open_sandbox(owner='forgetful', slots=2, image={image!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    wait_until(lambda: ours("forgetful") == [])
