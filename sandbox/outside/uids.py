"""Throwaway user ids, each held by one submission of this host at a time.

The kernel counts many things per uid over all containers, so two submissions must never share one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sandbox.outside.hostlock import host_lock
from sandbox.outside.sandbox import SandboxUnavailable

FIRST: Final = 20_000
LAST: Final = 59_999  # fits into the 65,536 ids of a remapped user namespace
_TRIES: Final = 200


@contextmanager
def leased_uid() -> Iterator[int]:
    """Hold a random uid that no other submission on this host has. Raises SandboxUnavailable."""
    for _ in range(_TRIES):
        uid = FIRST + secrets.randbelow(LAST - FIRST + 1)
        with host_lock(f"uid-{uid}") as is_ours:
            if is_ours:
                yield uid
                return
    raise SandboxUnavailable("no free user id: too many submissions run on this host")
