"""Whether this worker takes jobs: only while its sandbox passed every probe.

When the engine goes away the gate closes, submissions wait in the queue, and the gate opens again
by itself once a new check passes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import structlog

from grader.judge.box import Sandbox, SandboxUnavailable
from grader.worker.stopping import Stopping

PAUSES = (1.0, 2.0, 5.0, 10.0)  # seconds between checks that fail; the last one for ever after

log = structlog.get_logger()


class Probe(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def ok(self) -> bool: ...
    @property
    def detail(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What the gate needs of the judge's sandbox: `check` it, then `open` it once."""

    check: Callable[[], Sequence[Probe]]
    open: Callable[[], Sandbox]


class Gate:
    """Closed until the first check passed. `on_change` is told of every opening and closing."""

    def __init__(self, box: Box, stopping: Stopping, *, on_change: Callable[[], None]) -> None:
        self._box = box
        self._stopping = stopping
        self._on_change = on_change
        self._sandbox: Sandbox | None = None
        self._closed = threading.Event()
        self._closed.set()
        self.reason = "the sandbox has not been checked yet"

    @property
    def is_open(self) -> bool:
        return not self._closed.is_set()

    @property
    def sandbox(self) -> Sandbox | None:
        """None while closed."""
        return self._sandbox if self.is_open else None

    def report(self, error: SandboxUnavailable) -> None:
        """A run found no sandbox: take nothing more until a check says otherwise."""
        self._close(str(error))

    def guard(self) -> None:
        """Check and open whenever closed, until the worker ends. Runs in a thread of its own."""
        failures = 0
        while not self._stopping.requested:
            if not self._closed.wait(0.5):
                continue
            failures = 0 if self._try_to_open() else failures + 1
            if failures:
                self._stopping.wait(PAUSES[min(failures, len(PAUSES)) - 1])

    def shut(self) -> None:
        """Close for good and destroy every container."""
        self._close("the worker is ending")
        if self._sandbox is not None:
            self._sandbox.close()

    def _try_to_open(self) -> bool:
        try:
            failed = [probe for probe in self._box.check() if not probe.ok]
            if not failed and self._sandbox is None:
                self._sandbox = self._box.open()
        except SandboxUnavailable as error:
            return self._stay_closed(str(error))
        if failed:
            return self._stay_closed(_name(failed))
        self.reason = ""
        self._closed.clear()
        log.info("sandbox_ready")
        self._on_change()
        return True

    def _stay_closed(self, reason: str) -> bool:
        if reason != self.reason:
            log.warning("no_jobs_taken", reason=reason)
        self.reason = reason
        return False

    def _close(self, reason: str) -> None:
        self.reason = reason
        if self.is_open:
            self._closed.set()
            log.warning("no_jobs_taken", reason=reason)
            self._on_change()


def _name(failed: Sequence[Probe]) -> str:
    return "sandbox probe failed: " + "; ".join(f"{p.name} ({p.detail})" for p in failed)
