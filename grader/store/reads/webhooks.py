"""The addresses of a course."""

from __future__ import annotations

from sqlalchemy import select

from grader.store import shapes
from grader.store.records import WebhookRecord
from grader.store.session import Unit
from grader.store.tables import WebhookEndpoint


def webhooks_of(unit: Unit, course_id: int) -> tuple[WebhookRecord, ...]:
    """Oldest first, without those that were removed."""
    query = (
        select(WebhookEndpoint)
        .where(WebhookEndpoint.course_id == course_id, WebhookEndpoint.state != "removed")
        .order_by(WebhookEndpoint.id)
    )
    return tuple(shapes.webhook(row) for row in unit.session.scalars(query))
