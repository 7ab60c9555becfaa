"""Questions on their way to a child: their bytes, and how many of them may be under way at once."""

from __future__ import annotations

import marshal
import os
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from sandbox import wire
from sandbox.outside.sandbox import Question

Place: TypeAlias = tuple[int, int, int]  # of an answer in a Run: batch, question, call
_WINDOW: Final = 32 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question as it is sent, and which answers it will fill. `token` is never used again."""

    function: str
    places: tuple[Place, ...]
    arguments: tuple[bytes, ...]  # of each call, marshalled
    token: str = field(default_factory=lambda: os.urandom(wire.TOKEN_BYTES).hex())

    def frame(self) -> bytes:
        question = (self.token, self.function, self.arguments)
        return wire.frame(marshal.dumps(question, wire.MARSHAL))

    @classmethod
    def of(cls, question: Question, places: tuple[Place, ...]) -> Ask:
        arguments = tuple(marshal.dumps(call, wire.MARSHAL) for call in question.calls)
        return cls(function=question.function, places=places, arguments=arguments)

    def rest(self, start: int) -> Ask:
        """The calls from `start` on, as a question of its own."""
        return Ask(
            function=self.function, places=self.places[start:], arguments=self.arguments[start:]
        )

    def singles(self) -> list[Ask]:
        """The same calls, one to a question."""
        return [
            Ask(function=self.function, places=(place,), arguments=(call,))
            for place, call in zip(self.places, self.arguments, strict=True)
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
