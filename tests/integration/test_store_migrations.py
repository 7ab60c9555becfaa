"""The migrations make exactly the tables that the code speaks of, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from grader.store.session import Store
from grader.store.tables import Base


@pytest.fixture
def engine(database_url: str) -> Any:
    made = create_engine(database_url)
    yield made
    made.dispose()


def test_the_migrations_make_exactly_the_tables(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_migrations_make_the_same_checks(engine: Engine, databases: Any) -> None:
    """Alembic compares no CHECK constraints, so compare with tables made from the code."""
    declared = create_engine(databases.empty())
    Base.metadata.create_all(declared)
    assert _checks(engine) == _checks(declared)
    declared.dispose()


def _checks(engine: Engine) -> dict[str, Any]:
    inspector = inspect(engine)
    return {name: inspector.get_check_constraints(name) for name in Base.metadata.tables}


def test_migrating_again_changes_nothing(store: Store) -> None:
    store.migrate()
    assert store.ping()


def test_two_processes_may_migrate_at_once(databases: Any, at_once: Callable[..., Any]) -> None:
    url = databases.empty()
    stores = [Store.open(url) for _ in range(4)]
    at_once([one.migrate for one in stores])
    assert [one.ping() for one in stores] == [True] * 4
    for one in stores:
        one.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE grades SET score = 99",
        "DELETE FROM grades",
        "UPDATE outbox SET body = ''",
    ],
)
def test_the_database_itself_refuses_to_change_a_grade(
    engine: Engine, world: Any, statement: str
) -> None:
    world.grade(world.submit())
    with engine.connect() as connection, pytest.raises(DBAPIError, match="never changed"):
        connection.execute(text(statement))
