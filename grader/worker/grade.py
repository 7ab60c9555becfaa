"""Grade one submission: claim it, run it, store what came of it.

Three endings only: a grade is stored, the submission goes back to the queue at no cost to the
learner, or it is parked where staff see it. A message that comes twice finds nothing to do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import structlog

from grader.core.explainable import wanted
from grader.core.grade_json import to_record
from grader.errors import PackBroken
from grader.judge.box import Sandbox, SandboxUnavailable, Stopped
from grader.judge.grading import grade
from grader.store import writes
from grader.store.errors import StoreUnavailable
from grader.store.records import Claim, Recorded
from grader.worker.lease import Lease, kept
from grader.worker.parts import Parts

AGAIN_SECONDS = 5.0  # a submission without a sandbox waits so long, longer each time
MOST_FAULTS = 3  # claims, after which an error of ours parks the submission
MOST_CLAIMS = 10  # claims, after which it is parked for want of a sandbox
STORE_PAUSE_SECONDS = 1.0

log = structlog.get_logger()


def grade_submission(parts: Parts, submission_id: str) -> None:
    """Do what the message asks, if it is still to be done. Raises StoreUnavailable at most."""
    with parts.gate.passing() as sandbox:
        if sandbox is None or parts.stopping.requested:
            return  # it stays queued, and the sweep sends it again
        with parts.store.unit() as unit:
            seconds = parts.settings.lease_seconds
            claim = writes.claim(unit, submission_id, parts.name, parts.now(), seconds)
        if claim is not None:
            with kept(lambda: _renew(parts, claim), seconds) as lease:
                _work_alone_if_suspect(parts, claim, lease, sandbox)


def _renew(parts: Parts, claim: Claim) -> bool:
    with parts.store.unit() as unit:
        return writes.renew(unit, claim, parts.now(), parts.settings.lease_seconds)


def _work_alone_if_suspect(parts: Parts, claim: Claim, lease: Lease, sandbox: Sandbox) -> None:
    """What was claimed before may have killed its worker: two of those never run side by side.

    Else the harmless neighbour of a poisonous submission would be taken along, and parked, twice.
    """
    if claim.claims == 1:
        _work(parts, claim, lease, sandbox)
    elif parts.suspects.acquire(blocking=False):
        try:
            _work(parts, claim, lease, sandbox)
        finally:
            parts.suspects.release()
    else:
        _hand_back(parts, claim, retry_seconds=AGAIN_SECONDS)


def _work(parts: Parts, claim: Claim, lease: Lease, sandbox: Sandbox) -> None:
    try:
        record = _judge(parts, claim, lease, sandbox)
    except Stopped:
        _after_stop(parts, claim, lease)
    except SandboxUnavailable as error:
        parts.gate.report(error)
        _try_later(parts, claim, str(error), most_claims=MOST_CLAIMS)
    except PackBroken as error:  # no further try mends its stored files
        _park(parts, claim, error.message)
    except Exception as error:  # the task edge: a fault of ours is nobody's verdict
        log.exception("grading_failed", submission=claim.submission_id)
        _try_later(parts, claim, type(error).__name__, most_claims=MOST_FAULTS)
    else:
        _record(parts, claim, lease, record)


def _judge(parts: Parts, claim: Claim, lease: Lease, sandbox: Sandbox) -> dict[str, Any]:
    shelved = parts.shelf.get(claim.pack_version_id)
    graded = grade(
        replace(shelved.pack, fresh=shelved.pack.fresh or claim.fresh),
        shelved.prepared,
        claim.source,
        sandbox=sandbox,
        scope="visible" if claim.kind == "run" else "all",
        stop=lambda: lease.lost or parts.stopping.over,
    )
    return to_record(graded)


def _record(parts: Parts, claim: Claim, lease: Lease, record: dict[str, Any]) -> None:
    """Store the grade, as soon as the database lets us, then tell everybody concerned."""
    while True:
        try:
            recorded = _store(parts, claim, record)
            break
        except StoreUnavailable as error:
            log.warning("grade_not_stored", submission=claim.submission_id, reason=str(error))
            if lease.lost or parts.stopping.over:
                return
            parts.stopping.pause(STORE_PAUSE_SECONDS)
    if recorded is None:
        log.warning("claim_was_void", submission=claim.submission_id)
        return
    log.info("graded", submission=claim.submission_id, verdict=record["verdict"])
    for delivery_id in recorded.delivery_ids:
        parts.queue.send("deliver", delivery_id)
    parts.notify.publish(claim.submission_id)
    if recorded.is_to_explain:
        parts.queue.send("explain", claim.submission_id)


def _store(parts: Parts, claim: Claim, record: dict[str, Any]) -> Recorded | None:
    with parts.store.unit() as unit:
        return writes.record_grade(unit, claim, record, parts.now(), explain=wanted(record))


def _after_stop(parts: Parts, claim: Claim, lease: Lease) -> None:
    """Another worker may go on at once; after a lost lease one already has."""
    if not lease.lost:
        _hand_back(parts, claim, retry_seconds=AGAIN_SECONDS)
        parts.queue.send("grade", claim.submission_id)


def _try_later(parts: Parts, claim: Claim, reason: str, *, most_claims: int) -> None:
    log.warning("grading_put_off", submission=claim.submission_id, reason=reason)
    if claim.claims < most_claims:
        _hand_back(parts, claim, retry_seconds=min(AGAIN_SECONDS * claim.claims, 60.0))
        return
    _park(parts, claim, f"It could not be graded {claim.claims} times; the last time: {reason}")


def _park(parts: Parts, claim: Claim, said: str) -> None:
    with parts.store.unit() as unit:
        writes.park(unit, claim, said, parts.now())
    parts.notify.publish(claim.submission_id)


def _hand_back(parts: Parts, claim: Claim, *, retry_seconds: float) -> None:
    with parts.store.unit() as unit:
        writes.hand_back(unit, claim, parts.now(), retry_seconds=retry_seconds)
