"""Find what was lost, every few seconds: messages that never came, workers that never came back.

Runs on any worker, on two at once too; the statements that change a row decide.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from grader.store import writes
from grader.store.errors import StoreUnavailable
from grader.store.records import Swept
from grader.worker.parts import Parts

log = structlog.get_logger()


class Sweeper:
    """After the database was away, leases ran out that nobody could renew: their holders live.

    So the sweep waits one lease after the last failure before it calls anybody dead.
    """

    def __init__(self, parts: Parts, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._parts = parts
        self._clock = clock
        self._not_before = 0.0

    def sweep(self) -> None:
        if self._clock() < self._not_before:
            return
        try:
            swept, others = self._requeue()
        except StoreUnavailable as error:
            self._not_before = self._clock() + self._parts.settings.lease_seconds
            log.warning("sweep_put_off", reason=str(error))
            return
        for submission_id in swept.send:
            self._parts.queue.send("grade", submission_id)
        for task, ids in others.items():
            for one in ids:
                self._parts.queue.send(task, one)
        for submission_id in swept.parked:
            log.error("parked", submission=submission_id)
            self._parts.notify.publish(submission_id)
        self._forget_visitors()

    def _forget_visitors(self) -> None:
        """Who practised without an account is promised to be gone after a week."""
        with self._parts.store.unit() as unit:
            gone = writes.forget_visitors(unit, now=self._parts.now())
        if gone:
            log.info("visitors_forgotten", count=gone)

    def _requeue(self) -> tuple[Swept, dict[str, tuple[str, ...]]]:
        """Return what concerns submissions, and the ids of other tasks by their names."""
        now = self._parts.now()
        with self._parts.store.unit() as unit:
            others = {
                "publish": writes.requeue_uploads(unit, now),
                "explain": writes.resend_explanations(unit, now),
            }
            return writes.requeue_lost(unit, now), others
