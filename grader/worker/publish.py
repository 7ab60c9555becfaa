"""Check a pack that an instructor sent, in containers, and publish it or say what is wrong.

One at a time in a worker, and in one container at a time: learners go on beside it. A message that
comes twice, or while another pack is checked, finds nothing to do.
"""

from __future__ import annotations

import time

import structlog

from grader.errors import GraderError
from grader.judge.box import Sandbox, SandboxUnavailable, Stopped
from grader.judge.check import Report, check
from grader.judge.told import as_json
from grader.packs import Problem, find_lines
from grader.store import reads, writes
from grader.store.errors import PackNameTaken
from grader.store.records import PackVersionRecord
from grader.store.session import Unit
from grader.store.upload_records import UploadClaim
from grader.worker.lease import Lease, kept
from grader.worker.parts import Parts

MOST_SECONDS = 300.0
MOST_FAULTS = 3  # claims, after which an error of ours gives it up
TOO_LONG = Problem(file="pack.toml", message="the check did not end within 5 minutes")

log = structlog.get_logger()


def check_upload(parts: Parts, upload_id: str) -> None:
    """Do what the message asks, if it is still to be done. Raises StoreUnavailable at most."""
    if not parts.checking.acquire(blocking=False):
        return  # whoever holds it goes on with the next one
    try:
        with parts.gate.passing() as sandbox:
            if sandbox is not None and not parts.stopping.requested:
                _claim_and_work(parts, upload_id, sandbox)
    finally:
        parts.checking.release()


def _claim_and_work(parts: Parts, upload_id: str, sandbox: Sandbox) -> None:
    seconds = parts.settings.lease_seconds
    with parts.store.unit() as unit:
        claim = writes.claim_upload(unit, upload_id, parts.now(), seconds)
    if claim is not None:
        with kept(lambda: _renew(parts, claim), seconds) as lease:
            _work(parts, claim, lease, sandbox)
        parts.notify.publish(upload_id)
    with parts.store.reading() as unit:
        following = reads.next_upload(unit)
    if claim is not None and following is not None and following != upload_id:
        parts.queue.send("publish", following)


def _renew(parts: Parts, claim: UploadClaim) -> bool:
    with parts.store.unit() as unit:
        return writes.renew_upload(unit, claim, parts.now(), parts.settings.lease_seconds)


def _work(parts: Parts, claim: UploadClaim, lease: Lease, sandbox: Sandbox) -> None:
    deadline = time.monotonic() + MOST_SECONDS
    try:
        report = check(
            claim.files,
            sandbox,
            at_once=1,
            stop=lambda: lease.lost or parts.stopping.over or time.monotonic() > deadline,
        )
    except Stopped:
        _after_stop(parts, claim, lease)
    except SandboxUnavailable as error:
        parts.gate.report(error)
        _hand_back(parts, claim)
    except Exception:  # the task edge: a fault of ours is not the pack's
        log.exception("pack_check_failed", upload=claim.upload_id)
        _hand_back(parts, claim) if claim.claims < MOST_FAULTS else _give_up(parts, claim)
    else:
        _finish(parts, claim, report)


def _finish(parts: Parts, claim: UploadClaim, report: Report) -> None:
    refused = report if not report.ok else _publish(parts, claim, report)
    if refused is not None:
        with parts.store.unit() as unit:
            writes.finish_upload(unit, claim, "refused", report=as_json(refused))
    log.info("pack_checked", upload=claim.upload_id, published=refused is None)


def _publish(parts: Parts, claim: UploadClaim, report: Report) -> Report | None:
    """Store the version, and that this upload made it. Returns why not, when its name is taken."""
    assert report.pack is not None
    assert report.prepared is not None
    try:
        with parts.store.unit() as unit:
            version = writes.add_pack_version(
                unit,
                name=report.pack.name,
                digest=report.pack.version,
                files=claim.files,
                prepared=report.prepared,
                now=parts.now(),
                course_id=claim.course_id,
            )
            _end(unit, claim, report, version)
    except PackNameTaken as refusal:
        line = find_lines(claim.files["pack.toml"]).of(key="name")
        problem = Problem(file="pack.toml", line=line, message=refusal.message)
        return Report(problems=(problem,))
    except _ClaimVoid:
        log.warning("claim_was_void", upload=claim.upload_id)
    return None


def _end(unit: Unit, claim: UploadClaim, report: Report, version: PackVersionRecord) -> None:
    if not writes.finish_upload(
        unit, claim, "published", report=as_json(report), pack_version_id=version.id
    ):
        raise _ClaimVoid


class _ClaimVoid(GraderError):
    """Another worker has taken over: nothing of this one is stored."""


def _after_stop(parts: Parts, claim: UploadClaim, lease: Lease) -> None:
    if lease.lost:
        return
    if parts.stopping.over:
        _hand_back(parts, claim)
    else:
        _finish(parts, claim, Report(problems=(TOO_LONG,)))


def _hand_back(parts: Parts, claim: UploadClaim) -> None:
    with parts.store.unit() as unit:
        writes.hand_back_upload(unit, claim, parts.now())


def _give_up(parts: Parts, claim: UploadClaim) -> None:
    with parts.store.unit() as unit:
        writes.finish_upload(unit, claim, "failed", report=None)
