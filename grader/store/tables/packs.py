"""Packs: published versions, and what instructors sent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.store.tables.base import Base, number, one_of


class Pack(Base):
    __tablename__ = "packs"

    id: Mapped[int] = number()
    name: Mapped[str] = mapped_column(String(200), unique=True)
    course_id: Mapped[int | None] = mapped_column(ForeignKey("courses.id"))  # whose name it is
    created_at: Mapped[datetime]


class PackVersion(Base):
    """Files and expected values under the digest of the files. Never changed."""

    __tablename__ = "pack_versions"
    __table_args__ = (UniqueConstraint("pack_id", "digest"),)

    id: Mapped[int] = number()
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
        one_of("state", "waiting", "checking", "published", "refused", "failed"),
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
