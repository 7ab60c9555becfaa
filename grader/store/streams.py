"""One learner at one assignment: the row whose lock puts attempts and events in an order.

A bare sequence would leave gaps on rollback and would not follow the order of commits.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.store.conflicts import insert_unless_there
from grader.store.tables import Stream


def lock_stream(session: Session, *, assignment_id: int, person_id: int) -> Stream:
    """Nobody else has this row until the transaction ends."""
    insert_unless_there(
        session,
        Stream,
        assignment_id=assignment_id,
        person_id=person_id,
        last_attempt=0,
        last_sequence=0,
    )
    query = select(Stream).where(
        Stream.assignment_id == assignment_id, Stream.person_id == person_id
    )
    fresh = query.with_for_update().execution_options(populate_existing=True)
    return session.scalars(fresh).one()


def stream_key(*, assignment_id: int, person_id: int) -> str:
    return f"asg_{assignment_id}/lrn_{person_id}"
