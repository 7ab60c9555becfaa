"""Wake-up calls to the workers, by Celery over Valkey or Redis.

The database owns every state: a message says only "look at this id". It may come late, twice or
never; sending therefore never fails and never keeps a request waiting.
"""

from __future__ import annotations

import time
from types import MappingProxyType
from typing import Any

import structlog
from celery import Celery, signals
from kombu import Queue
from kombu.exceptions import KombuError
from redis import RedisError

# The order of service: a chore takes milliseconds and a webhook is only handed over, so neither
# keeps a learner waiting. `explain` adds to grades that are out. `bulk` is for work nobody looks
# at, such as regrading a class.
QUEUES = ("chores", "webhooks", "interactive", "explain", "bulk")
GRADING_QUEUES = ("interactive", "explain", "bulk")
TASK_QUEUES = MappingProxyType(
    {
        "grade": "interactive",
        "explain": "explain",
        "publish": "bulk",
        "deliver": "webhooks",
        "sweep": "chores",
        "due": "chores",
    }
)
AWAY_SECONDS = 2.0  # after a failed send, nothing is tried for so long: the sweep sends it again
BROKER_ERRORS = (KombuError, RedisError, OSError)

log = structlog.get_logger()

# Measured with the pinned set of versions: late acknowledgement with a prefetch of one reserves
# nothing beyond the running tasks, and a redelivered message finds its row already taken.
SETTINGS: MappingProxyType[str, Any] = MappingProxyType(
    {
        "task_acks_late": True,
        "worker_prefetch_multiplier": 1,
        "task_ignore_result": True,
        "task_reject_on_worker_lost": False,
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_default_queue": "interactive",
        "task_queues": [Queue(name) for name in QUEUES],
        "task_create_missing_queues": False,
        "worker_send_task_events": False,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "enable_utc": True,
    }
)
TRANSPORT: MappingProxyType[str, Any] = MappingProxyType(
    {
        "visibility_timeout": 600,  # far over the longest grading: redelivery is a last resort
        "unacked_restore_interval": 15,
        "unacked_restore_throttle": 1,
        "socket_timeout": 30,
        "socket_connect_timeout": 5,
        "socket_keepalive": True,
        "health_check_interval": 25,
        "retry_on_timeout": True,
        "queue_order_strategy": "priority",
        "global_keyprefix": "grader:",
    }
)
# A sender stands in a web request: it gives up within about a second.
SENDER_RETRIES = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.2}
SENDER_TRANSPORT = MappingProxyType(
    TRANSPORT
    | SENDER_RETRIES
    | {"socket_timeout": 1.0, "socket_connect_timeout": 0.5, "retry_on_timeout": False}
)


def celery_app(broker_url: str, *, transport: MappingProxyType[str, Any] = TRANSPORT) -> Celery:
    """A Celery application that belongs to its caller: nothing global, nothing connected yet."""
    signals.setup_logging.connect(_leave_the_log_alone)
    app = Celery("grader", broker=broker_url, set_as_current=False)
    app.conf.update(SETTINGS)
    app.conf.broker_transport_options = dict(transport)
    return app


def _leave_the_log_alone(**_: object) -> None:
    """Celery sets up no log of its own while anybody listens to this signal."""


class CeleryQueue:
    """Sends ids to the workers. Safe to share between threads."""

    def __init__(self, broker_url: str) -> None:
        self._app = celery_app(broker_url, transport=SENDER_TRANSPORT)
        self._away_until = 0.0

    def send(self, name: str, id: str) -> None:  # noqa: A002 - the word of the contract
        """Ask a worker to run task `name` for `id`. A broker that is away is logged, not raised."""
        if time.monotonic() < self._away_until:
            return
        try:
            self._app.send_task(
                name, args=[id], queue=TASK_QUEUES[name], retry=True, retry_policy=SENDER_RETRIES
            )
        except BROKER_ERRORS as error:
            self._away_until = time.monotonic() + AWAY_SECONDS
            log.warning("send_failed", task=name, id=id, reason=str(error))

    def ping(self) -> bool:
        """Whether the broker answers now."""
        return self._ask("ping") is not None

    def waiting(self, name: str) -> int | None:
        """How many messages wait in the queue of task `name`; None when the broker is away."""
        length: int | None = self._ask("llen", TASK_QUEUES[name])
        return length

    def close(self) -> None:
        self._app.close()

    def _ask(self, command: str, *arguments: str) -> Any:
        pool: Any = self._app.pool  # its published types name another class
        try:
            with pool.acquire(block=True, timeout=1.0) as connection:
                return getattr(connection.default_channel.client, command)(*arguments)
        except BROKER_ERRORS:
            return None
