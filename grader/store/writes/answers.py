"""What came of an attempt to deliver: log it, decide the delivery, judge the endpoint."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from grader.store.changes import did_change
from grader.store.lifecycle import DISABLE_AFTER, SUPERSEDE_AFTER
from grader.store.records import Answer, DeliveryRecord
from grader.store.session import Unit
from grader.store.tables import Delivery, DeliveryAttempt, OutboxEvent, WebhookEndpoint
from grader.store.writes.deliveries import UNSENT, next_in_stream

_GONE = "The receiver answered 410 Gone: it wants no more."
_FAILING = "Every attempt failed for five days."
_SUPERSEDED = "A newer event with the whole state went in its place."


def delivery_done(
    unit: Unit,
    delivery: DeliveryRecord,
    answer: Answer,
    *,
    now: datetime,
    retry_at: datetime | None,
) -> tuple[str, ...]:
    """`retry_at` None: no further try. Returns ids that may go now, for a nudge.

    Without effect when the lease ran out and somebody else holds the delivery.
    """
    endpoint = _lock_endpoint(unit.session, delivery.id)
    if not _settle(unit.session, delivery, answer, retry_at):
        return ()
    unit.session.add(_log_entry(delivery, answer, now))
    row = unit.session.get_one(Delivery, delivery.id, populate_existing=True)
    _judge_endpoint(endpoint, answer, now)
    if row.state == "pending" and row.attempt >= SUPERSEDE_AFTER:
        _supersede(unit.session, row)
    unit.session.flush()
    return next_in_stream(unit, row, now)


def _lock_endpoint(session: Session, delivery_id: str) -> WebhookEndpoint:
    """Always before the delivery's row, as when an endpoint is removed: no two wait in a ring."""
    query = (
        select(WebhookEndpoint)
        .join(Delivery, Delivery.endpoint_id == WebhookEndpoint.id)
        .where(Delivery.id == delivery_id)
        .with_for_update(of=WebhookEndpoint, key_share=True)
        .execution_options(populate_existing=True)
    )
    return session.scalars(query).one()


def _settle(
    session: Session, delivery: DeliveryRecord, answer: Answer, retry_at: datetime | None
) -> bool:
    held = update(Delivery).where(
        Delivery.id == delivery.id,
        Delivery.state == "leased",
        Delivery.lease_token == delivery.lease_token,
    )
    outcome = _outcome(answer, retry_at)
    released = {"lease_token": None, "lease_until": None}
    settled = held.values(
        attempt=delivery.attempt, last_status=answer.status, **released, **outcome
    )
    return did_change(session, settled)


def _outcome(answer: Answer, retry_at: datetime | None) -> Mapping[str, Any]:
    if answer.ok:
        return {"state": "ok", "note": None}
    if answer.gone or retry_at is None:
        return {"state": "dead", "note": answer.error}
    return {"state": "pending", "due_at": retry_at, "note": answer.error}


def _log_entry(delivery: DeliveryRecord, answer: Answer, now: datetime) -> DeliveryAttempt:
    return DeliveryAttempt(
        delivery_id=delivery.id,
        number=delivery.attempt,
        at=now,
        milliseconds=answer.milliseconds,
        status=answer.status,
        error=answer.error,
        reply_head=answer.reply_head.replace("\0", "\ufffd"),  # PostgreSQL keeps no NUL
    )


def _judge_endpoint(endpoint: WebhookEndpoint, answer: Answer, now: datetime) -> None:
    if answer.ok:
        endpoint.failing_since = None
    elif answer.gone:
        _disable(endpoint, _GONE)
    elif endpoint.failing_since is None:
        endpoint.failing_since = now
    elif now - endpoint.failing_since >= DISABLE_AFTER:
        _disable(endpoint, _FAILING)


def _disable(endpoint: WebhookEndpoint, reason: str) -> None:
    if endpoint.state == "active":
        endpoint.state, endpoint.disabled_reason = "disabled", reason


def _supersede(session: Session, head: Delivery) -> None:
    """Every event holds the whole state: after some failures only the newest needs to arrive."""
    of_stream = (
        select(Delivery.id)
        .join(OutboxEvent, OutboxEvent.id == Delivery.outbox_id)
        .where(
            Delivery.endpoint_id == head.endpoint_id,
            Delivery.state.in_(UNSENT),
            OutboxEvent.stream_key == head.event.stream_key,
        )
    )
    newest = session.scalar(
        of_stream.with_only_columns(func.max(OutboxEvent.stream_seq)).order_by(None)
    )
    older = of_stream.where(OutboxEvent.stream_seq < newest)
    session.execute(
        update(Delivery)
        .where(Delivery.id.in_(older), Delivery.state == "pending")
        .values(state="skipped", note=_SUPERSEDED)
        .execution_options(synchronize_session="fetch")
    )
