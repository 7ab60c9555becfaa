"""The first tables, and triggers that keep grades and outbox events as they were written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _courses()
    _heartbeats()
    _packs()
    _people()
    _memberships()
    _outbox()
    _pack_versions()
    _tokens()
    _webhook_endpoints()
    _assignments()
    _deliveries()
    _delivery_attempts()
    _streams()
    _submissions()
    _grades()
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _courses() -> None:
    op.create_table(
        "courses",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_courses")),
        sa.UniqueConstraint("slug", name=op.f("uq_courses_slug")),
    )


def _heartbeats() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("worker", sa.String(length=200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ok", sa.Boolean(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("worker", name=op.f("pk_heartbeats")),
    )


def _packs() -> None:
    op.create_table(
        "packs",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packs")),
        sa.UniqueConstraint("name", name=op.f("uq_packs_name")),
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("is_admin", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )


def _memberships() -> None:
    op.create_table(
        "memberships",
        sa.Column("course_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "role IN ('learner', 'staff', 'instructor')", name=op.f("ck_memberships_role_known")
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_memberships_course_id")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_memberships_person_id")
        ),
        sa.PrimaryKeyConstraint("course_id", "person_id", name=op.f("pk_memberships")),
    )
    op.create_index("ix_memberships_person_id", "memberships", ["person_id"])


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


def _pack_versions() -> None:
    op.create_table(
        "pack_versions",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("pack_id", _ID, nullable=False),
        sa.Column("digest", sa.String(length=80), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("prepared", sa.JSON(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["pack_id"], ["packs.id"], name=op.f("fk_pack_versions_pack_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pack_versions")),
        sa.UniqueConstraint("pack_id", "digest", name=op.f("uq_pack_versions_pack_id_digest")),
    )


def _tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_tokens_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("sha256", name=op.f("uq_tokens_sha256")),
    )
    op.create_index("ix_tokens_person_id", "tokens", ["person_id"])


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


def _assignments() -> None:
    op.create_table(
        "assignments",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("course_id", _ID, nullable=False),
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("pack_version_id", _ID, nullable=False),
        sa.Column("fresh", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_assignments_course_id")
        ),
        sa.ForeignKeyConstraint(
            ["pack_version_id"], ["pack_versions.id"], name=op.f("fk_assignments_pack_version_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
        sa.UniqueConstraint("course_id", "slug", name=op.f("uq_assignments_course_id_slug")),
    )


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


def _streams() -> None:
    op.create_table(
        "streams",
        sa.Column("assignment_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("last_attempt", sa.Integer(), nullable=False),
        sa.Column("last_sequence", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_streams_assignment_id")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_streams_person_id")),
        sa.PrimaryKeyConstraint("assignment_id", "person_id", name=op.f("pk_streams")),
    )


def _submissions() -> None:
    op.create_table(
        "submissions",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("assignment_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("source_digest", sa.String(length=64), nullable=False),
        sa.Column("idempotency_key", sa.String(length=255), nullable=True),
        sa.Column("body_sha256", sa.String(length=64), nullable=False),
        sa.Column("resend_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sends", sa.Integer(), nullable=False),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.Column("lost_claims", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=200), nullable=True),
        sa.Column("lease_token", sa.String(length=40), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("parked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("parked_reason", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "(kind = 'submission') = (attempt IS NOT NULL)",
            name=op.f("ck_submissions_attempt_counted"),
        ),
        sa.CheckConstraint(
            "(state = 'queued') = (resend_at IS NOT NULL)",
            name=op.f("ck_submissions_message_expected"),
        ),
        sa.CheckConstraint(
            "(state = 'running') = (lease_token IS NOT NULL)",
            name=op.f("ck_submissions_lease_held"),
        ),
        sa.CheckConstraint("kind IN ('submission', 'run')", name=op.f("ck_submissions_kind_known")),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'graded', 'parked', 'cancelled')",
            name=op.f("ck_submissions_state_known"),
        ),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_submissions_assignment_id")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_submissions_person_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
        sa.UniqueConstraint(
            "assignment_id",
            "person_id",
            "attempt",
            name=op.f("uq_submissions_assignment_id_person_id_attempt"),
        ),
        sa.UniqueConstraint(
            "assignment_id",
            "person_id",
            "kind",
            "idempotency_key",
            name=op.f("uq_submissions_assignment_id_person_id_kind_idempotency_key"),
        ),
    )
    op.create_index("ix_submissions_assignment_id_state", "submissions", ["assignment_id", "state"])
    op.create_index(
        "ix_submissions_person_id_received_at", "submissions", ["person_id", "received_at"]
    )
    op.create_index("ix_submissions_state_lease_until", "submissions", ["state", "lease_until"])
    op.create_index("ix_submissions_state_resend_at", "submissions", ["state", "resend_at"])


def _grades() -> None:
    op.create_table(
        "grades",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("submission_id", sa.String(length=40), nullable=False),
        sa.Column("claim_token", sa.String(length=40), nullable=False),
        sa.Column("pack_version_id", _ID, nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.Column("verdict", sa.String(length=40), nullable=False),
        sa.Column("score_exact", sa.Text(), nullable=False),
        sa.Column("max_score_exact", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("max_score", sa.Double(), nullable=False),
        sa.Column("image", sa.Text(), nullable=False),
        sa.Column("python", sa.Text(), nullable=False),
        sa.Column("worker", sa.String(length=200), nullable=False),
        sa.Column("graded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_version_id"], ["pack_versions.id"], name=op.f("fk_grades_pack_version_id")
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_grades_submission_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grades")),
        sa.UniqueConstraint("claim_token", name=op.f("uq_grades_claim_token")),
    )
    op.create_index("ix_grades_submission_id_id", "grades", ["submission_id", "id"])


_FUNCTION = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME;
END $$
"""
_TRIGGERS = {
    "postgresql": (
        _FUNCTION,
        "CREATE TRIGGER grades_append_only BEFORE UPDATE OR DELETE ON grades "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        "CREATE TRIGGER outbox_frozen BEFORE UPDATE ON outbox "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    ),
    "sqlite": (
        "CREATE TRIGGER grades_append_only BEFORE UPDATE ON grades "
        "BEGIN SELECT RAISE(ABORT, 'grades rows are never changed'); END",
        "CREATE TRIGGER grades_never_deleted BEFORE DELETE ON grades "
        "BEGIN SELECT RAISE(ABORT, 'grades rows are never changed'); END",
        "CREATE TRIGGER outbox_frozen BEFORE UPDATE ON outbox "
        "BEGIN SELECT RAISE(ABORT, 'outbox rows are never changed'); END",
    ),
}
