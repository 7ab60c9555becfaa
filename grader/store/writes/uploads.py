"""Packs that instructors send: taken in, checked by one worker at a time, published or refused.

As with submissions, every step of a worker compares the lease token in the statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Select, select, update

from grader.store import shapes
from grader.store.changes import did_change
from grader.store.ids import new_id, new_token
from grader.store.lifecycle import FIRST_RESEND, MOST_RESEND
from grader.store.records import JSON
from grader.store.session import Unit
from grader.store.tables import PackUpload
from grader.store.upload_records import UploadClaim, UploadRecord

MOST_CLAIMS = 3  # then it is given up: it may have taken its workers along


def add_upload(
    unit: Unit, course_id: int, person_id: int, *, files: Mapping[str, str], now: datetime
) -> UploadRecord:
    row = PackUpload(
        id=new_id("pku", now),
        course_id=course_id,
        person_id=person_id,
        files=dict(files),
        state="waiting",
        claims=0,
        due_at=now + FIRST_RESEND,
        created_at=now,
    )
    unit.session.add(row)
    unit.session.flush()
    return shapes.upload(row)


def claim_upload(
    unit: Unit, upload_id: str, now: datetime, lease_seconds: float
) -> UploadClaim | None:
    """None when somebody else was faster, or nothing is to be done."""
    waiting = update(PackUpload).where(PackUpload.id == upload_id, PackUpload.state == "waiting")
    token = new_token()
    taken = waiting.values(
        state="checking",
        lease_token=token,
        claims=PackUpload.claims + 1,
        due_at=now + timedelta(seconds=lease_seconds),
    )
    if not did_change(unit.session, taken):
        return None
    row = unit.session.get_one(PackUpload, upload_id)
    return UploadClaim(
        upload_id=row.id,
        course_id=row.course_id,
        files=row.files,
        lease_token=token,
        claims=row.claims,
    )


def renew_upload(unit: Unit, claim: UploadClaim, now: datetime, lease_seconds: float) -> bool:
    """False: the claim is void, stop working."""
    return _change(unit, claim, due_at=now + timedelta(seconds=lease_seconds))


def hand_back_upload(unit: Unit, claim: UploadClaim, now: datetime) -> bool:
    """Let another worker, or this one later, check it."""
    again = {"state": "waiting", "lease_token": None, "due_at": now + FIRST_RESEND}
    return _change(unit, claim, **again)


def finish_upload(
    unit: Unit,
    claim: UploadClaim,
    state: Literal["published", "refused", "failed"],
    *,
    report: Mapping[str, JSON] | None,
    pack_version_id: int | None = None,
) -> bool:
    """Its files are dropped: a published version has them. False when the claim is void."""
    return _change(
        unit,
        claim,
        state=state,
        report=None if report is None else dict(report),
        pack_version_id=pack_version_id,
        files={},
        lease_token=None,
        due_at=None,
    )


def requeue_uploads(unit: Unit, now: datetime, *, limit: int = 100) -> tuple[str, ...]:
    """Call with each id after commit: messages that never came, workers that never came back."""
    lost = list(unit.session.execute(_locked(now, limit)))
    for upload_id, claims in lost:
        given_up = claims >= MOST_CLAIMS
        values = {
            "state": "failed" if given_up else "waiting",
            "lease_token": None,
            "due_at": None if given_up else now + MOST_RESEND,
        }
        unit.session.execute(update(PackUpload).where(PackUpload.id == upload_id).values(values))
    return tuple(upload_id for upload_id, claims in lost if claims < MOST_CLAIMS)


def _locked(now: datetime, limit: int) -> Select[str, int]:
    lost = select(PackUpload.id, PackUpload.claims).where(
        PackUpload.state.in_(("waiting", "checking")), PackUpload.due_at <= now
    )
    return lost.order_by(PackUpload.due_at).limit(limit).with_for_update(skip_locked=True)


def _change(unit: Unit, claim: UploadClaim, **values: object) -> bool:
    held = update(PackUpload).where(
        PackUpload.id == claim.upload_id,
        PackUpload.state == "checking",
        PackUpload.lease_token == claim.lease_token,
    )
    return did_change(unit.session, held.values(**values))
