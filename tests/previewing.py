"""A running `grader pack serve`, started by its own command on a free port."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

News = dict[str, Any]
LONGEST_SECONDS = 180.0
START_SECONDS = 180.0
END_SECONDS = 60.0


@dataclass
class Preview:
    process: subprocess.Popen[str]
    url: str = ""
    said: list[str] = field(default_factory=list)
    ready: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):  # closed at the end
            for line in self.process.stdout:
                self.said.append(line.rstrip())
                if found := re.search(r" at (http://\S+)", line):
                    self.url = found[1]
                    self.ready.set()
        self.ready.set()

    def until(self, is_so: Callable[[News], object]) -> News:
        """Follow the news, as the author's page does, until they say so."""
        seen, give_up = "", time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < give_up:
            with urllib.request.urlopen(f"{self.url}/news?seen={seen}", timeout=60) as answer:
                news: News = json.loads(answer.read())
            if is_so(news):
                return news
            seen = str(news["number"])
        raise AssertionError(self.said)

    def end(self, number: int = signal.SIGINT) -> int:
        """Returns its exit code, once all that it said has been read."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(END_SECONDS)
        self.listener.join(END_SECONDS)
        return code


def lasting_port() -> int:
    """A free one that can be taken again later: no program is given it for want of another."""
    given = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()
    while True:
        port = random.randrange(10_000, int(given[0]))
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextlib.contextmanager
def running_preview(
    folder: Path, scratch: Path, port: int = 0, **environment: str
) -> Iterator[Preview]:
    """Whatever it puts into files lies in `scratch`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADER_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "grader.cli", "pack", "serve", folder, "--port", str(port)],
        env={**kept, "TMPDIR": str(scratch), **environment},
        cwd=scratch,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    preview = Preview(process=process)
    try:
        preview.ready.wait(START_SECONDS)
        assert preview.url, preview.said
        yield preview
    finally:
        try:
            preview.end()
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()
