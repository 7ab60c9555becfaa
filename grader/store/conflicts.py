"""Insert a row unless one with the same key is there: the one statement whose dialect differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from grader.store.tables import Base

# Two dialects, one method; SQLAlchemy gives the two statements no common type that has it.
_INSERTS: dict[str, Callable[[type[Base]], Any]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def insert_unless_there(session: Session, table: type[Base], **values: object) -> None:
    """Of two sessions that insert the same at once, one waits and then finds the other's row."""
    insert = _INSERTS[session.get_bind().dialect.name]
    session.execute(insert(table).values(**values).on_conflict_do_nothing())
