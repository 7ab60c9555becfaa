"""What one installation holds alone: its data folder and its port.

Both are asked for before anything slow, so that a refusal comes at once and in one line.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
from collections.abc import Iterator
from pathlib import Path

from grader.errors import GraderError

BACKLOG = 2048


class DataFolderBusyError(GraderError):
    """Another `grader up` uses this data folder."""

    status = 409
    code = "data_folder_busy"


class AddressRefusedError(GraderError):
    """The address cannot be listened on."""

    status = 409
    code = "address_refused"


@contextlib.contextmanager
def own_data_folder(data: Path) -> Iterator[None]:
    """Hold the folder until the end; the kernel lets go of it however this process ends."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)  # learners' work, tokens, a key
    (data / "run").mkdir(exist_ok=True, mode=0o700)
    with (data / "run" / "up.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise DataFolderBusyError(
                f"A grader is already running on the folder {data} (process {lock.read().strip()});"
                " stop it, or choose another folder with --data."
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def check_port(host: str, port: int) -> None:
    """Raise AddressRefusedError now rather than after a minute of preparing."""
    listen(host, port).close()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, kept by the parent: connections wait while the web process restarts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise AddressRefusedError(_why(error, host, port)) from error


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} of {host} is already in use; choose another one with --port."
    return f"Cannot listen on {host} port {port}: {error.strerror}."
