"""The tasks by name, as Celery knows them.

A task takes an id at most, may run twice, and is done when its message is: what fails here is
found again by the sweep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import structlog
from celery import Celery

from grader.store.errors import StoreUnavailable

log = structlog.get_logger()


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
