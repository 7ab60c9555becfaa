"""Find what was lost: messages that never came, and workers that never came back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, Select, select, update

from grader.store.lifecycle import (
    KILLED_ITS_WORKER,
    MOST_LOST_CLAIMS,
    resend_after,
)
from grader.store.records import Swept
from grader.store.session import Unit
from grader.store.tables import Submission


def requeue_lost(unit: Unit, now: datetime, *, limit: int = 200) -> Swept:
    """Call with each id in `send` after commit. Rows that somebody works on are left alone."""
    requeued, parked = _requeue_dead(unit, now, limit)
    return Swept(send=requeued + _resend_due(unit, now, limit), parked=parked)


def _requeue_dead(unit: Unit, now: datetime, limit: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A lease that ran out means a worker that died, perhaps of this very submission."""
    dead = unit.session.execute(
        _locked(select(Submission.id, Submission.lost_claims))
        .where(Submission.state == "running", Submission.lease_until < now)
        .order_by(Submission.lease_until)
        .limit(limit)
    ).all()
    changes = [_after_death(row, now) for row in dead]
    for change in changes:
        unit.session.execute(update(Submission), [change])
    queued = tuple(change["id"] for change in changes if change["state"] == "queued")
    parked = tuple(change["id"] for change in changes if change["state"] == "parked")
    return queued, parked


def _after_death(row: Row[str, int], now: datetime) -> dict[str, Any]:
    lost = row.lost_claims + 1
    change = {"id": row.id, "lost_claims": lost, "lease_token": None, "lease_until": None}
    if lost >= MOST_LOST_CLAIMS:
        reason = KILLED_ITS_WORKER.format(times=lost)
        return change | {"state": "parked", "parked_reason": reason, "parked_at": now}
    return change | {"state": "queued", "resend_at": now + resend_after(1), "sends": 1}


def _resend_due(unit: Unit, now: datetime, limit: int) -> tuple[str, ...]:
    """Still queued though its message had time enough: the message may be lost, so send another."""
    due = unit.session.execute(
        _locked(select(Submission.id, Submission.sends))
        .where(Submission.state == "queued", Submission.resend_at <= now)
        .order_by(Submission.resend_at)
        .limit(limit)
    ).all()
    changes = [_sent_again(row, now) for row in due]
    if changes:
        unit.session.execute(update(Submission), changes)
    return tuple(row.id for row in due)


def _sent_again(row: Row[str, int], now: datetime) -> dict[str, Any]:
    wait: timedelta = resend_after(row.sends + 1)
    return {"id": row.id, "sends": row.sends + 1, "resend_at": now + wait}


def _locked(query: Select[str, int]) -> Select[str, int]:
    """Two sweeps share the work; a row that is being claimed or renewed right now is skipped."""
    return query.with_for_update(skip_locked=True)
