"""Real databases for tests: each test gets one of its own, on SQLite and on PostgreSQL.

The PostgreSQL server is private: started once per process from Debian's package, on a socket in a
temporary folder, and gone at the end. GRADER_TEST_POSTGRES_URL names another to use instead, as its
superuser.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any, Protocol, TypeVar

import pytest
from sqlalchemy import Dialect, make_url

from grader.actions.context import Services
from grader.settings import Settings
from grader.store import access, reads, writes
from grader.store.access import Viewer
from grader.store.records import (
    AssignmentRecord,
    Claim,
    CourseRecord,
    MemberRole,
    NewSubmission,
    PackVersionRecord,
    PersonRecord,
    SubmissionRecord,
)
from grader.store.session import Store
from tests.integration import postgres
from tests.waiting import LONGEST_SECONDS

T = TypeVar("T")
DATABASES = ("sqlite", "postgresql")
_GIVEN = "GRADER_TEST_POSTGRES_URL"


# --- a database per test ------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a database on a server that may be filled with others."""
    given = os.environ.get(_GIVEN)
    if given:
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="grader-pg-"))
    try:
        with postgres.running_server(folder) as url:
            yield url
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres_databases(postgres_url: str) -> Iterator[postgres.Databases]:
    databases = postgres.Databases(postgres_url)
    yield databases
    databases.close(drop=_GIVEN in os.environ)  # a private server goes with all that it holds


class Databases(Protocol):
    """Empty databases, and migrated ones: those are taken back when the test ends."""

    def empty(self) -> str: ...
    def migrated(self) -> str: ...
    def take_back(self) -> None: ...


class SqliteDatabases:
    """Makes empty databases, and copies of a migrated one, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._template = self.empty()
        postgres.migrate(self._template)

    def empty(self) -> str:
        return f"sqlite:///{self._folder / secrets.token_hex(8)}.sqlite3"

    def migrated(self) -> str:
        url = self.empty()
        shutil.copy(make_url(self._template).database or "", make_url(url).database or "")
        return url

    def take_back(self) -> None:
        """Each is used once."""


@pytest.fixture(scope="session")
def sqlite_databases(tmp_path_factory: pytest.TempPathFactory) -> SqliteDatabases:
    return SqliteDatabases(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(params=DATABASES)
def databases(request: pytest.FixtureRequest) -> Iterator[Databases]:
    name = "sqlite_databases" if request.param == "sqlite" else "postgres_databases"
    found: Databases = request.getfixturevalue(name)
    yield found
    found.take_back()


@pytest.fixture
def database_url(databases: Databases) -> str:
    """A database of this test's own, with all tables and nothing in them."""
    return databases.migrated()


