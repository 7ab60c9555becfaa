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
from grader.errors import NotFound, PackBroken
from grader.judge import box
from grader.judge.box import Sandbox
from grader.judge.check import problems_of
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
            _make_demo(services, say)


def tokens_path(settings: Settings) -> Path:
    return settings.data / "demo-tokens.json"


def _make_demo(services: Services, say: Say) -> None:
    path = tokens_path(services.settings)
    try:
        make_demo(services, keep=lambda tokens: _write(path, tokens))
    except NotFound as refusal:
        say(f"made no demo course: {refusal.message}")
    else:
        say("made the demo course with an instructor and three learners")


def _publish_bundled(services: Services, say: Say) -> None:
    """A pack that is broken is told, and the others go on."""
    missing = [each for each in packs.bundled_folders() if _is_missing(services, each, say)]
    if not missing:
        return
    sandbox = box.open_sandbox(services.settings, owner="grader-up")
    try:
        for folder in missing:
            _publish(services, folder, sandbox, say)
    finally:
        sandbox.close()


def _is_missing(services: Services, folder: Path, say: Say) -> bool:
    try:
        return not is_published(services, folder)
    except PackBroken as broken:
        _tell(folder, broken, say)
        return False


def _publish(services: Services, folder: Path, sandbox: Sandbox, say: Say) -> None:
    """The mutants of what comes with the service were tried when it was made."""
    try:
        version = publish_folder(services, folder, sandbox, with_mutants=False)
    except PackBroken as broken:
        _tell(folder, broken, say)
    else:
        say(f"published the pack {version.name}, version {version.version[:12]}")


def _tell(folder: Path, broken: PackBroken, say: Say) -> None:
    say(f"the pack {folder.name} has problems and is not published:")
    for problem in problems_of(broken):
        say(f"    {folder.name}/{problem}")


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
