"""What every action works with. Built once by whoever starts the process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from grader.settings import Settings
from grader.store.session import Store


class Queue(Protocol):
    """Wakes a worker. Never fails: a message that is lost is sent again by the sweep."""

    def send(self, name: str, id: str) -> None: ...  # noqa: A002 - the name the queue gives it


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """`now` gives the time as an aware datetime."""

    store: Store
    queue: Queue
    settings: Settings
    now: Callable[[], datetime]
