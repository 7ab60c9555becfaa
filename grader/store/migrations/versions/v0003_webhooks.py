"""The outbox, who is told, and how it went; a trigger keeps events as they were written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_TRIGGERS = {
    "postgresql": (
        "CREATE TRIGGER outbox_frozen BEFORE UPDATE ON outbox "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    ),
    "sqlite": (
        "CREATE TRIGGER outbox_frozen BEFORE UPDATE ON outbox "
        "BEGIN SELECT RAISE(ABORT, 'outbox rows are never changed'); END",
    ),
}


def upgrade() -> None:
    _outbox()
    _webhook_endpoints()
    _deliveries()
    _delivery_attempts()
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("event_id", sa.String(length=40), nullable=False),
        sa.Column("course_id", _ID, nullable=False),
        sa.Column("type", sa.String(length=64), nullable=False),
        sa.Column("stream_key", sa.String(length=80), nullable=False),
        sa.Column("stream_seq", sa.Integer(), nullable=False),
        sa.Column("occurred_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name=op.f("fk_outbox_course_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("event_id", name=op.f("uq_outbox_event_id")),
        sa.UniqueConstraint(
            "stream_key", "stream_seq", name=op.f("uq_outbox_stream_key_stream_seq")
        ),
    )
    op.create_index("ix_outbox_course_id", "outbox", ["course_id"])


def _webhook_endpoints() -> None:
    op.create_table(
        "webhook_endpoints",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("course_id", _ID, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("sealed_secret", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("disabled_reason", sa.Text(), nullable=True),
        sa.Column("failing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "state IN ('active', 'disabled', 'removed')",
            name=op.f("ck_webhook_endpoints_state_known"),
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_webhook_endpoints_course_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_endpoints")),
    )
    op.create_index("ix_webhook_endpoints_course_id", "webhook_endpoints", ["course_id"])


def _deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("outbox_id", _ID, nullable=False),
        sa.Column("endpoint_id", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_token", sa.String(length=40), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_status", sa.Integer(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "(state = 'leased') = (lease_token IS NOT NULL)", name=op.f("ck_deliveries_lease_held")
        ),
        sa.CheckConstraint(
            "state IN ('pending', 'leased', 'ok', 'dead', 'skipped')",
            name=op.f("ck_deliveries_state_known"),
        ),
        sa.ForeignKeyConstraint(
            ["endpoint_id"], ["webhook_endpoints.id"], name=op.f("fk_deliveries_endpoint_id")
        ),
        sa.ForeignKeyConstraint(["outbox_id"], ["outbox.id"], name=op.f("fk_deliveries_outbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint(
            "outbox_id", "endpoint_id", name=op.f("uq_deliveries_outbox_id_endpoint_id")
        ),
    )
    op.create_index("ix_deliveries_endpoint_id_state", "deliveries", ["endpoint_id", "state"])
    op.create_index("ix_deliveries_state_due_at", "deliveries", ["state", "due_at"])


def _delivery_attempts() -> None:
    op.create_table(
        "delivery_attempts",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("delivery_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("reply_head", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["delivery_id"], ["deliveries.id"], name=op.f("fk_delivery_attempts_delivery_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery_attempts")),
        sa.UniqueConstraint(
            "delivery_id", "number", name=op.f("uq_delivery_attempts_delivery_id_number")
        ),
    )
