"""Move bytes from pipe to pipe without looking at them, and if possible without holding them."""

from __future__ import annotations

import errno
import fcntl
import os
import select
import stat
import struct
from typing import Final

MOST: Final = 65536  # bytes moved in one step
_COPIED_AT_ONCE: Final = 4096  # what a writable pipe takes without blocking
_FIONREAD: Final = 0x541B
_COUNT: Final = struct.Struct("i")
_REFUSALS: Final = (errno.EINVAL, errno.EPERM, errno.ENOSYS)


def open_pipe() -> tuple[int, int]:
    """A pipe's reading and writing end. Made by root: nobody else can open it through /proc."""
    return os.pipe2(os.O_CLOEXEC)


def waiting_bytes(fd: int) -> int:
    """How many bytes a pipe holds. Only the supervisor reads it, so they stay there."""
    (count,) = _COUNT.unpack(fcntl.ioctl(fd, _FIONREAD, bytes(_COUNT.size)))
    return int(count)


def write_all(fd: int, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(fd, rest) :]


def is_readable(fd: int) -> bool:
    return bool(select.select([fd], [], [], 0)[0])


def is_writable(fd: int) -> bool:
    return bool(select.select([], [fd], [], 0)[1])


class Mover:
    """Splices; where that is refused it copies, and says so in `copies` for ever after."""

    def __init__(self, *ends: int) -> None:
        self.copies = not (all(_is_pipe(fd) for fd in ends) and _splice_works())

    def move(self, source: int, target: int, count: int, *, patient: bool) -> int:
        """Move at most `count` bytes and return how many. Raises BlockingIOError unless patient."""
        count = min(count, MOST)
        if not self.copies:
            try:
                flags = 0 if patient else os.SPLICE_F_NONBLOCK
                return os.splice(source, target, count, flags=flags)
            except OSError as error:
                if error.errno not in _REFUSALS:
                    raise
                self.copies = True
        return _copy(source, target, count, patient=patient)


def _copy(source: int, target: int, count: int, *, patient: bool) -> int:
    if not patient and not (is_readable(source) and is_writable(target)):
        raise BlockingIOError
    chunk = os.read(source, min(count, _COPIED_AT_ONCE))
    write_all(target, chunk)
    return len(chunk)


def _is_pipe(fd: int) -> bool:
    return stat.S_ISFIFO(os.fstat(fd).st_mode)


def _splice_works() -> bool:
    source, source_in = open_pipe()
    target, target_in = open_pipe()
    try:
        os.write(source_in, b"x")
        return os.splice(source, target_in, 1, flags=os.SPLICE_F_NONBLOCK) == 1
    except OSError:
        return False
    finally:
        for fd in (source, source_in, target, target_in):
            os.close(fd)
