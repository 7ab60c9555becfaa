"""The real application in this process, with nobody who grades: a test says what comes of what.

For what a running service cannot be made to do, such as to speak a language that it does not have.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import uvicorn

from grader import packs
from grader.app import create_app
from grader.core.grade_json import to_record
from grader.core.model import Grade
from grader.notify import LocalNotify
from grader.settings import Settings
from grader.store import reads, writes
from grader.store.session import Store
from tests.browser.conftest import Person, new_learner


class NoQueue:
    def send(self, name: str, id: str) -> None:  # noqa: A002 - the queue's own word
        pass

    def ping(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class Staged:
    url: str
    store: Store
    notify: LocalNotify

    def learner(self) -> Person:
        return new_learner(self.store)

    def begin(self, submission_id: str) -> None:
        """Take it up, and let it run for ever."""
        with self.store.unit() as unit:
            assert writes.claim(unit, submission_id, "test", datetime.now(UTC))

    def grade(self, submission_id: str, grade: Grade, explain: tuple[str, ...] = ()) -> None:
        """`explain`: of which functions a smallest failing case is looked for from now on."""
        now = datetime.now(UTC)
        with self.store.unit() as unit:
            claim = writes.claim(unit, submission_id, "test", now)
            assert claim is not None
            assert writes.record_grade(unit, claim, to_record(grade), now, explain=explain)
        self.notify.publish(submission_id)

    def explain(self, submission_id: str, function: str, found: Mapping[str, str]) -> None:
        with self.store.unit() as unit:
            wanted = reads.wanted_explanations(unit, submission_id)
            assert wanted is not None
            writes.record_explanation(unit, wanted, function, found, datetime.now(UTC))


@contextmanager
def staged(folder: Path) -> Iterator[Staged]:
    store = Store.open(f"sqlite:///{folder / 'grader.sqlite3'}")
    store.migrate()
    _furnish(store)
    notify = LocalNotify()
    settings = Settings(data=folder, secret_key="k" * 32, _env_file=None)
    app = create_app(settings, store=store, queue=NoQueue(), notify=notify)
    config = uvicorn.Config(app, port=0, log_config=None, access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Staged(url=f"http://127.0.0.1:{port}", store=store, notify=notify)
    finally:
        server.should_exit = True
        thread.join(20)
        store.close()


def _furnish(store: Store) -> None:
    now = datetime.now(UTC)
    folder = next(one for one in packs.bundled_folders() if one.name == "prefix-sharing")
    with store.unit() as unit:
        version = writes.add_pack_version(
            unit,
            name="prefix-sharing",
            digest="v1",
            files=packs.read_folder(folder),
            prepared={},
            now=now,
        )
        course = writes.add_course(unit, slug="demo", title="Demo course", now=now)
        writes.add_assignment(
            unit,
            course.id,
            slug="prefix-sharing",
            title="Sharing prefixes",
            pack_version_id=version.id,
            fresh=False,
            now=now,
        )
