"""The tasks by name, and when beat sends the ones that nobody asks for.

A task takes an id at most, may run twice, and is done when its message is: what fails here is
found again by the sweep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import structlog
from celery import Celery

from grader.queue import TASK_QUEUES
from grader.store.errors import StoreUnavailable

SWEEP_SECONDS = 5.0
DUE_SECONDS = 5.0

log = structlog.get_logger()

# Beat's messages expire: after an hour without a worker there is one sweep to do, not hundreds.
SCHEDULE: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        name: {
            "task": name,
            "schedule": seconds,
            "options": {"queue": TASK_QUEUES[name], "expires": 2 * seconds},
        }
        for name, seconds in (("sweep", SWEEP_SECONDS), ("due", DUE_SECONDS))
    }
)


def register(app: Celery, tasks: Mapping[str, Callable[..., None]]) -> None:
    for name, action in tasks.items():
        app.task(name=name)(_at_the_edge(name, action))


def _at_the_edge(name: str, action: Callable[..., None]) -> Callable[..., None]:
    """Nothing of ours may end as Celery's: its retries and failures know nothing of the rows."""

    def run(*arguments: str) -> None:
        try:
            action(*arguments)
        except StoreUnavailable as error:
            log.warning("task_put_off", task=name, reason=str(error))
        except Exception:
            log.exception("task_failed", task=name)

    return run
