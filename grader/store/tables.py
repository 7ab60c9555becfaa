"""The tables, typed. Only `grader.store` may read this; the migrations hold the same, by a test.

Grades and outbox bodies are never changed: triggers of the migrations refuse it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from grader.store.columns import BigId, UtcDateTime

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: UtcDateTime(),
        bytes: LargeBinary(),
        dict[str, Any]: JSON(),
        list[str]: JSON(),
    }


def _number() -> Mapped[int]:
    return mapped_column(BigId, primary_key=True, autoincrement=True)


def _one_of(column: str, *values: str) -> CheckConstraint:
    allowed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({allowed})", name=f"{column}_known")


class Person(Base):
    __tablename__ = "people"

    id: Mapped[int] = _number()
    name: Mapped[str] = mapped_column(String(200))
    is_admin: Mapped[bool]
    created_at: Mapped[datetime]
    visitor_until: Mapped[datetime | None]  # who practises without an account is then forgotten


class Token(Base):
    """What lets a program or a browser in. Only the SHA-256 of a token is kept."""

    __tablename__ = "tokens"

    id: Mapped[int] = _number()
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class Course(Base):
    __tablename__ = "courses"

    id: Mapped[int] = _number()
    slug: Mapped[str] = mapped_column(String(64), unique=True)
    title: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    embed_origins: Mapped[list[str]] = mapped_column(default=list)  # who may put it in a frame


class Membership(Base):
    __tablename__ = "memberships"
    __table_args__ = (_one_of("role", "learner", "staff", "instructor"),)

    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime]
    person: Mapped[Person] = relationship()


class Pack(Base):
    __tablename__ = "packs"

    id: Mapped[int] = _number()
    name: Mapped[str] = mapped_column(String(200), unique=True)
    course_id: Mapped[int | None] = mapped_column(ForeignKey("courses.id"))  # whose name it is
    created_at: Mapped[datetime]


class PackVersion(Base):
    """Files and expected values under the digest of the files. Never changed."""

    __tablename__ = "pack_versions"
    __table_args__ = (UniqueConstraint("pack_id", "digest"),)

    id: Mapped[int] = _number()
    pack_id: Mapped[int] = mapped_column(ForeignKey("packs.id"))
    digest: Mapped[str] = mapped_column(String(80))
    files: Mapped[dict[str, Any]] = mapped_column(deferred=True)
    prepared: Mapped[dict[str, Any]] = mapped_column(deferred=True)
    published_at: Mapped[datetime]
    pack: Mapped[Pack] = relationship()


class PackUpload(Base):
    """A pack that an instructor sent, until a worker has checked it. `due_at`: lost by then."""

    __tablename__ = "pack_uploads"
    __table_args__ = (
        _one_of("state", "waiting", "checking", "published", "refused", "failed"),
        CheckConstraint("(state = 'checking') = (lease_token IS NOT NULL)", name="lease_held"),
        CheckConstraint(
            "(state = 'published') = (pack_version_id IS NOT NULL)", name="version_made"
        ),
        Index(None, "state", "due_at"),
    )

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id"), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    files: Mapped[dict[str, Any]] = mapped_column(deferred=True)  # empty once it is checked
    state: Mapped[str] = mapped_column(String(16))
    claims: Mapped[int]
    due_at: Mapped[datetime | None]
    lease_token: Mapped[str | None] = mapped_column(String(40))
    report: Mapped[dict[str, Any] | None]
    pack_version_id: Mapped[int | None] = mapped_column(ForeignKey("pack_versions.id"))
    created_at: Mapped[datetime]
    pack_version: Mapped[PackVersion | None] = relationship()


class Assignment(Base):
    """A task of a course, pinned to one pack version."""

    __tablename__ = "assignments"
    __table_args__ = (UniqueConstraint("course_id", "slug"),)

    id: Mapped[int] = _number()
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id"))
    slug: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(String(200))
    pack_version_id: Mapped[int] = mapped_column(ForeignKey("pack_versions.id"))
    fresh: Mapped[bool]
    practice: Mapped[bool] = mapped_column(default=False)  # open to visitors without an account
    disclosure: Mapped[str] = mapped_column(String(24), default="hint")  # what of hidden cases
    due_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    course: Mapped[Course] = relationship()
    pack_version: Mapped[PackVersion] = relationship()


class Stream(Base):
    """One learner at one assignment. Its row lock orders his attempts and the events about him."""

    __tablename__ = "streams"

    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    last_attempt: Mapped[int]
    last_sequence: Mapped[int]


class Submission(Base):
    """A source to grade and where it stands. `resend_at`: when its message counts as lost."""

    __tablename__ = "submissions"
    __table_args__ = (
        _one_of("kind", "submission", "run"),
        _one_of("state", "queued", "running", "graded", "parked", "cancelled"),
        CheckConstraint("(kind = 'submission') = (attempt IS NOT NULL)", name="attempt_counted"),
        CheckConstraint("(state = 'running') = (lease_token IS NOT NULL)", name="lease_held"),
        CheckConstraint("(state = 'queued') = (resend_at IS NOT NULL)", name="message_expected"),
        UniqueConstraint("assignment_id", "person_id", "attempt"),
        UniqueConstraint("assignment_id", "person_id", "kind", "idempotency_key"),
        Index(None, "state", "resend_at"),
        Index(None, "state", "lease_until"),
        Index(None, "assignment_id", "state"),
        Index(None, "person_id", "received_at"),
    )

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    kind: Mapped[str] = mapped_column(String(16))
    state: Mapped[str] = mapped_column(String(16))
    attempt: Mapped[int | None]
    received_at: Mapped[datetime]
    source: Mapped[str] = mapped_column(Text)
    source_digest: Mapped[str] = mapped_column(String(64))
    idempotency_key: Mapped[str | None] = mapped_column(String(255))
    body_sha256: Mapped[str] = mapped_column(String(64))
    resend_at: Mapped[datetime | None]
    sends: Mapped[int]  # messages since it was last queued, to space them out
    claims: Mapped[int]
    lost_claims: Mapped[int]  # leases that ran out: times that it took its worker along
    worker: Mapped[str | None] = mapped_column(String(200))
    lease_token: Mapped[str | None] = mapped_column(String(40))
    lease_until: Mapped[datetime | None]
    parked_at: Mapped[datetime | None]
    parked_reason: Mapped[str | None] = mapped_column(Text)
    assignment: Mapped[Assignment] = relationship()
    person: Mapped[Person] = relationship()


class Grade(Base):
    """One grading. Only ever added; the newest row of a submission counts."""

    __tablename__ = "grades"
    __table_args__ = (Index(None, "submission_id", "id"),)

    id: Mapped[int] = _number()
    submission_id: Mapped[str] = mapped_column(ForeignKey("submissions.id"))
    claim_token: Mapped[str] = mapped_column(String(40), unique=True)
    pack_version_id: Mapped[int] = mapped_column(ForeignKey("pack_versions.id"))
    record: Mapped[dict[str, Any]]
    verdict: Mapped[str] = mapped_column(String(40))
    score_exact: Mapped[str] = mapped_column(Text)  # a fraction as text: "20/3"
    max_score_exact: Mapped[str] = mapped_column(Text)
    score: Mapped[float]
    max_score: Mapped[float]
    image: Mapped[str] = mapped_column(Text)
    python: Mapped[str] = mapped_column(Text)
    worker: Mapped[str] = mapped_column(String(200))
    graded_at: Mapped[datetime]


class Explanation(Base):
    """The smallest input on which a function is wrong, for equal sources the same.

    It is wanted from the moment of the grade; `found` is empty when there is none to show.
    """

    __tablename__ = "explanations"
    __table_args__ = (
        CheckConstraint("(found_at IS NULL) = (resend_at IS NOT NULL)", name="message_expected"),
        Index(None, "resend_at"),
    )

    source_digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    function: Mapped[str] = mapped_column(String(200), primary_key=True)
    pack_version_id: Mapped[int] = mapped_column(ForeignKey("pack_versions.id"), primary_key=True)
    submission_id: Mapped[str] = mapped_column(ForeignKey("submissions.id"), index=True)
    sends: Mapped[int]
    resend_at: Mapped[datetime | None]
    found_at: Mapped[datetime | None]
    found: Mapped[dict[str, Any] | None]


class Draft(Base):
    """What a learner types, before it is sent. The highest number is the one he works on."""

    __tablename__ = "drafts"

    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    revision: Mapped[int]  # counts the saves, so that another tab notices
    source: Mapped[str] = mapped_column(Text)
    saved_at: Mapped[datetime]


class Answer(Base):
    """What a learner gave to a question of a lesson. Only ever added; a visitor's is forgotten."""

    __tablename__ = "answers"
    __table_args__ = (
        _one_of("step", "predict", "hand", "check"),
        _one_of("outcome", "right", "wrong", "kept", "revealed"),
        CheckConstraint("(outcome = 'revealed') = (answer IS NULL)", name="answer_given"),
        Index(None, "assignment_id", "person_id", "id"),
    )

    id: Mapped[int] = _number()
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    pack_version_id: Mapped[int] = mapped_column(ForeignKey("pack_versions.id"))
    question: Mapped[str] = mapped_column(Text)
    step: Mapped[str] = mapped_column(String(16))
    outcome: Mapped[str] = mapped_column(String(16))
    answer: Mapped[str | None] = mapped_column(Text)
    answered_at: Mapped[datetime]


