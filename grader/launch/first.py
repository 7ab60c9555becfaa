"""What has to be in the database before anybody asks: tables, the bundled packs, a demo course."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from grader import packs
from grader.actions.context import Services
from grader.actions.demo import DemoTokens, is_needed, make_demo
from grader.judge import box
from grader.launch.publishing import is_published, publish_folder
from grader.launch.tree import Say
from grader.queue import CeleryQueue
from grader.settings import Settings
from grader.store.session import Store


def prepare(settings: Settings, say: Say) -> None:
    """Bring the database up to date. Nothing to do is the usual case, and quick."""
    with _opened_services(settings) as services:
        services.store.migrate()
        _publish_bundled(services, say)
        if settings.database_url is None and is_needed(services):
            make_demo(services, keep=lambda tokens: _write(tokens_path(settings), tokens))
            say("made the demo course with an instructor and three learners")


def tokens_path(settings: Settings) -> Path:
    return settings.data / "demo-tokens.json"


def _publish_bundled(services: Services, say: Say) -> None:
    missing = [each for each in packs.bundled_folders() if not is_published(services, each)]
    if not missing:
        return
    sandbox = box.open_sandbox(services.settings, owner="grader-up")
    try:
        for folder in missing:
            version = publish_folder(services, folder, sandbox)
            say(f"published the pack {version.name}, version {version.version[:12]}")
    finally:
        sandbox.close()


def _write(path: Path, tokens: DemoTokens) -> None:
    """Readable by its owner only, from the first byte on."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(tokens, file, indent=2)
        file.write("\n")


@contextlib.contextmanager
def _opened_services(settings: Settings) -> Iterator[Services]:
    store = Store.open(settings.effective_database_url)
    queue = CeleryQueue(settings.effective_broker_url)
    try:
        yield Services(store=store, queue=queue, settings=settings, now=lambda: datetime.now(UTC))
    finally:
        queue.close()
        store.close()
