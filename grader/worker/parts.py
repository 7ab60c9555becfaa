"""What a task works with, built once per process."""

from __future__ import annotations

import os
import secrets
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from grader.settings import Settings
from grader.store.session import Store
from grader.worker.gate import Gate
from grader.worker.shelf import Shelved
from grader.worker.stopping import Stopping


class Queue(Protocol):
    def send(self, name: str, id: str) -> None: ...  # noqa: A002 - the word of the contract


class Notify(Protocol):
    def publish(self, submission_id: str) -> None: ...


class Shelf(Protocol):
    def get(self, pack_version_id: int) -> Shelved: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """`name` tells this worker from every other one, on any host, before and after a restart."""

    name: str
    settings: Settings
    store: Store
    queue: Queue
    notify: Notify
    gate: Gate
    shelf: Shelf
    stopping: Stopping
    suspects: threading.Lock = field(default_factory=threading.Lock)
    checking: threading.Lock = field(default_factory=threading.Lock)  # one pack at a time
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


def worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"
