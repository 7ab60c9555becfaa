"""Which workers were seen, and whether their sandbox was in order."""

from __future__ import annotations

from sqlalchemy import select

from grader.store import shapes
from grader.store.records import HeartbeatRecord
from grader.store.session import Unit
from grader.store.tables import Heartbeat


def heartbeats(unit: Unit) -> tuple[HeartbeatRecord, ...]:
    """Newest first."""
    query = select(Heartbeat).order_by(Heartbeat.at.desc(), Heartbeat.worker)
    return tuple(shapes.heartbeat(row) for row in unit.session.scalars(query))
