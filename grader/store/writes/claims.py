"""A worker's hold on a submission: taken, renewed, given back, or ended with a result.

Every step compares the lease token in the statement that changes the row. A worker that lost its
lease, by a pause or a second message, changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import update

from grader.store import shapes
from grader.store.changes import did_change
from grader.store.ids import new_token
from grader.store.lifecycle import LEASE_SECONDS, resend_after
from grader.store.outbox import publish_grade
from grader.store.records import JSON, Claim, Recorded
from grader.store.session import Unit
from grader.store.tables import Submission
from grader.store.writes.explanations import want_explanations
from grader.store.writes.grades import grade_row

_RELEASED = {"lease_token": None, "lease_until": None}


def claim(
    unit: Unit,
    submission_id: str,
    worker: str,
    now: datetime,
    lease_seconds: float = LEASE_SECONDS,
) -> Claim | None:
    """None when somebody else was faster, or nothing is to be done: both mean go on."""
    queued = update(Submission).where(Submission.id == submission_id, Submission.state == "queued")
    taken = queued.values(
        state="running",
        worker=worker,
        lease_token=new_token(),
        lease_until=now + timedelta(seconds=lease_seconds),
        claims=Submission.claims + 1,
        resend_at=None,
        sends=0,
    )
    if not did_change(unit.session, taken):
        return None
    return shapes.claim(unit.session.get_one(Submission, submission_id))


def renew(unit: Unit, claim: Claim, now: datetime, lease_seconds: float = LEASE_SECONDS) -> bool:
    """False: the claim is void, stop working. A late renewal counts while nobody took over."""
    return _change(unit, claim, lease_until=now + timedelta(seconds=lease_seconds))


def hand_back(
    unit: Unit, claim: Claim, now: datetime, *, retry_seconds: float | None = None
) -> bool:
    """Back to the queue through no fault of the learner's; counts for nothing.

    The sweep sends it again after `retry_seconds` (unset: as for any lost message).
    """
    wait = resend_after(1) if retry_seconds is None else timedelta(seconds=retry_seconds)
    return _change(unit, claim, state="queued", resend_at=now + wait, sends=1, **_RELEASED)


def park(unit: Unit, claim: Claim, reason: str, now: datetime) -> bool:
    """Set it aside, with a reason for staff: we cannot grade this, and it is not a verdict."""
    parked = {"state": "parked", "parked_reason": reason, "parked_at": now}
    return _change(unit, claim, **parked, **_RELEASED)


def record_grade(
    unit: Unit,
    claim: Claim,
    record: Mapping[str, JSON],
    now: datetime,
    *,
    explain: tuple[str, ...] = (),
) -> Recorded | None:
    """Store the grade and, unless it is a run, what is to be told: all of it or nothing.

    `explain` names the functions for which a counterexample is wanted.

    None: the claim is void and nothing was stored. Call with the ids when committed: a nudge only.
    """
    if not _change(unit, claim, state="graded", **_RELEASED):
        return None
    submission = unit.session.get_one(Submission, claim.submission_id)
    grade = grade_row(claim, record, now)
    unit.session.add(grade)
    unit.session.flush()
    if claim.kind == "run":
        return Recorded(grade_id=grade.id, delivery_ids=())
    delivery_ids = publish_grade(unit.session, submission, grade)
    is_new = want_explanations(unit, grade, explain)
    return Recorded(grade_id=grade.id, delivery_ids=delivery_ids, is_to_explain=is_new)


def _change(unit: Unit, claim: Claim, **values: object) -> bool:
    held = update(Submission).where(
        Submission.id == claim.submission_id,
        Submission.state == "running",
        Submission.lease_token == claim.lease_token,
    )
    return did_change(unit.session, held.values(**values))
