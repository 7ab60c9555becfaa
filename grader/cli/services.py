"""The parts that actions work with, for a command."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime

from grader.actions.context import Services
from grader.queue import CeleryQueue
from grader.settings import Settings
from grader.store.session import Store


@contextlib.contextmanager
def opened_services(settings: Settings) -> Iterator[Services]:
    """On a migrated database."""
    settings.data.mkdir(parents=True, exist_ok=True)
    store = Store.open(settings.effective_database_url)
    queue = CeleryQueue(settings.effective_broker_url)
    try:
        store.migrate()
        yield Services(store=store, queue=queue, settings=settings, now=lambda: datetime.now(UTC))
    finally:
        queue.close()
        store.close()
