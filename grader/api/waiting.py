"""The waiting room: who asks with `?wait=` sits here until the submission is final.

A place costs a task of the event loop: no thread and no connection while nothing happens. There
are PLACES of them, so that a flood of waiting requests stays bounded, and PLACES_OF_ONE for a
submission, so that nobody takes them all. Whoever comes when none is left is told so: a second
later he gets the state as it is, with `Retry-After`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")
PLACES = 500
PLACES_OF_ONE = 20  # tabs and programs that wait for the same
PAUSE_SECONDS = 1.0  # instead of a place, when there is none


class Waits(Protocol):
    """What `grader.notify.Notify` offers: look, then sleep until told, then look again."""

    def wait_async(
        self, submission_id: str, seconds: float, ready: Callable[[], T | None]
    ) -> Coroutine[Any, Any, T | None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited(Generic[T]):
    """`found` is None when the time ran out; `had_place` is False when the room was full."""

    found: T | None
    had_place: bool


class WaitingRoom:
    """Counts on the event loop, which runs one thing at a time; so it needs no lock."""

    def __init__(self, notify: Waits, *, places: int = PLACES) -> None:
        self._notify = notify
        self._free = places
        self._taken: Counter[str] = Counter()

    async def wait(
        self, submission_id: str, seconds: float, ready: Callable[[], T | None]
    ) -> Waited[T]:
        if self._free <= 0 or self._taken[submission_id] >= PLACES_OF_ONE:
            await asyncio.sleep(min(seconds, PAUSE_SECONDS))
            return Waited(found=await asyncio.to_thread(ready), had_place=False)
        self._take(submission_id, 1)
        try:
            found = await self._notify.wait_async(submission_id, seconds, ready)
            return Waited(found=found, had_place=True)
        finally:
            self._take(submission_id, -1)

    def _take(self, submission_id: str, places: int) -> None:
        self._free -= places
        self._taken[submission_id] += places
        if self._taken[submission_id] <= 0:
            del self._taken[submission_id]
