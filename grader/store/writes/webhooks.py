"""Addresses that a course wants told."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import update

from grader.store import shapes
from grader.store.changes import did_change
from grader.store.ids import new_id
from grader.store.records import WebhookRecord
from grader.store.session import Unit
from grader.store.tables import Delivery, WebhookEndpoint


def add_webhook(
    unit: Unit,
    course_id: int,
    *,
    url: str,
    events: Collection[str],
    sealed_secret: bytes,
    now: datetime,
) -> WebhookRecord:
    row = WebhookEndpoint(
        id=new_id("whk", now),
        course_id=course_id,
        url=url,
        events=sorted(events),
        sealed_secret=sealed_secret,
        state="active",
        created_at=now,
    )
    unit.session.add(row)
    unit.session.flush()
    return shapes.webhook(row)


def remove_webhook(unit: Unit, course_id: int, webhook_id: str) -> bool:
    """Its secret is erased, what was not sent is skipped, the log stays. False: not there."""
    there = update(WebhookEndpoint).where(
        WebhookEndpoint.id == webhook_id,
        WebhookEndpoint.course_id == course_id,
        WebhookEndpoint.state != "removed",
    )
    if not did_change(unit.session, there.values(state="removed", sealed_secret=b"")):
        return False
    unsent = update(Delivery).where(
        Delivery.endpoint_id == webhook_id, Delivery.state.in_(("pending", "leased"))
    )
    unit.session.execute(
        unsent.values(
            state="skipped", note="The endpoint was removed.", lease_token=None, lease_until=None
        )
    )
    return True
