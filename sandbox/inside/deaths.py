"""Notice deaths without waiting for them, and bring them about: kill and reap everything."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from resource import struct_rusage
from typing import Final, NamedTuple

_DYING_SECONDS: Final = 5.0  # killed processes that are not gone after this long end the container
_LOOK_AGAIN_MS: Final = 20
_UNDEAD: Final = 4  # exit status


class Death(NamedTuple):
    """How a process ended; `pid` is 0 when nobody has died."""

    pid: int
    status: int = 0
    usage: struct_rusage | None = None


class Deaths:
    """`wake` is readable when a process may have died."""

    def __init__(self) -> None:
        self.wake, wake_in = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake_in, warn_on_full_buffer=False)

    def drain(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self.wake, 512)

    def next(self) -> Death | None:
        """Reap one that is dead. None: there are no processes besides us."""
        try:
            return Death(*os.wait4(-1, os.WNOHANG))
        except ChildProcessError:
            return None

    def kill_all(self) -> list[Death]:
        """Kill every process but ourselves, and reap until none is left.

        It is one call that needs no process of its own, and nothing escapes it: the kernel refuses
        a fork to a process that has been killed.
        """
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return []
        dead: list[Death] = []
        give_up = time.monotonic() + _DYING_SECONDS
        while (death := self.next()) is not None:
            if death.pid:
                dead.append(death)
            else:
                self._wait(give_up)
        return dead

    def _wait(self, give_up: float) -> None:
        if time.monotonic() > give_up:
            os._exit(_UNDEAD)
        poll = select.poll()
        poll.register(self.wake, select.POLLIN)
        poll.poll(_LOOK_AGAIN_MS)
        self.drain()
