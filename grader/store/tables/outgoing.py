"""What is told to others, and how it went."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.store.tables.base import Base, number, one_of


class OutboxEvent(Base):
    """Something to tell, frozen as the bytes that will be sent."""

    __tablename__ = "outbox"
    __table_args__ = (UniqueConstraint("stream_key", "stream_seq"),)

    id: Mapped[int] = number()
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
    __table_args__ = (one_of("state", "active", "disabled", "removed"),)

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
        one_of("state", "pending", "leased", "ok", "dead", "skipped"),
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

    id: Mapped[int] = number()
    delivery_id: Mapped[str] = mapped_column(ForeignKey("deliveries.id"))
    number: Mapped[int]
    at: Mapped[datetime]
    milliseconds: Mapped[int]
    status: Mapped[int | None]
    error: Mapped[str | None] = mapped_column(Text)
    reply_head: Mapped[str] = mapped_column(Text)
