"""Send what the outbox holds to the receivers, in threads of their own.

A dead address costs twenty seconds a try; graders must not wait for it. The database keeps the
schedule: an id that is dropped here is found again when it is due.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

import structlog

from grader.lms.sealing import SealBrokenError, unseal
from grader.lms.webhooks import Message, Outcome, deliver, next_attempt
from grader.store import writes
from grader.store.records import DeliveryRecord
from grader.worker.parts import Parts

SENDERS = 8
PUMPS = 4  # senders that may work off what is due; the others stay free for what is new
MOST_WAITING = 500
CLOSE_SECONDS = 5.0  # a try that takes longer is left: its lease runs out and it is sent again

log = structlog.get_logger()


class Courier:
    """Takes delivery ids and sends them; never keeps its caller waiting."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._jobs: queue.Queue[Callable[[], None]] = queue.Queue(MOST_WAITING)
        self._pumps = threading.BoundedSemaphore(PUMPS)
        self._senders = [threading.Thread(target=self._serve, daemon=True) for _ in range(SENDERS)]
        for sender in self._senders:
            sender.start()

    def hand_over(self, delivery_id: str) -> None:
        self._soon(lambda: self._send_one(delivery_id))

    def send_due(self) -> None:
        """What is due by the schedule, and what another sender took and never finished."""
        for _ in range(PUMPS):
            self._soon(self._send_all_due)

    def close(self) -> None:
        """Let what is being sent arrive, for a while. The worker must be stopping."""
        for _ in self._senders:
            self._soon(lambda: None)  # wakes who sleeps
        deadline = time.monotonic() + CLOSE_SECONDS
        for sender in self._senders:
            sender.join(max(0.0, deadline - time.monotonic()))

    def _soon(self, job: Callable[[], None]) -> None:
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            log.warning("courier_is_full")

    def _serve(self) -> None:
        while not self._parts.stopping.requested:
            job = self._jobs.get()
            try:
                job()
            except Exception:  # the task edge: the row is due again when its lease has run out
                log.exception("delivery_failed")

    def _send_one(self, delivery_id: str) -> None:
        if (delivery := self._claim(only=(delivery_id,))) is not None:
            self._send(delivery)

    def _send_all_due(self) -> None:
        if not self._pumps.acquire(blocking=False):
            return
        try:
            while (delivery := self._claim()) is not None:
                self._send(delivery)
        finally:
            self._pumps.release()

    def _claim(self, only: tuple[str, ...] | None = None) -> DeliveryRecord | None:
        """One at a time, just before it is sent, so that its lease does not run out in a queue."""
        if self._parts.stopping.requested:
            return None
        with self._parts.store.unit() as unit:
            return next(iter(writes.claim_deliveries(unit, self._parts.now(), 1, only=only)), None)

    def _send(self, delivery: DeliveryRecord) -> None:
        outcome = self._try(delivery)
        log.info("delivered" if outcome.ok else "not_delivered", delivery=delivery.id)
        now = self._parts.now()
        retry_at = next_attempt(delivery.attempt, now, outcome.retry_after)
        with self._parts.store.unit() as unit:
            following = writes.delivery_done(unit, delivery, outcome, now=now, retry_at=retry_at)
        for delivery_id in following:
            self.hand_over(delivery_id)

    def _try(self, delivery: DeliveryRecord) -> Outcome:
        settings = self._parts.settings
        try:
            secret = unseal(settings.effective_secret_key, delivery.sealed_secret)
        except SealBrokenError as error:
            return Outcome(ok=False, error=str(error))
        message = Message(id=delivery.event_id, url=delivery.url, secret=secret, body=delivery.body)
        allowed = settings.allowed_private_targets
        return deliver(message, now=self._parts.now(), allowed=allowed)
