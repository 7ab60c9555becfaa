"""People, their tokens, courses and who belongs to them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.store.tables.base import Base, number, one_of


class Person(Base):
    __tablename__ = "people"

    id: Mapped[int] = number()
    name: Mapped[str] = mapped_column(String(200))
    is_admin: Mapped[bool]
    created_at: Mapped[datetime]
    visitor_until: Mapped[datetime | None]  # who practises without an account is then forgotten


class Token(Base):
    """What lets a program or a browser in. Only the SHA-256 of a token is kept."""

    __tablename__ = "tokens"

    id: Mapped[int] = number()
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class Course(Base):
    __tablename__ = "courses"

    id: Mapped[int] = number()
    slug: Mapped[str] = mapped_column(String(64), unique=True)
    title: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    embed_origins: Mapped[list[str]] = mapped_column(default=list)  # who may put it in a frame


class Membership(Base):
    __tablename__ = "memberships"
    __table_args__ = (one_of("role", "learner", "staff", "instructor"),)

    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime]
    person: Mapped[Person] = relationship()
