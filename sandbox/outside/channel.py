"""The worker's end of the channel to a supervisor: commands out, events in, never blocking.

Believes nothing: an event that no sound supervisor would send raises BrokenError, and then the
container is worth nothing any more.
"""

from __future__ import annotations

import select
import socket
import time
from dataclasses import dataclass
from typing import Final, TypeAlias

from sandbox import wire
from sandbox.outside.attached import Attached

_CHUNK: Final = 262_144


@dataclass(frozen=True, slots=True)
class Hello:
    version: int
    python: str
    splices: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """Bytes of the child's: distrusted."""

    stream: int
    chunk: bytes


@dataclass(frozen=True, slots=True)
class Crowd:
    """More processes than the child were alive after something was answered."""

    processes: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Every process of the batch is gone. `signal` is 0 when the child left by itself."""

    signal: int
    left_over: int
    memory_kills: int
    refused_forks: int
    cpu_seconds: float
    copied: bool


Event: TypeAlias = Hello | Moved | Crowd | Ended


class BrokenError(Exception):
    """The supervisor is gone, or says what no supervisor of ours would say."""


class Channel:
    """Commands and events over the attached streams of one container."""

    def __init__(self, attached: Attached) -> None:
        self._attached = attached
        self._socket = attached.socket
        self._out = bytearray()
        self._in = bytearray()
        self._left = 0  # bytes of the current BYTES event that have not arrived yet
        self._stream = 0
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)

    @property
    def complaints(self) -> str:
        return self._attached.complaints.decode(errors="replace")

    def start(self, *, uid: int, cpu_seconds: int, memory_bytes: int) -> None:
        self._out += wire.COMMAND.pack(wire.START, uid, cpu_seconds, memory_bytes)

    def data(self, payload: bytes) -> None:
        self._out += wire.COMMAND.pack(wire.DATA, len(payload), 0, 0) + payload

    def kill(self) -> None:
        self._out += wire.COMMAND.pack(wire.KILL, 0, 0, 0)

    def wait(self, deadline: float) -> list[Event]:
        """Send what is queued and return what arrives; empty when the deadline came first."""
        self._push()
        seconds = max(0.0, deadline - time.monotonic())
        self._poll.modify(self._socket, select.POLLIN | (select.POLLOUT if self._out else 0))
        ready = self._poll.poll(seconds * 1000 + 0.999)
        if ready and ready[0][1] & ~select.POLLOUT:
            return self._pull()
        return []

    def _push(self) -> None:
        try:
            while self._out:
                sent = self._socket.send(self._out)
                del self._out[:sent]
        except BlockingIOError:
            return
        except OSError as error:
            raise BrokenError("the channel was closed while sending") from error

    def _pull(self) -> list[Event]:
        try:
            chunk = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return []
        except OSError as error:
            raise BrokenError("the channel was closed while reading") from error
        if not chunk:
            raise BrokenError("the supervisor closed the channel")
        self._in += self._attached.unpack(chunk)
        return self._events()

    def _events(self) -> list[Event]:
        events: list[Event] = []
        while self._in:
            if self._left:
                events.append(self._moved())
            elif len(self._in) < wire.EVENT.size:
                break
            else:
                event = self._parse()
                if event is not None:
                    events.append(event)
        return events

    def _moved(self) -> Moved:
        chunk = bytes(self._in[: self._left])
        del self._in[: self._left]
        self._left -= len(chunk)
        return Moved(self._stream, chunk)

    def _parse(self) -> Event | None:
        kind, stream, *n = wire.EVENT.unpack_from(self._in)
        del self._in[: wire.EVENT.size]
        if kind == wire.BYTES and stream in (wire.ANSWERS, wire.OUTPUT) and 0 < n[0] <= 65536:
            self._stream, self._left = stream, n[0]
            return None
        if kind == wire.ENDED:
            return Ended(n[0] & 0x7F, n[1], n[2], n[3], n[4] / 1000, bool(stream))
        if kind == wire.CROWD:
            return Crowd(n[0])
        if kind == wire.HELLO:
            return Hello(n[0], f"{n[1] >> 24}.{n[1] >> 16 & 255}.{n[1] >> 8 & 255}", bool(n[2]))
        raise BrokenError("an event that does not exist")

    @property
    def is_idle(self) -> bool:
        """Whether the channel is open and silent, as it must be between two jobs."""
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return not self._in and not self._out
        except OSError:
            return False
        return False  # closed, or something that nobody asked for

    def close(self) -> None:
        self._attached.close()
