"""What learners are given and hand in, and the grades of it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.store.tables.base import Base, number, one_of
from grader.store.tables.packs import PackVersion
from grader.store.tables.people import Course, Person


class Assignment(Base):
    """A task of a course, pinned to one pack version."""

    __tablename__ = "assignments"
    __table_args__ = (UniqueConstraint("course_id", "slug"),)

    id: Mapped[int] = number()
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
        one_of("kind", "submission", "run"),
        one_of("state", "queued", "running", "graded", "parked", "cancelled"),
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

    id: Mapped[int] = number()
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
