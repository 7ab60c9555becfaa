"""A running `grader up` for the browser tests: started on a free port, ended with the tests."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

START_SECONDS = 240.0
END_SECONDS = 60.0


@dataclass
class Service:
    process: subprocess.Popen[str]
    data: Path
    url: str = ""
    said: list[str] = field(default_factory=list)
    ready: threading.Event = field(default_factory=threading.Event)

    def listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError):  # closed at the end
            for line in self.process.stdout:
                self.said.append(line.rstrip())
                if found := re.search(r"ready at (http://\S+)", line):
                    self.url = found[1]
                    self.ready.set()
        self.ready.set()

    def instructor_token(self) -> str:
        return str(json.loads((self.data / "demo-tokens.json").read_text())["instructor"])

    def child(self, name: str) -> int:
        """The process of the tree that does this work at the moment."""
        mine = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for pid in mine.read_text().split():
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if name.encode() in words:
                return int(pid)
        raise AssertionError(f"no {name} is running")

    @contextmanager
    def paused(self, name: str) -> Iterator[None]:
        """With one process of the tree standing still."""
        pid = self.child(name)
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)

    def end(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + END_SECONDS
        while self.process.poll() is None and time.monotonic() < deadline:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@contextmanager
def running_service() -> Iterator[Service]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADER_")}
    with tempfile.TemporaryDirectory(prefix="grader-b-") as home:
        process = subprocess.Popen(
            [sys.executable, "-m", "grader.cli", "up", "--data", home],
            env={**kept, "GRADER_PORT": "0", "GRADER_LEASE_SECONDS": "3"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        service = Service(process=process, data=Path(home))
        listener = threading.Thread(target=service.listen, daemon=True)
        listener.start()
        try:
            service.ready.wait(START_SECONDS)
            assert service.url, service.said
            yield service
        finally:
            service.end()
            listener.join(10)
            assert process.stdout is not None
            process.stdout.close()
