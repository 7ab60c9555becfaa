"""A tree of processes: each is started again when it exits, all end together.

Waits for signals and for children only; what the children do is their own business.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.launch import tied

RESTART_PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)  # seconds; the last one for ever after
STEADY_SECONDS = 60.0  # whoever lived so long starts again at the first pause
END_SECONDS = 15.0  # more than the worker's own grace period
PATIENCE_SECONDS = 1.0  # a second signal that comes sooner is the first one, sent to the group too
END_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Say = Callable[[str], None]


class Process(Protocol):
    """What is watched: a `Popen` of ours, or a server that was found alive."""

    def poll(self) -> int | None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Found:
    """A live process that is no child of ours: it can be watched and ended, not waited for."""

    pid: int

    def poll(self) -> int | None:
        return None if self._send(0) else 0

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def _send(self, number: int) -> bool:
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return False
        return True


@dataclass(slots=True, kw_only=True)
class Child:
    """One process of the tree. `last` ones end after all others: they serve them to the end."""

    name: str
    command: Sequence[str]
    last: bool = False
    pass_fds: tuple[int, ...] = ()
    process: Process | None = None
    started_at: float = 0.0
    failures: int = 0
    start_at: float = 0.0  # on the monotonic clock

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Only the main thread may start one: a child dies with the thread that forked it."""
        self.process = subprocess.Popen(  # noqa: S603 - our own command line, no shell
            [sys.executable, "-I", "-S", str(Path(tied.__file__)), str(os.getpid()), *self.command],
            stdin=subprocess.DEVNULL,
            pass_fds=self.pass_fds,
            start_new_session=True,  # a Ctrl-C in the terminal reaches us alone, and we say when
        )
        self.started_at = time.monotonic()

    def terminate(self) -> None:
        if self.process is not None:
            self.process.terminate()

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()

    def note_exit(self) -> float:
        """Plan the next start; how many seconds until then."""
        steady = time.monotonic() - self.started_at >= STEADY_SECONDS
        self.failures = 1 if steady else self.failures + 1
        pause = RESTART_PAUSES[min(self.failures, len(RESTART_PAUSES)) - 1]
        self.process, self.start_at = None, time.monotonic() + pause
        return pause


class Tree:
    """Holds the children. Use it in the main thread, as a context that ends them all."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._children: list[Child] = []
        self._wakeup, self._wakeup_writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._wakeup, selectors.EVENT_READ)
        self._asked_at: list[float] = []

    def __enter__(self) -> Tree:
        signal.set_wakeup_fd(self._wakeup_writer, warn_on_full_buffer=False)
        for number in END_SIGNALS:
            signal.signal(number, lambda *_: self._asked_at.append(time.monotonic()))
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        return self

    def __exit__(self, *_: object) -> None:
        self._end_all()
        signal.set_wakeup_fd(-1)
        for number in (*END_SIGNALS, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)

    @property
    def ending(self) -> bool:
        return bool(self._asked_at)

    @property
    def _is_asked_again(self) -> bool:
        return self.ending and self._asked_at[-1] - self._asked_at[0] > PATIENCE_SECONDS

    def add(self, child: Child) -> None:
        self._children.append(child)
        if child.process is None:
            child.start()

    def watch(self, seconds: float) -> None:
        """Sleep until a signal, an exit or so many seconds; start again whoever is due."""
        self._sleep(min([seconds, *self._pauses()]))
        for child in self._children:
            self._tend(child)

    def _tend(self, child: Child) -> None:
        if self.ending:
            return
        if child.process is None:
            if time.monotonic() >= child.start_at:
                child.start()
        elif (code := child.process.poll()) is not None:
            pause = child.note_exit()
            self._say(f"{child.name} {_how_it_ended(code)}; starting it again in {pause:g} s")

    def _pauses(self) -> list[float]:
        now = time.monotonic()
        return [max(0.0, child.start_at - now) for child in self._children if child.process is None]

    def _sleep(self, seconds: float) -> None:
        if self._selector.select(seconds):
            os.read(self._wakeup, 4096)

    def _end_all(self) -> None:
        """First those who work, then the ones that serve them."""
        for group in (False, True):
            self._end([child for child in self._children if child.last is group and child.alive])

    def _end(self, children: Sequence[Child]) -> None:
        """Ask, wait, insist. A second signal means: no more patience."""
        for child in children:
            child.terminate()
        asked_at = time.monotonic()
        while _any_alive(children) and time.monotonic() < asked_at + END_SECONDS:
            if self._is_asked_again:
                break
            self._sleep(0.05)
        for child in children:
            if child.alive:
                self._say(f"{child.name} did not end in time and is killed")
                child.kill()
        while _any_alive(children):
            self._sleep(0.05)


def _any_alive(children: Sequence[Child]) -> bool:
    return any(child.alive for child in children)


def _how_it_ended(code: int) -> str:
    return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
