"""A test finds an empty database, whatever the tests before it left behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from grader.store import writes
from grader.store.errors import StoreUnavailable
from tests.integration import postgres


@pytest.fixture
def databases(postgres_url: str) -> Iterator[postgres.Databases]:
    """Those that go round are this test's alone, and without a rest."""
    own = postgres.Databases(postgres_url, rest=0)
    yield own
    own.close(drop=True)


def test_a_database_that_is_used_again_is_as_new(databases: postgres.Databases, world: Any) -> None:
    world.webhook()
    world.grade(world.submit())
    with psycopg.connect(databases.migrated()) as new:
        as_new = _content(new)
    with psycopg.connect(_used_again(databases)) as again:
        assert _content(again) == as_new


def _used_again(databases: postgres.Databases) -> str:
    databases.take_back()
    return databases.migrated()


def _content(one: psycopg.Connection[Any]) -> tuple[dict[str, int], list[tuple[Any, ...]]]:
    """How many rows each table has, and where the counters stand."""
    tables = one.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    rows = {
        name: one.execute(f"SELECT count(*) FROM {name}".encode()).fetchone() for (name,) in tables
    }
    return rows, one.execute("SELECT * FROM pg_sequences ORDER BY sequencename").fetchall()


def test_what_a_test_left_running_reaches_no_later_database(
    databases: postgres.Databases, world: Any
) -> None:
    with pytest.raises(StoreUnavailable):
        _write_on(world, databases)
    assert not world.store.ping()


def _write_on(world: Any, databases: postgres.Databases) -> None:
    with world.store.unit() as unit:
        writes.add_person(unit, name="In time", now=world.clock())
        _used_again(databases)
        writes.add_person(unit, name="Too late", now=world.clock())


def test_a_test_that_changes_tables_is_told(databases: postgres.Databases) -> None:
    with (
        psycopg.connect(databases.migrated()) as one,
        pytest.raises(psycopg.errors.RaiseException, match=r"databases\.empty"),
    ):
        one.execute("CREATE INDEX ON people (name)")
