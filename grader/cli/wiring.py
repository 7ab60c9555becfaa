"""Settings and parts for a command."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from grader.actions.context import Services
from grader.cli import logs
from grader.errors import GraderError
from grader.queue import CeleryQueue
from grader.settings import Settings
from grader.store.session import Store


class SettingsRefused(GraderError):
    """A setting cannot be used."""

    code = "settings_refused"


def read_settings(*, data: Path | None = None, port: int | None = None) -> Settings:
    """Read the environment; what the command line says goes there too, for child processes."""
    for name, value in (("GRADER_DATA", data), ("GRADER_PORT", port)):
        if value is not None:
            os.environ[name] = str(value)
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsRefused(_told(error)) from error
    logs.set_up(settings.log_level)
    return settings


@contextlib.contextmanager
def opened_services(settings: Settings) -> Iterator[Services]:
    """The parts that actions work with, on a migrated database."""
    settings.data.mkdir(parents=True, exist_ok=True)
    store = Store.open(settings.effective_database_url)
    queue = CeleryQueue(settings.effective_broker_url)
    try:
        store.migrate()
        yield Services(store=store, queue=queue, settings=settings, now=lambda: datetime.now(UTC))
    finally:
        queue.close()
        store.close()


def _told(error: ValidationError) -> str:
    return "; ".join(
        f"GRADER_{'_'.join(str(part) for part in problem['loc']).upper()}: {problem['msg']}"
        for problem in error.errors()
    )
