"""A PostgreSQL server of the tests' own, and databases on it that are emptied and used again.

To make a database takes five times as long as to empty one, and fills the disk. One that is used
again has a new name: whoever still holds the old one reaches nothing.
"""

from __future__ import annotations

import os
import pwd
import secrets
import signal
import subprocess
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

from grader.store.session import Store
from tests.waiting import LONGEST_SECONDS, wait_until

REST = 4  # so many others are lent before a database is lent again: its connections are gone then
# A test that changes tables would change them for those that come after it.
FIXED_TABLES = """
CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS
$$BEGIN RAISE 'this database is used again: take databases.empty() to change tables'; END$$;
CREATE EVENT TRIGGER fixed_tables ON ddl_command_start EXECUTE FUNCTION refuse();
"""
ALL_TABLES = """
SELECT quote_ident(tablename) FROM pg_tables
WHERE schemaname = 'public' AND tablename <> 'alembic_version'
"""
END_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
ALL_COUNTERS = "SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public'"


# --- the server -----------------------------------------------------------------------------------


@contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """Yields the URL of its first database. It listens on a socket in the folder alone."""
    identity = _identity(folder)
    binaries = _binaries()
    data = folder / "data"
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "grader", "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True,
        capture_output=True,
        cwd=folder,
        **identity,
    )
    settings = ("listen_addresses=", "fsync=off", "full_page_writes=off", "max_connections=200")
    options = [word for setting in settings for word in ("-c", setting)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", folder, *options],
            stdout=log,
            stderr=log,
            cwd=folder,
            **identity,
        )
    try:
        url = f"postgresql://grader@/postgres?host={folder}"
        _wait_for(server, url, folder / "log")
        yield url
    finally:
        server.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
        server.wait(LONGEST_SECONDS)


def _identity(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root; Debian's package brings a user for it."""
    if os.geteuid() != 0:
        return {}
    owner = pwd.getpwnam("postgres")
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


def _binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    assert found, "PostgreSQL is missing: apt-get install postgresql"
    return found[-1].parent


def _wait_for(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    def answers() -> bool:
        assert server.poll() is None, log.read_text()
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            return False
        return True

    wait_until(answers)


# --- its databases --------------------------------------------------------------------------------


def migrate(url: str) -> None:
    store = Store.open(url)
    store.migrate()
    store.close()


class Databases:
    """Lends databases of a server to one test after the other."""

    def __init__(self, url: str, rest: int = REST) -> None:
        self._url = make_url(url)
        self._rest = rest
        self._admin = self._connect(self._url.database)
        self._names: set[str] = set()
        self._lent: list[str] = []
        self._rested: deque[str] = deque()
        self._template = self._create("template0")
        migrate(self._url_of(self._template))
        self._emptying = self._fix_tables()

    def empty(self) -> str:
        """The URL of a new one without tables, which is not used again."""
        return self._url_of(self._create("template0"))

    def migrated(self) -> str:
        """The URL of one with all tables, nothing in them, and every counter at its start."""
        if len(self._rested) > self._rest:
            name = self._renew(self._rested.popleft())
        else:
            name = self._create(self._template)
        self._lent.append(name)
        return self._url_of(name)

    def take_back(self) -> None:
        """The test has ended; what was lent to it may be lent to another."""
        self._rested.extend(self._lent)
        self._lent.clear()

    def close(self, *, drop: bool) -> None:
        for name in self._names if drop else ():
            self._admin.execute(_sql(f"DROP DATABASE {name} WITH (FORCE)"))
        self._admin.close()

    def _fix_tables(self) -> bytes:
        """Refuse changes of the template's tables; returns what empties a copy of it."""
        with self._connect(self._template) as one:
            one.execute(_sql(FIXED_TABLES))
            tables = [name for (name,) in one.execute(_sql(ALL_TABLES))]
            counters = [name for (name,) in one.execute(_sql(ALL_COUNTERS))]
        deletions = "".join(f"DELETE FROM {name};" for name in tables)
        resets = ",".join(f"setval('{name}', 1, false)" for name in counters)
        return _sql(f"SET session_replication_role = replica; {deletions} SELECT {resets}")

    def _create(self, template: str) -> str:
        name = self._new_name()
        self._admin.execute(_sql(f"CREATE DATABASE {name} TEMPLATE {template}"))
        return name

    def _renew(self, old: str) -> str:
        self._admin.execute(_sql(END_CONNECTIONS), [old])
        name = self._new_name()
        self._admin.execute(_sql(f"ALTER DATABASE {old} RENAME TO {name}"))
        self._names.remove(old)
        with self._connect(name) as one:
            one.execute(self._emptying)
        return name

    def _new_name(self) -> str:
        name = f"grader_test_{secrets.token_hex(8)}"
        self._names.add(name)
        return name

    def _url_of(self, name: str) -> str:
        return self._url.set(database=name).render_as_string(hide_password=False)

    def _connect(self, name: str | None) -> psycopg.Connection[Any]:
        url = self._url.set(drivername="postgresql", database=name)
        return psycopg.connect(url.render_as_string(hide_password=False), autocommit=True)


def _sql(text: str) -> bytes:
    """Every name in it is ours or was quoted by the server; psycopg takes text of literals only."""
    return text.encode()
