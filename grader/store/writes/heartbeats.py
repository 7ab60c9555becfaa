"""Signs of life from the workers."""

from __future__ import annotations

from datetime import datetime

from grader.store.conflicts import insert_unless_there
from grader.store.session import Unit
from grader.store.tables import Heartbeat


def beat(unit: Unit, worker: str, now: datetime, *, ok: bool, detail: str = "") -> None:
    """`ok`: its sandbox check passed; else `detail` says which probe failed."""
    insert_unless_there(unit.session, Heartbeat, worker=worker, at=now, ok=ok, detail=detail)
    row = unit.session.get_one(Heartbeat, worker, populate_existing=True)
    row.at, row.ok, row.detail = now, ok, detail
    unit.session.flush()
