"""Open the database and run one transaction at a time.

`commit` happens here and nowhere else. Knows no table.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from grader.store import migrate
from grader.store.errors import DatabaseUrlRejected, StoreUnavailable

CACHE_KIB = 256  # of each connection; twenty with 2 MiB each made a worker grow with its database
BUSY_MILLISECONDS = 15_000
_TURN_SECONDS = 0.02
# A server that vanished without a word is noticed within about half a minute.
_POSTGRES = {
    "connect_timeout": 5,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
# NaN is no JSON, and PostgreSQL refuses it; ASCII escapes carry NUL and lone surrogates unharmed.
_to_json = partial(json.dumps, allow_nan=False, ensure_ascii=True, separators=(",", ":"))


class Unit:
    """One transaction. `session` is for `grader.store` alone."""

    __slots__ = ("_after", "session")

    def __init__(self, session: Session) -> None:
        self.session = session
        self._after: list[Callable[[], None]] = []

    def after_commit(self, call: Callable[[], None]) -> None:
        """Call it once everything is stored; never when the transaction is rolled back."""
        self._after.append(call)

    def run_after(self) -> None:
        for call in self._after:
            call()


class Store:
    """The database behind a URL: SQLite (one machine) or PostgreSQL (production)."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reading_engine = engine.execution_options(
            **({"grader_reading": True} if _is_sqlite(engine) else {"postgresql_readonly": True})
        )

    @classmethod
    def open(cls, url: str) -> Store:
        """Nothing is connected yet: an unreachable server is reported by the first use.

        Raises DatabaseUrlRejected.
        """
        return cls(_make_engine(_parse(url)))

    def migrate(self) -> None:
        """Bring the tables to the newest version. Safe to call from several processes at once."""
        with _own_errors():
            if _is_sqlite(self._engine):
                _make_private(Path(str(self._engine.url.database)))
            migrate.upgrade(self._engine)

    @contextmanager
    def unit(self) -> Iterator[Unit]:
        """A transaction: committed at the end, rolled back by any exception."""
        with _own_errors(), Session(self._engine, expire_on_commit=False) as session:
            unit = Unit(session)
            with session.begin():
                yield unit
        unit.run_after()

    @contextmanager
    def reading(self) -> Iterator[Unit]:
        """A transaction that changes nothing and, on SQLite, waits for no writer."""
        with _own_errors(), Session(self._reading_engine, expire_on_commit=False) as session:
            yield Unit(session)

    def ping(self) -> bool:
        try:
            with self.reading() as unit:
                unit.session.execute(text("SELECT 1"))
        except StoreUnavailable:
            return False
        return True

    def close(self) -> None:
        self._engine.dispose()


@contextmanager
def _own_errors() -> Iterator[None]:
    """Turn an unreachable, locked or overloaded database into StoreUnavailable."""
    try:
        yield
    except (OperationalError, PoolTimeoutError) as error:
        raise StoreUnavailable from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise StoreUnavailable from error
        raise


def _is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"


def _parse(raw_url: str) -> URL:
    """The URL is never shown: it may hold a password."""
    try:
        url = make_url(raw_url)
    except ArgumentError:
        raise DatabaseUrlRejected from None
    if url.drivername == "postgres":  # as some hosts hand it out
        url = url.set(drivername="postgresql")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseUrlRejected
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise DatabaseUrlRejected("A database in memory cannot be shared; name a file.")
    return url


def _make_private(path: Path) -> None:
    """The files that SQLite puts beside it get the same mode."""
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise StoreUnavailable(f"The database file cannot be made: {error.strerror}.") from error


def _make_engine(url: URL) -> Engine:
    # What failed is logged, but not with what: learners' sources are among the parameters.
    common = {"json_serializer": _to_json, "hide_parameters": True}
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, pool_size=20, max_overflow=40, **common)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(
        url,
        **common,
        pool_pre_ping=True,
        pool_size=10,
        max_overflow=20,
        pool_timeout=10,
        connect_args=_POSTGRES,
    )


def _prepare_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # else sqlite3 begins by itself, and too late
    for pragma in (
        f"busy_timeout={BUSY_MILLISECONDS}",
        f"cache_size=-{CACHE_KIB}",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")
    _write_ahead(connection)


def _write_ahead(connection: Any) -> None:
    """Turn the log on, once for the file. SQLite does not wait for a lock here, so we do."""
    give_up = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > give_up:
                raise
            time.sleep(_TURN_SECONDS)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once: a reader that turns writer is refused, whatever the timeout."""
    reading = connection.get_execution_options().get("grader_reading", False)
    connection.exec_driver_sql(f"PRAGMA query_only={'ON' if reading else 'OFF'}")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
