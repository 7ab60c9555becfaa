"""Compare and set: change rows in one statement and learn whether they were as expected."""

from __future__ import annotations

from sqlalchemy import CursorResult, Update
from sqlalchemy.orm import Session


def count_changed(session: Session, statement: Update) -> int:
    result = session.execute(statement)
    assert isinstance(result, CursorResult)
    return result.rowcount


def did_change(session: Session, statement: Update) -> bool:
    """For a statement that names one row: whether it was still in the expected state."""
    return count_changed(session, statement) == 1
