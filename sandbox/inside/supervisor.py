"""PID 1 of the container: forks a child per batch, moves bytes, kills and reaps. Decides nothing.

It reads headers of fixed size and nothing else: source, inputs and answers go from pipe to pipe and
never enter its memory, so that no later child can find them there. It polls, and never waits for a
child. Any fault of its own ends it, and with it the container.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import select
import sys
from typing import Final, NoReturn

from sandbox import wire
from sandbox.inside.birth import Nursery
from sandbox.inside.child import open_streams
from sandbox.inside.counters import Counters, count_processes
from sandbox.inside.deaths import Death, Deaths
from sandbox.inside.descent import Terms, hide
from sandbox.inside.pipes import MOST, Mover, is_readable, waiting_bytes, write_all

CHANNEL_IN: Final = 60  # where the container's stdin and stdout are moved to
CHANNEL_OUT: Final = 61
_GATHER_MS: Final = 1
_USUAL_IMPORTS: Final = (  # of learners: here once, not in every child; 1.7 MiB
    "bisect",
    "collections.abc",
    "copy",
    "dataclasses",
    "datetime",
    "decimal",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "random",
    "statistics",
    "string",
    "textwrap",
    "typing",
)
_HUNG_UP, _BAD_COMMAND, _BAD_COUNT = 0, 3, 6  # exit statuses


class Supervisor:
    """The loop and its state: at most one child, and the pipes to and from it."""

    def __init__(self) -> None:
        self._counters = Counters()
        self._nursery = Nursery(open_streams())
        self._null = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
        self._mover = Mover(CHANNEL_IN, CHANNEL_OUT)
        self._deaths = Deaths()
        self._poll = select.poll()
        self._poll.register(self._deaths.wake, select.POLLIN)
        self._poll.register(CHANNEL_IN, select.POLLIN)
        self._header = b""
        self._pending = 0  # bytes of a DATA command that have not arrived yet
        self._child: int | None = None
        self._feed: int | None = None
        self._sources: dict[int, int] = {}  # descriptor: stream
        self._pause: int | None = None
        self._before = (0, 0)  # kills and refusals when the child was born

    def run(self) -> NoReturn:
        self._tell(wire.HELLO, 0, wire.VERSION, sys.hexversion, not self._mover.copies)
        self._nursery.prepare()
        while True:
            ready = {fd for fd, _ in self._poll.poll(self._pause)}
            self._gather(0)
            if self._deaths.wake in ready:
                self._reap()
            for fd in [fd for fd in self._sources if fd in ready]:
                if fd in self._sources:
                    self._forward(fd)
            if CHANNEL_IN in ready or self._feed in ready:
                self._listen()

    # --------------------------------------------------------------------------- from the worker

    def _listen(self) -> None:
        """Take what the worker sent: the rest of a DATA command, or the next header."""
        if self._pending:
            self._move_in()
            return
        chunk = os.read(CHANNEL_IN, wire.COMMAND.size - len(self._header))
        if not chunk:
            os._exit(_HUNG_UP)
        self._header += chunk
        if len(self._header) == wire.COMMAND.size:
            kind, first, second, third = wire.COMMAND.unpack(self._header)
            self._header = b""
            self._obey(kind, first, Terms(first, second, third))

    def _obey(self, kind: int, count: int, terms: Terms) -> None:
        if kind == wire.DATA:
            self._pending = count
            self._move_in()
        elif kind in (wire.START, wire.KILL):
            self._end()
            if kind == wire.START:
                self._start(terms)
        else:
            os._exit(_BAD_COMMAND)

    def _move_in(self) -> None:
        """Move bytes from the channel to the child, or to nowhere when there is none to read."""
        target = self._null if self._feed is None else self._feed
        try:
            moved = self._mover.move(CHANNEL_IN, target, self._pending, patient=False)
        except BlockingIOError:
            self._wait_for_room()
        except BrokenPipeError:
            self._close_feed()
        else:
            if not moved:
                os._exit(_HUNG_UP)
            self._pending -= moved
            self._wait_for_channel()

    def _wait_for_room(self) -> None:
        """Nothing moved: the channel is empty, or the child's pipe is full."""
        if self._feed is not None and is_readable(CHANNEL_IN):
            self._poll.modify(CHANNEL_IN, 0)
            self._poll.register(self._feed, select.POLLOUT)
        else:
            self._wait_for_channel()

    def _wait_for_channel(self) -> None:
        if self._feed is not None:
            _unregister(self._poll, self._feed)
        self._poll.modify(CHANNEL_IN, select.POLLIN)

    # ----------------------------------------------------------------------------- to the worker

    def _tell(self, kind: int, stream: int, *numbers: int) -> None:
        write_all(CHANNEL_OUT, wire.EVENT.pack(kind, stream, *numbers, *(0,) * (5 - len(numbers))))

    def _forward(self, fd: int) -> None:
        """Pass on what one pipe holds. What was printed before an answer goes before it."""
        if self._sources[fd] == wire.OUTPUT:
            if not self._pass_on(fd, wire.OUTPUT):
                self._forget(fd)
            return
        there = waiting_bytes(fd)  # what comes later may have been printed for later, too
        for other in [o for o in self._sources if o != fd]:
            self._pass_on(other, wire.OUTPUT)
        if not self._pass_on(fd, wire.ANSWERS, most=there):
            self._end()  # the last writer is gone: there will be no answer any more
            return
        self._gather(_GATHER_MS)
        if self._counters.read("tasks", unknown=3) > 2:
            self._tell_crowd()

    def _gather(self, milliseconds: int) -> None:
        """Look away from the child for a moment, so that one event carries several answers.

        Every event wakes four processes on its way to the worker. A death is noticed all the same.
        """
        if bool(milliseconds) != bool(self._pause):
            self._pause = milliseconds or None
            for fd in self._sources:
                self._poll.modify(fd, 0 if milliseconds else select.POLLIN)

    def _pass_on(self, fd: int, stream: int, *, most: int = MOST) -> int:
        """Announce how many bytes follow, then move exactly those. Returns how many."""
        count = left = min(waiting_bytes(fd), most, MOST)
        if count:
            self._tell(wire.BYTES, stream, count)
        while left:
            moved = self._mover.move(fd, CHANNEL_OUT, left, patient=True)
            if not moved:
                os._exit(_BAD_COUNT)
            left -= moved
        return count

    def _tell_crowd(self) -> None:
        processes = count_processes()
        if processes > 1:  # more tasks may also be threads of the child, which are its own affair
            self._tell(wire.CROWD, 0, processes)

    # ---------------------------------------------------------------------------------- the child

    def _start(self, terms: Terms) -> None:
        self._before = self._counters.read("kills"), self._counters.read("refusals")
        born = self._nursery.take(terms)
        self._child, self._feed = born.pid, born.feed
        self._sources = {born.output: wire.OUTPUT, born.answers: wire.ANSWERS}
        for fd in self._sources:
            self._poll.register(fd, select.POLLIN)

    def _reap(self) -> None:
        """Collect the dead. When the child is among them, the batch is over."""
        self._deaths.drain()
        while (death := self._deaths.next()) and death.pid:
            if death.pid == self._child:
                self._finish(death, left_over=len(self._deaths.kill_all()))
                return
            self._nursery.died(death.pid)

    def _end(self) -> None:
        """Kill the child and all its offspring, if there is one, and tell how it ended."""
        if self._child is not None:
            dead = self._deaths.kill_all()
            own = next((death for death in dead if death.pid == self._child), Death(self._child))
            self._finish(own, left_over=max(len(dead) - 1, 0))

    def _finish(self, death: Death, *, left_over: int) -> None:
        """Every process is gone: pass on what they left in the pipes, and tell how it was."""
        for fd, stream in self._sources.items():
            while self._pass_on(fd, stream):
                pass
        kills = max(self._counters.read("kills") - self._before[0], 0)
        refusals = max(self._counters.read("refusals") - self._before[1], 0)
        cpu = int((death.usage.ru_utime + death.usage.ru_stime) * 1000) if death.usage else 0
        copies = int(self._mover.copies)
        self._tell(wire.ENDED, copies, death.status, left_over, kills, refusals, cpu)
        self._child = None
        self._close_feed()
        for fd in list(self._sources):
            self._forget(fd)
        self._nursery.prepare()

    def _forget(self, fd: int) -> None:
        self._poll.unregister(fd)
        del self._sources[fd]
        os.close(fd)

    def _close_feed(self) -> None:
        self._wait_for_channel()
        if self._feed is not None:
            os.close(self._feed)
            self._feed = None


def _unregister(poll: select.poll, fd: int) -> None:
    with contextlib.suppress(KeyError):
        poll.unregister(fd)


def _take_channel() -> None:
    """Move the channel out of the way; descriptors 0, 1 and 2 lead nowhere from now on."""
    os.dup2(0, CHANNEL_IN, inheritable=False)
    os.dup2(1, CHANNEL_OUT, inheritable=False)
    null = os.open("/dev/null", os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.close(null)


def main() -> NoReturn:
    hide()
    _take_channel()
    os.environ.clear()
    supervisor = Supervisor()
    for name in _USUAL_IMPORTS:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    supervisor.run()