class Compiled(dict[Any, Any]):
    """What statements are on one kind of database, for all engines of its kind.

    SQLAlchemy's keys begin with the dialect, and every test has an engine and so a dialect of its
    own: without the first part, a statement is compiled once and not in every test.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(self._without_dialect(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(self._without_dialect(key), compiled)

    def _without_dialect(self, key: Any) -> Any:
        dialect, *others = key
        assert isinstance(dialect, Dialect)
        return tuple(others)


@pytest.fixture(scope="session")
def compiled() -> dict[str, Compiled]:
    return {database: Compiled() for database in DATABASES}


@pytest.fixture
def store(database_url: str, compiled: dict[str, Compiled]) -> Iterator[Store]:
    opened = Store.open(database_url)
    engine = opened._engine
    yield Store(engine.execution_options(compiled_cache=compiled[engine.dialect.name]))
    opened.close()


# --- things to test with ------------------------------------------------------------------------


@dataclass
class Clock:
    """Stands still until it is told to go on."""

    time: datetime = datetime(2026, 11, 29, 21, 40, 57, 123456, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def advance(self, seconds: float) -> datetime:
        self.time += timedelta(seconds=seconds)
        return self.time


@dataclass
class SentQueue:
    """Keeps what would wake a worker."""

    sent: list[tuple[str, str]] = field(default_factory=list)

    def send(self, name: str, id: str) -> None:  # noqa: A002 - as `context.Queue` has it
        self.sent.append((name, id))

    def ping(self) -> bool:
        return True


@dataclass
class World:
    """A course with an instructor and two learners, a pack and an assignment."""

    store: Store
    clock: Clock
    course: CourseRecord
    pack: PackVersionRecord
    assignment: AssignmentRecord
    ada: PersonRecord
    ben: PersonRecord
    instructor: PersonRecord

    def viewer(self, person: PersonRecord) -> Viewer:
        with self.store.reading() as unit:
            found = access.viewer_of(unit, person.id)
        assert found is not None
        return found

    def person(self, name: str, role: MemberRole | None = None, **about: Any) -> PersonRecord:
        with self.store.unit() as unit:
            person = writes.add_person(unit, name=name, now=self.clock(), **about)
            if role is not None:
                writes.add_member(unit, self.course.id, person.id, role=role, now=self.clock())
        return person

    def submit(self, person: PersonRecord | None = None, **about: Any) -> SubmissionRecord:
        text = about.pop("source", "def f(): ...\n")
        new = NewSubmission(
            assignment_id=about.pop("assignment_id", self.assignment.id),
            person_id=(person or self.ada).id,
            kind=about.pop("kind", "submission"),
            source=text,
            body=about.pop("body", text),
            received_at=self.clock(),
            **about,
        )
        with self.store.unit() as unit:
            return writes.add_submission(unit, new).submission

    def claim(self, submission: SubmissionRecord, worker: str = "worker-1") -> Claim:
        with self.store.unit() as unit:
            claim = writes.claim(unit, submission.id, worker, self.clock())
        assert claim is not None
        return claim

    def grade(
        self, submission: SubmissionRecord, score: str = "6", maximum: str = "8"
    ) -> tuple[str, ...]:
        """Returns the ids of the deliveries."""
        claim = self.claim(submission)
        with self.store.unit() as unit:
            recorded = writes.record_grade(unit, claim, record(score, maximum), self.clock())
        assert recorded is not None
        return recorded.delivery_ids

    def webhook(self, url: str = "https://lms.example/hook") -> str:
        with self.store.unit() as unit:
            return writes.add_webhook(
                unit,
                self.course.id,
                url=url,
                events=["grade.published"],
                sealed_secret=b"sealed",
                now=self.clock(),
            ).id

    def read(self, submission: SubmissionRecord) -> SubmissionRecord:
        with self.store.reading() as unit:
            viewer = self.viewer(self.instructor)
            return access.access_submission(unit, viewer, submission.id)


def record(score: str = "6", maximum: str = "8") -> dict[str, Any]:
    """A grade record with as much as the store looks at."""
    return {
        "format": 1,
        "pack": "prefix-sharing",
        "pack_version": "digest-1",
        "verdict": "passed" if score == maximum else "failed",
        "score": score,
        "max_score": maximum,
        "load": {"verdict": "ok", "message": None, "line": None},
        "functions": [],
        "image": "sha256:image",
        "python": "3.11.2",
        "seconds": 0.01,
    }


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def world(store: Store, clock: Clock) -> World:
    now = clock()
    with store.unit() as unit:
        pack = writes.add_pack_version(
            unit, name="prefix-sharing", digest="digest-1", files={"a": "b"}, prepared={}, now=now
        )
        course = writes.add_course(unit, slug="demo", title="Demo", now=now)
        assignment = writes.add_assignment(
            unit,
            course.id,
            slug="prefix-sharing",
            title="Prefix sharing",
            pack_version_id=pack.id,
            fresh=False,
            now=now,
        )
        people = [writes.add_person(unit, name=name, now=now) for name in ("Ada", "Ben", "Ina")]
        roles: tuple[MemberRole, ...] = ("learner", "learner", "instructor")
        for person, role in zip(people, roles, strict=True):
            writes.add_member(unit, course.id, person.id, role=role, now=now)
    ada, ben, instructor = people
    return World(
        store=store,
        clock=clock,
        course=course,
        pack=pack,
        assignment=assignment,
        ada=ada,
        ben=ben,
        instructor=instructor,
    )


@pytest.fixture
def queue() -> SentQueue:
    return SentQueue()


@pytest.fixture
def services(store: Store, queue: SentQueue, clock: Clock, tmp_path: Path) -> Services:
    settings = Settings(data=tmp_path, secret_key="a key for tests only")
    return Services(store=store, queue=queue, settings=settings, now=clock)


@pytest.fixture
def at_once() -> Callable[[list[Callable[[], T]]], list[T]]:
    """Run all of them in threads that start together; an exception of one is raised here."""

    def run(calls: list[Callable[[], T]]) -> list[T]:
        barrier = Barrier(len(calls))

        def start(call: Callable[[], T]) -> T:
            barrier.wait(LONGEST_SECONDS)
            return call()

        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(start, calls))

    return run


@pytest.fixture
def make_record() -> Callable[..., dict[str, Any]]:
    return record


@pytest.fixture
def is_empty(store: Store) -> Callable[[], bool]:
    def ask() -> bool:
        with store.reading() as unit:
            return not reads.has_people(unit)

    return ask
