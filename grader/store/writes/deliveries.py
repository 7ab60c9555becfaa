"""Which events are sent next, and what came of it.

Per endpoint and stream only the lowest unsent sequence may go: a receiver sees a learner's grades
in their order. Streams do not wait for each other.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.orm import aliased

from grader.store import shapes
from grader.store.ids import new_token
from grader.store.lifecycle import DELIVERIES_PER_ENDPOINT, DELIVERY_LEASE
from grader.store.records import DeliveryRecord
from grader.store.session import Unit
from grader.store.tables import Delivery, OutboxEvent, WebhookEndpoint

UNSENT = ("pending", "leased")
_OTHER = aliased(Delivery)
_OTHER_EVENT = aliased(OutboxEvent)


def claim_deliveries(
    unit: Unit, now: datetime, limit: int = 20, *, only: Collection[str] | None = None
) -> tuple[DeliveryRecord, ...]:
    """Lease what is due, oldest first; `only` narrows it to ids that somebody was nudged about.

    Commit before sending. A lease that runs out frees the row for another try.
    """
    query = (
        select(Delivery)
        .where(Delivery.id.in_(_eligible(now, only)), _free(now))
        .order_by(Delivery.due_at)
        .limit(limit)
        .with_for_update(skip_locked=True, of=Delivery)
    )
    rows = unit.session.scalars(query).all()
    for row in rows:
        row.state, row.lease_token, row.lease_until = "leased", new_token(), now + DELIVERY_LEASE
    unit.session.flush()
    return tuple(shapes.delivery(row) for row in rows)


def next_in_stream(unit: Unit, delivery: Delivery, now: datetime) -> tuple[str, ...]:
    """Ids of the same endpoint and stream that may go now: at most one."""
    query = (
        _candidates(now)
        .where(
            Delivery.endpoint_id == delivery.endpoint_id,
            OutboxEvent.stream_key == delivery.event.stream_key,
        )
        .with_only_columns(Delivery.id)
    )
    return tuple(unit.session.scalars(query))


def _eligible(now: datetime, only: Collection[str] | None) -> Select[str]:
    """No more than a few per endpoint, so that a dead address cannot take every sender."""
    place = func.row_number().over(
        partition_by=Delivery.endpoint_id, order_by=(Delivery.due_at, Delivery.id)
    )
    candidates = _candidates(now).with_only_columns(
        Delivery.id, Delivery.endpoint_id, place.label("place")
    )
    if only is not None:
        candidates = candidates.where(Delivery.id.in_(only))
    ranked = candidates.subquery()
    busy = select(func.count()).where(
        _OTHER.endpoint_id == ranked.c.endpoint_id,
        _OTHER.state == "leased",
        _OTHER.lease_until >= now,
    )
    room = DELIVERIES_PER_ENDPOINT - busy.scalar_subquery()
    return select(ranked.c.id).where(ranked.c.place <= room)


def _candidates(now: datetime) -> Select[Delivery]:
    return (
        select(Delivery)
        .join(OutboxEvent, OutboxEvent.id == Delivery.outbox_id)
        .join(WebhookEndpoint, WebhookEndpoint.id == Delivery.endpoint_id)
        .where(_free(now), WebhookEndpoint.state == "active", ~_has_earlier())
    )


def _free(now: datetime) -> ColumnElement[bool]:
    due = and_(Delivery.state == "pending", Delivery.due_at <= now)
    abandoned = and_(Delivery.state == "leased", Delivery.lease_until < now)
    return or_(due, abandoned)


def _has_earlier() -> ColumnElement[bool]:
    return exists(
        select(_OTHER.id)
        .join(_OTHER_EVENT, _OTHER_EVENT.id == _OTHER.outbox_id)
        .where(
            _OTHER.endpoint_id == Delivery.endpoint_id,
            _OTHER.state.in_(UNSENT),
            _OTHER_EVENT.stream_key == OutboxEvent.stream_key,
            _OTHER_EVENT.stream_seq < OutboxEvent.stream_seq,
        )
    )