class OutboxEvent(Base):
    """Something to tell, frozen as the bytes that will be sent."""

    __tablename__ = "outbox"
    __table_args__ = (UniqueConstraint("stream_key", "stream_seq"),)

    id: Mapped[int] = _number()
    event_id: Mapped[str] = mapped_column(String(40), unique=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id"), index=True)
    type: Mapped[str] = mapped_column(String(64))
    stream_key: Mapped[str] = mapped_column(String(80))
    stream_seq: Mapped[int]
    occurred_at: Mapped[datetime]
    body: Mapped[bytes]


class WebhookEndpoint(Base):
    """An address that a course wants told. The signing secret is sealed with the service's key."""

    __tablename__ = "webhook_endpoints"
    __table_args__ = (_one_of("state", "active", "disabled", "removed"),)

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id"), index=True)
    url: Mapped[str] = mapped_column(Text)
    events: Mapped[list[str]]
    sealed_secret: Mapped[bytes]
    state: Mapped[str] = mapped_column(String(16))
    disabled_reason: Mapped[str | None] = mapped_column(Text)
    failing_since: Mapped[datetime | None]
    created_at: Mapped[datetime]


class Delivery(Base):
    """One event for one endpoint, and when to try next."""

    __tablename__ = "deliveries"
    __table_args__ = (
        _one_of("state", "pending", "leased", "ok", "dead", "skipped"),
        CheckConstraint("(state = 'leased') = (lease_token IS NOT NULL)", name="lease_held"),
        UniqueConstraint("outbox_id", "endpoint_id"),
        Index(None, "state", "due_at"),
        Index(None, "endpoint_id", "state"),
    )

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    outbox_id: Mapped[int] = mapped_column(ForeignKey("outbox.id"))
    endpoint_id: Mapped[str] = mapped_column(ForeignKey("webhook_endpoints.id"))
    state: Mapped[str] = mapped_column(String(16))
    attempt: Mapped[int]
    due_at: Mapped[datetime]
    lease_token: Mapped[str | None] = mapped_column(String(40))
    lease_until: Mapped[datetime | None]
    last_status: Mapped[int | None]
    note: Mapped[str | None] = mapped_column(Text)
    event: Mapped[OutboxEvent] = relationship()
    endpoint: Mapped[WebhookEndpoint] = relationship()


class DeliveryAttempt(Base):
    """The log: what was tried and what came back."""

    __tablename__ = "delivery_attempts"
    __table_args__ = (UniqueConstraint("delivery_id", "number"),)

    id: Mapped[int] = _number()
    delivery_id: Mapped[str] = mapped_column(ForeignKey("deliveries.id"))
    number: Mapped[int]
    at: Mapped[datetime]
    milliseconds: Mapped[int]
    status: Mapped[int | None]
    error: Mapped[str | None] = mapped_column(Text)
    reply_head: Mapped[str] = mapped_column(Text)


class Heartbeat(Base):
    __tablename__ = "heartbeats"

    worker: Mapped[str] = mapped_column(String(200), primary_key=True)
    at: Mapped[datetime]
    ok: Mapped[bool]
    detail: Mapped[str] = mapped_column(Text)
