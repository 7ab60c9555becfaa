"""Open and shut the grading queues of the running Celery worker.

A worker without a sandbox leaves the messages in the broker, where other workers find them; its
chores and webhooks go on.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from grader.queue import GRADING_QUEUES, QUEUES

OTHER_QUEUES = tuple(name for name in QUEUES if name not in GRADING_QUEUES)
TURN_SECONDS = 20.0  # a consumer that was not seen to turn for so long is stuck or cut off


class Consuming:
    """Talks to the consumer in its own thread only, by `call_soon`."""

    def __init__(self) -> None:
        self._consumer: Any = None  # celery's; there is none until the broker answers
        self._wanted = False
        self._turned_at = time.monotonic()
        self._lock = threading.Lock()

    def attach(self, consumer: Any) -> None:
        """A connection to the broker stands, for the first time or again."""
        with self._lock:
            self._consumer = consumer
            self._apply_soon()

    def want(self, grading: bool) -> None:
        with self._lock:
            self._wanted = grading
            self._apply_soon()

    def turns(self) -> bool:
        """Whether the consumer's loop went round lately; asks it to, for the next time."""
        with self._lock:
            if self._consumer is not None:
                self._consumer.call_soon(self._turn)
        return time.monotonic() - self._turned_at < TURN_SECONDS

    def _turn(self) -> None:
        self._turned_at = time.monotonic()

    def _apply_soon(self) -> None:
        if self._consumer is not None:
            self._consumer.call_soon(self._apply)

    def _apply(self) -> None:
        """The selection outlives a reconnection; the rest changes the connection of now."""
        consumer, grading = self._consumer, self._wanted
        for name in GRADING_QUEUES:
            if grading:
                consumer.add_task_queue(name)
            else:
                consumer.cancel_task_queue(name)
        consumer.app.amqp.queues.select(QUEUES if grading else OTHER_QUEUES)
