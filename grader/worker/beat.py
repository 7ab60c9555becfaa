"""The clock of the installation: sends the messages of the tasks that nobody asks for.

Knows no database and keeps no file; two of them at once do no harm.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from grader.queue import TASK_QUEUES, celery_app
from grader.settings import Settings

SWEEP_SECONDS = 3.0
DUE_SECONDS = 5.0

# A message expires: after an hour without a worker there is one sweep to do, not hundreds.
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


def run_beat(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT."""
    app = celery_app(settings.effective_broker_url)
    app.conf.beat_schedule = dict(SCHEDULE)
    app.Beat(scheduler_cls="celery.beat:Scheduler", loglevel="WARNING", quiet=True).run()
