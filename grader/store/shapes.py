"""Shape rows into records. Reads nothing but what a row refers to."""

from __future__ import annotations

from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from grader.core.questions import Given, Outcome, Step
from grader.store import tables
from grader.store.lesson_records import DraftRecord
from grader.store.records import (
    JSON,
    AnswerRecord,
    AssignmentRecord,
    Claim,
    CourseRecord,
    DeliveryRecord,
    EndpointState,
    HeartbeatRecord,
    Kind,
    MemberRecord,
    MemberRole,
    PackVersionRecord,
    PersonRecord,
    State,
    SubmissionRecord,
    WebhookRecord,
)
from grader.store.upload_records import UploadRecord, UploadState


def person(row: tables.Person) -> PersonRecord:
    return PersonRecord(id=row.id, name=row.name, is_admin=row.is_admin)


def member_role(row: tables.Membership) -> MemberRole:
    return cast("MemberRole", row.role)


def member(row: tables.Membership) -> MemberRecord:
    return MemberRecord(person=person(row.person), role=member_role(row))


def course(row: tables.Course) -> CourseRecord:
    return CourseRecord(
        id=row.id, slug=row.slug, title=row.title, embed_origins=tuple(row.embed_origins)
    )


def assignment(row: tables.Assignment) -> AssignmentRecord:
    return AssignmentRecord(
        id=row.id,
        slug=row.slug,
        title=row.title,
        course=course(row.course),
        pack_name=row.pack_version.pack.name,
        pack_version=row.pack_version.digest,
        pack_version_id=row.pack_version_id,
        fresh=row.fresh,
        practice=row.practice,
        disclosure=row.disclosure,
        due_at=row.due_at,
    )


def draft(row: tables.Draft) -> DraftRecord:
    return DraftRecord(
        number=row.number, revision=row.revision, source=row.source, saved_at=row.saved_at
    )


def answer(row: tables.Answer) -> AnswerRecord:
    given = Given(step=Step(row.step), outcome=Outcome(row.outcome), answer=row.answer)
    return AnswerRecord(question=row.question, given=given, answered_at=row.answered_at)


def pack_version(row: tables.PackVersion) -> PackVersionRecord:
    return PackVersionRecord(
        id=row.id,
        course_id=row.pack.course_id,
        name=row.pack.name,
        version=row.digest,
        files=row.files,
        prepared=row.prepared,
        published_at=row.published_at,
    )


def upload(row: tables.PackUpload) -> UploadRecord:
    version = row.pack_version
    return UploadRecord(
        id=row.id,
        course_id=row.course_id,
        state=cast("UploadState", row.state),
        created_at=row.created_at,
        report=row.report,
        pack_name=version.pack.name if version else None,
        pack_version=version.digest if version else None,
    )


def newest_grade(session: Session, submission_id: str) -> tables.Grade | None:
    query = select(tables.Grade).where(tables.Grade.submission_id == submission_id)
    return session.scalar(query.order_by(tables.Grade.id.desc()).limit(1))


def submission(row: tables.Submission) -> SubmissionRecord:
    """With its grade once it is graded; while it is graded again there is none."""
    session = object_session(row)
    grade = newest_grade(session, row.id) if session and row.state == "graded" else None
    return SubmissionRecord(
        id=row.id,
        kind=cast("Kind", row.kind),
        state=cast("State", row.state),
        attempt=row.attempt,
        received_at=row.received_at,
        source=row.source,
        source_digest=row.source_digest,
        learner=person(row.person),
        assignment=assignment(row.assignment),
        parked_reason=row.parked_reason,
        grade=grade.record if grade else None,
        graded_at=grade.graded_at if grade else None,
        counterexamples=_counterexamples(session, row, grade) if session and grade else {},
    )


def _counterexamples(
    session: Session, row: tables.Submission, grade: tables.Grade
) -> dict[str, JSON]:
    """Found for this source, whoever sent it, on the version that gave the grade."""
    query = select(tables.Explanation).where(
        tables.Explanation.source_digest == row.source_digest,
        tables.Explanation.pack_version_id == grade.pack_version_id,
        tables.Explanation.found_at.is_not(None),
    )
    found = session.scalars(query) if row.kind == "submission" else ()
    return {one.function: one.found for one in found if one.found}


def claim(row: tables.Submission) -> Claim:
    """Of a running submission. It is graded by the version that the assignment has now."""
    assert row.lease_token is not None
    assert row.lease_until is not None
    assert row.worker is not None
    return Claim(
        submission_id=row.id,
        kind=cast("Kind", row.kind),
        source=row.source,
        pack_version_id=row.assignment.pack_version_id,
        fresh=row.assignment.fresh,
        worker=row.worker,
        lease_token=row.lease_token,
        lease_until=row.lease_until,
        claims=row.claims,
    )


def webhook(row: tables.WebhookEndpoint) -> WebhookRecord:
    return WebhookRecord(
        id=row.id,
        course_id=row.course_id,
        url=row.url,
        events=tuple(row.events),
        state=cast("EndpointState", row.state),
        disabled_reason=row.disabled_reason,
        created_at=row.created_at,
    )


def delivery(row: tables.Delivery) -> DeliveryRecord:
    """Of a leased delivery; `attempt` is the one that the lease is for."""
    assert row.lease_token is not None
    return DeliveryRecord(
        id=row.id,
        event_id=row.event.event_id,
        url=row.endpoint.url,
        sealed_secret=row.endpoint.sealed_secret,
        body=row.event.body,
        attempt=row.attempt + 1,
        lease_token=row.lease_token,
    )


def heartbeat(row: tables.Heartbeat) -> HeartbeatRecord:
    return HeartbeatRecord(worker=row.worker, at=row.at, ok=row.ok, detail=row.detail)
