"""A running `grader pack serve`, started by its own command on a free port."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
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
LONGEST_SECONDS = 90.0
START_SECONDS = 60.0
END_SECONDS = 30.0


@dataclass
class Preview:
    process: subprocess.Popen[str]
    url: str = ""
    said: list[str] = field(default_factory=list)
    ready: threading.Event = field(default_factory=threading.Event)

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
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(END_SECONDS)


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
    threading.Thread(target=preview.listen, daemon=True).start()
    try:
        preview.ready.wait(START_SECONDS)
        yield preview
    finally:
        try:
            preview.end()
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()
