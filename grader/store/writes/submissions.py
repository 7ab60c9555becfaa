"""Taking in a source. An attempt is numbered here and never renumbered."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update

from grader.errors import IdempotencyConflict
from grader.store import shapes
from grader.store.changes import did_change
from grader.store.ids import new_id
from grader.store.lifecycle import resend_after
from grader.store.records import NewSubmission, SubmissionRecord
from grader.store.session import Unit
from grader.store.streams import lock_stream
from grader.store.tables import Stream, Submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """`is_new` is False when the key was used before, with the same body."""

    submission: SubmissionRecord
    is_new: bool


def add_submission(unit: Unit, new: NewSubmission) -> Added:
    """Raises IdempotencyConflict when the key was used before with another body.

    The stream's lock makes two requests with one key stand in line.
    """
    stream = lock_stream(unit.session, assignment_id=new.assignment_id, person_id=new.person_id)
    earlier = _find_by_key(unit, new)
    if earlier is not None:
        if earlier.body_sha256 != _digest(new.body):
            raise IdempotencyConflict
        return Added(submission=shapes.submission(earlier), is_new=False)
    row = _row(new, _next_attempt(stream) if new.kind == "submission" else None)
    unit.session.add(row)
    unit.session.flush()
    return Added(submission=shapes.submission(row), is_new=True)


def retry_parked(unit: Unit, submission_id: str, *, now: datetime) -> bool:
    """Put a parked submission back in the queue, with a clean slate. False: it is not parked."""
    parked = update(Submission).where(Submission.id == submission_id, Submission.state == "parked")
    again = {"state": "queued", "sends": 1, "resend_at": now + resend_after(1)}
    return did_change(
        unit.session,
        parked.values(claims=0, lost_claims=0, parked_at=None, parked_reason=None, **again),
    )


def _find_by_key(unit: Unit, new: NewSubmission) -> Submission | None:
    if new.idempotency_key is None:
        return None
    query = select(Submission).where(
        Submission.assignment_id == new.assignment_id,
        Submission.person_id == new.person_id,
        Submission.kind == new.kind,
        Submission.idempotency_key == new.idempotency_key,
    )
    return unit.session.scalar(query)


def _row(new: NewSubmission, attempt: int | None) -> Submission:
    return Submission(
        id=new_id("sub", new.received_at),
        assignment_id=new.assignment_id,
        person_id=new.person_id,
        kind=new.kind,
        state="queued",
        attempt=attempt,
        received_at=new.received_at,
        source=new.source,
        source_digest=_digest(new.source),
        idempotency_key=new.idempotency_key,
        body_sha256=_digest(new.body),
        resend_at=new.received_at + resend_after(1),
        sends=1,
        claims=0,
        lost_claims=0,
    )


def _next_attempt(stream: Stream) -> int:
    stream.last_attempt += 1
    return stream.last_attempt


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
