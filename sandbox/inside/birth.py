"""Fork children ahead of need: one waits, warmed up, for the terms that it is to live under.

A waiting child has run nothing but our own code and knows nothing of any submission. It never
exists beside a learner's process: it is born when the last batch is over, and becomes the next.
"""

from __future__ import annotations

import os
import signal
from typing import NamedTuple, NoReturn

from sandbox import wire
from sandbox.inside.child import QUESTIONS, Child, Stream, warm_up
from sandbox.inside.descent import Terms, descend, keep_only
from sandbox.inside.pipes import open_pipe, write_all

_FAILED = 7  # exit status of a child that could not begin


class Born(NamedTuple):
    """A child, as its parent holds it."""

    pid: int
    feed: int  # writing end of what it reads
    answers: int
    output: int

    def close(self) -> None:
        for fd in (self.feed, self.answers, self.output):
            os.close(fd)


class Nursery:
    """At most one waiting child."""

    def __init__(self, streams: list[Stream]) -> None:
        self._streams = streams
        self._waiting: Born | None = None

    def prepare(self) -> None:
        if self._waiting is None:
            self._waiting = self._bear()

    def take(self, terms: Terms) -> Born:
        """Return a child that begins to live under these terms."""
        born = self._waiting or self._bear()
        self._waiting = None
        try:
            write_all(born.feed, wire.COMMAND.pack(wire.START, *terms))
        except BrokenPipeError:  # it died while it waited
            born.close()
            return self.take(terms)
        return born

    def died(self, pid: int) -> None:
        """Note that a process ended; if it is the waiting one, there is none."""
        if self._waiting is not None and self._waiting.pid == pid:
            self._waiting.close()
            self._waiting = None

    def _bear(self) -> Born:
        questions, feed = open_pipe()
        answers, answers_in = open_pipe()
        output, output_in = open_pipe()
        pid = os.fork()
        if pid == 0:
            try:
                keep_only(questions, answers=answers_in, output=output_in)
                self._live()
            finally:
                os._exit(_FAILED)  # no traceback of ours, no exit hooks of the learner's
        for fd in (questions, answers_in, output_in):
            os.close(fd)
        return Born(pid, feed, answers, output)

    def _live(self) -> NoReturn:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        child = Child(self._streams)
        warm_up()
        _, *terms = wire.COMMAND.unpack(os.read(QUESTIONS, wire.COMMAND.size))
        descend(Terms(*terms))
        child.serve()
