"""What the lesson page keeps: drafts and answers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from grader.store.tables.base import Base, number, one_of


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
        one_of("step", "predict", "hand", "check"),
        one_of("outcome", "right", "wrong", "kept", "revealed"),
        CheckConstraint("(outcome = 'revealed') = (answer IS NULL)", name="answer_given"),
        Index(None, "assignment_id", "person_id", "id"),
    )

    id: Mapped[int] = number()
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    pack_version_id: Mapped[int] = mapped_column(ForeignKey("pack_versions.id"))
    question: Mapped[str] = mapped_column(Text)
    step: Mapped[str] = mapped_column(String(16))
    outcome: Mapped[str] = mapped_column(String(16))
    answer: Mapped[str | None] = mapped_column(Text)
    answered_at: Mapped[datetime]
