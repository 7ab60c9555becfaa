"""Throwaway user ids, each held by one submission of this host at a time.

The kernel counts many things per uid over all containers, so two submissions must never share
one. A name in the abstract socket namespace is the lock: the kernel frees it when we die.
"""

from __future__ import annotations

import errno
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sandbox.outside.sandbox import SandboxUnavailable

FIRST: Final = 20_000
LAST: Final = 59_999
_TRIES: Final = 200


@contextmanager
def leased_uid() -> Iterator[int]:
    """Hold a uid that no other submission on this host has."""
    for _ in range(_TRIES):
        uid = FIRST + secrets.randbelow(LAST - FIRST + 1)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as lock:
            try:
                lock.bind(f"\0grader-uid-{uid}")
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
                continue
            yield uid
            return
    raise SandboxUnavailable("no free user id: too many submissions are running on this host")
