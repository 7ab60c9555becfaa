"""`grader pack serve`: the lesson page of a pack while its author writes, on his own machine.

It listens on the loopback address only. Ctrl-C, SIGTERM and a closed terminal end it in good order:
no container, no process and no file of it is left.
"""

from __future__ import annotations

import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from grader.cli.preview.door import HOME, Door
from grader.cli.preview.opening import Wanted, opened_preview
from grader.core.model import Disclosure
from grader.errors import EngineMissing, Malformed
from grader.judge import box
from grader.judge.box import Probe, SandboxUnavailable
from grader.launch.exclusive import listen
from grader.settings import Settings
from grader.worker.gate import Box
from sandbox.outside import build, containers

ADDRESS = "127.0.0.1"
GRACE_SECONDS = 1  # for requests under way
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
Say = Callable[[str], None]


def serve(folder: Path, port: int, settings: Settings, disclosure: Disclosure, say: Say) -> None:
    """Serve until a signal ends it. Raises Malformed, AddressRefusedError."""
    if not folder.is_dir():
        raise Malformed(f"{folder} is no folder; `grader pack new` makes one.")
    with _ended_by_signals() as ending, listen(ADDRESS, port) as listener:
        wanted = Wanted(
            folder=folder.resolve(),
            settings=settings,
            box=_box(settings, say),
            disclosure=disclosure,
            is_ending=ending.is_set,
        )
        with opened_preview(wanted) as door:
            url = f"http://{ADDRESS}:{listener.getsockname()[1]}{HOME}"
            say(f"{folder.resolve().name} at {url} (end it with Ctrl-C)")
            _Server(door, ending).run(sockets=[listener])


@contextmanager
def _ended_by_signals() -> Iterator[threading.Event]:
    """Set the event at the first signal; a second Ctrl-C breaks off what still tidies up."""
    ending = threading.Event()

    def end(number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGINT and ending.is_set():
            raise KeyboardInterrupt
        ending.set()

    before = {one: signal.signal(one, end) for one in ENDINGS}
    try:
        yield ending
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _box(settings: Settings, say: Say) -> Box:
    """The engine is asked for again and again; its image is built when it is missing."""

    def check() -> Sequence[Probe]:
        if containers.engine_answers() is None:
            raise SandboxUnavailable(EngineMissing().message)
        build.build_image(say=say)
        return ()

    return Box(check=check, open=lambda: box.open_sandbox(settings, "preview"))


class _Server(uvicorn.Server):
    """Ends with the event: its own handlers would end the process before it has tidied up."""

    def __init__(self, app: Door, ending: threading.Event) -> None:
        self._ending = ending
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # who still waits is let go
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._ending.is_set()
