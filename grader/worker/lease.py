"""Keep a claim alive while its submission is graded.

Celery's own time limits do not work in a pool of threads; the lease is what says that a worker
lives. A database that does not answer is no loss: a late renewal counts while nobody took over.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import structlog

from grader.store.errors import StoreUnavailable

RENEWALS_PER_LEASE = 3

log = structlog.get_logger()


class Lease:
    """`lost` turns true when another worker has taken over: stop, and store nothing."""

    def __init__(self, renew: Callable[[], bool], lease_seconds: float) -> None:
        self.lost = False
        self._renew = renew
        self._pause = lease_seconds / RENEWALS_PER_LEASE
        self._released = threading.Event()

    def release(self) -> None:
        self._released.set()

    def keep(self) -> None:
        """Renew until released or lost."""
        while not self.lost and not self._released.wait(self._pause):
            try:
                self.lost = not self._renew() and not self._released.is_set()
            except StoreUnavailable as error:
                log.warning("lease_not_renewed", reason=str(error))


@contextlib.contextmanager
def kept(renew: Callable[[], bool], lease_seconds: float) -> Iterator[Lease]:
    """Renew in a thread of its own until the block ends."""
    lease = Lease(renew, lease_seconds)
    threading.Thread(target=lease.keep, name="lease", daemon=True).start()
    try:
        yield lease
    finally:
        lease.release()
