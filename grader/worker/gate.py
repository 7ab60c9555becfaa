"""Whether this worker takes jobs: only while its sandbox passed every probe.

When the engine goes away the gate closes, submissions wait in the queue, and the gate opens again
by itself once a new check passes.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import structlog

from grader.judge.box import Probe, Sandbox, SandboxUnavailable
from grader.worker.stopping import Stopping

END_SECONDS = 8.0  # for a check that has begun; what it leaves behind then is the reaper's
PAUSES = (1.0, 2.0, 5.0, 10.0)  # seconds between checks that fail; the last one for ever after

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What the gate needs of the judge's sandbox: `check` it, then `open` it once."""

    check: Callable[[], Sequence[Probe]]
    open: Callable[[], Sandbox]


class Gate:
    """Closed until the first check passed."""

    def __init__(self, box: Box, stopping: Stopping) -> None:
        self._box = box
        self._stopping = stopping
        self._listeners: list[Callable[[], None]] = []
        self._sandbox: Sandbox | None = None
        self._changed = threading.Condition()
        self._trying = threading.Lock()
        self._telling = threading.RLock()  # who is told last is told how it is
        self._inside = 0
        self._is_open = False
        self.reason = "the sandbox has not been checked yet"

    @property
    def is_open(self) -> bool:
        return self._is_open

    def listen(self, listener: Callable[[], None]) -> None:
        """Call it after every opening and closing, in the thread that did it."""
        self._listeners.append(listener)

    @contextlib.contextmanager
    def passing(self) -> Iterator[Sandbox | None]:
        """The sandbox, for one job; None while closed."""
        with self._changed:
            sandbox = self._sandbox if self._is_open else None
            self._inside += 1
        try:
            yield sandbox
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    def report(self, error: SandboxUnavailable) -> None:
        """A run found no sandbox: take nothing more until a check says otherwise."""
        self._close(str(error))

    def guard(self) -> None:
        """Check and open whenever closed, until the worker ends. Runs in a thread of its own."""
        failures = 0
        while not self._stopping.requested:
            if not self._is_deserted():
                continue
            with self._trying:
                if self._stopping.requested:
                    return
                failures = 0 if self._try_to_open() else failures + 1
            if failures:
                self._stopping.wait(PAUSES[min(failures, len(PAUSES)) - 1])

    def shut(self) -> None:
        """Close for good and destroy every container. The worker must be stopping.

        A check that has begun may end, or the process would leave it with half a container.
        """
        self.reason = "the worker is ending"
        self._set(is_open=False)
        is_ours = self._trying.acquire(timeout=END_SECONDS)
        try:
            self._discard()
        finally:
            if is_ours:
                self._trying.release()

    def _is_deserted(self) -> bool:
        """Whether it is closed and the last job that was inside has left; waits a moment for it."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._is_open or self._inside), timeout=0.5)

    def _try_to_open(self) -> bool:
        """Containers of before may be dead without our knowing: never use them again."""
        self._discard()
        try:
            failed = [probe for probe in self._box.check() if not probe.ok]
            if failed:
                return self._stay_closed(_name(failed))
            self._sandbox = self._box.open()
        except SandboxUnavailable as error:
            return self._stay_closed(str(error))
        self.reason = ""
        self._set(is_open=True)
        log.info("sandbox_ready")
        return True

    def _discard(self) -> None:
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None

    def _stay_closed(self, reason: str) -> bool:
        if reason != self.reason:
            log.warning("no_jobs_taken", reason=reason)
        self.reason = reason
        return False

    def _close(self, reason: str) -> None:
        self.reason = reason
        if self._is_open:
            log.warning("no_jobs_taken", reason=reason)
            self._set(is_open=False)

    def _set(self, *, is_open: bool) -> None:
        with self._telling:
            with self._changed:
                self._is_open = is_open
                self._changed.notify_all()
            for listener in self._listeners:
                listener()


def _name(failed: Sequence[Probe]) -> str:
    return "sandbox probe failed: " + "; ".join(f"{p.name} ({p.detail})" for p in failed)
