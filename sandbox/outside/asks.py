"""Questions on their way to a child: their bytes, and how many of them may be under way at once."""

from __future__ import annotations

import marshal
import os
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from sandbox import wire
from sandbox.outside.sandbox import Batch

Place: TypeAlias = tuple[int, int]  # of a question in a Job: batch, question
_WINDOW: Final = 32 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question, or the part of one from call `first` on, as it is sent.

    `token` is its id, never used again.
    """

    function: str
    place: Place
    arguments: tuple[bytes, ...]  # of each call, marshalled
    first: int = 0
    token: str = field(default_factory=lambda: os.urandom(wire.TOKEN_BYTES).hex())

    @property
    def calls(self) -> int:
        return len(self.arguments)

    def frame(self) -> bytes:
        question = (self.token, self.function, self.arguments)
        return wire.frame(marshal.dumps(question, wire.MARSHAL))

    def rest(self, start: int) -> Ask:
        """The calls from `start` on, as a question of its own."""
        return self._part(start, self.calls)

    def singles(self) -> list[Ask]:
        """The same calls, one to a question."""
        return [self._part(call, call + 1) for call in range(self.calls)]

    def _part(self, start: int, end: int) -> Ask:
        return Ask(
            function=self.function,
            place=self.place,
            arguments=self.arguments[start:end],
            first=self.first + start,
        )


def asks_of(number: int, batch: Batch) -> list[Ask]:
    """Return the questions of a job's batch as they are sent, each with an id of its own."""
    size = wire.TOKEN_BYTES
    ids = os.urandom(size * len(batch.questions)).hex()
    return [
        Ask(
            function=question.function,
            place=(number, q),
            arguments=question.encoded,
            token=ids[2 * size * q : 2 * size * (q + 1)],
        )
        for q, question in enumerate(batch.questions)
        if question.calls
    ]


class Feed:
    """The questions of one child, handed out so that what it has not read yet fits into its pipe.

    Else a command to kill would wait behind questions that a looping child never reads. It hands
    out much at a time: every piece takes a place in the pipe, and there are only sixteen.
    """

    def __init__(self, asks: Iterable[Ask]) -> None:
        self._unsent = deque(ask.frame() for ask in asks)
        self._unsent.append(wire.frame(b""))  # the end of the batch
        self._unread: deque[int] = deque()  # sizes of what was sent and is not answered

    def answered(self) -> None:
        """The first unanswered question is answered, so it was read."""
        self._unread.popleft()

    def next(self, *, is_waiting: bool) -> bytes:
        """Return what may be sent now. `is_waiting`: the child reads whatever comes."""
        unread = sum(self._unread)
        payload = b""
        if unread > _WINDOW // 2:
            return payload
        while self._unsent:
            size = len(self._unsent[0])
            if unread + size > _WINDOW and (unread or not is_waiting):
                break
            payload += self._unsent.popleft()
            self._unread.append(size)
            unread += size
        return payload
