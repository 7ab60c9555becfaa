"""A running `grader up`, spoken to over HTTP and seen from outside through /proc and Docker."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandbox.outside import containers
from sandbox.outside.flags import LABEL, OWNER_LABEL
from tests.waiting import LONGEST_SECONDS

GRADE_SECONDS = 300.0
PATH = "/api/v1/courses/demo/assignments/prefix-sharing"
CORPUS = Path(__file__).parents[1] / "corpus" / "learners"
PYTHON = Path(sys.executable)


def clean_environment(**more: str) -> dict[str, str]:
    """Nothing of whoever runs the tests, and leases short enough to wait for."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADER_")}
    return {**kept, "GRADER_LEASE_SECONDS": "3", "GRADER_PORT": "0", **more}


def wait_until(holds: Callable[[], bool], what: str, seconds: float = LONGEST_SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds:g} s: {what}"
        time.sleep(0.05)


def children_of(pid: int) -> dict[str, int]:
    """The children of a process: web, worker, beat and valkey by name."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            words = (stat.parent / "cmdline").read_text().split("\0")
            if int(fields[1]) == pid and fields[0] != "Z" and (name := _name(words)):
                found[name] = int(stat.parent.name)
    return found


def _name(words: list[str]) -> str | None:
    """None for a child that has not become its program yet."""
    if "valkey-server" in words[0]:
        return "valkey"
    return words[3] if words[1:3] == ["-m", "grader.cli"] else None


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def containers_of(pids: Mapping[str, int]) -> list[str]:
    """Our labelled containers whose owner is one of these processes."""
    owned = {str(pid) for pid in pids.values()}
    return [
        each.id
        for each in containers.listed(LABEL)
        if owned & set(re.split(r"\D+", each.labels.get(OWNER_LABEL, "")))
    ]


@dataclass
class Service:
    """A running `grader up`."""

    process: subprocess.Popen[str]
    data: Path
    url: str = ""
    said: list[str] = field(default_factory=list)

    def tokens(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads((self.data / "demo-tokens.json").read_text())
        return read

    def call(self, method: str, path: str, body: Any = None, *, who: str = "ada") -> Any:
        tokens = self.tokens()
        token = tokens["instructor"] if who == "instructor" else tokens["learners"][who]
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.loads(response.read())

    def submit(self, source: str, *, who: str = "ada") -> str:
        accepted = self.call("POST", f"{PATH}/submissions", {"source": source}, who=who)
        return str(accepted["id"])

    def state(self, submission_id: str, *, who: str = "ada") -> str:
        return str(self.call("GET", f"/api/v1/submissions/{submission_id}", who=who)["state"])

    def wait(self, submission_id: str, *, who: str = "ada") -> dict[str, Any]:
        """The submission once its state is final."""
        deadline = time.monotonic() + GRADE_SECONDS
        while time.monotonic() < deadline:
            path = f"/api/v1/submissions/{submission_id}?wait=30"
            found: dict[str, Any] = self.call("GET", path, who=who)
            if found["state"] not in ("queued", "running"):
                return found
        raise AssertionError(f"{submission_id} is still {found['state']}: {self.said[-5:]}")

    def submit_many(self, count: int) -> list[str]:
        files = sorted(CORPUS.glob("*.py"))
        return [self.submit(files[n % len(files)].read_bytes().decode()) for n in range(count)]

    def grades_per_submission(self) -> dict[str, int]:
        query = "SELECT submission_id, count(*) FROM grades GROUP BY submission_id"
        with contextlib.closing(sqlite3.connect(self.data / "grader.sqlite3")) as database:
            return dict(database.execute(query).fetchall())

    def claims(self, submission_id: str) -> tuple[str, int]:
        """The state of a submission, and how often a worker took it up."""
        state, claims, _ = self._row(submission_id)
        return state, claims

    def times_lost(self, submission_id: str) -> int:
        """How often its worker died, or was silent for longer than its lease."""
        return self._row(submission_id)[2]

    def _row(self, submission_id: str) -> tuple[str, int, int]:
        query = "SELECT state, claims, lost_claims FROM submissions WHERE id = ?"
        with contextlib.closing(sqlite3.connect(self.data / "grader.sqlite3")) as database:
            found: tuple[str, int, int] = database.execute(query, [submission_id]).fetchone()
            return found

    def are_graded_once(self, ids: list[str], *, who: str = "ada") -> bool:
        """Whether each of them ends with a grade, and with one only."""
        states = {self.wait(each, who=who)["state"] for each in ids}
        found = self.grades_per_submission()
        return states == {"graded"} and [found[each] for each in ids] == [1] * len(ids)

    def kill(self, name: str) -> None:
        wait_until(lambda: name in self.children(), f"{name} runs")
        os.kill(self.children()[name], signal.SIGKILL)

    def is_ready(self) -> bool:
        try:
            return bool(self.call("GET", "/readyz"))
        except OSError:
            return False

    def children(self) -> dict[str, int]:
        return children_of(self.process.pid)

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(LONGEST_SECONDS)

    def says(self, words: str) -> bool:
        return any(words in line for line in self.said)
