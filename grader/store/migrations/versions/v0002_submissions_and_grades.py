"""Submissions, their grades, and who works on them; triggers keep grades as they were written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

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
    ),
    "sqlite": (
        "CREATE TRIGGER grades_append_only BEFORE UPDATE ON grades "
        "BEGIN SELECT RAISE(ABORT, 'grades rows are never changed'); END",
        "CREATE TRIGGER grades_never_deleted BEFORE DELETE ON grades "
        "BEGIN SELECT RAISE(ABORT, 'grades rows are never changed'); END",
    ),
}


def upgrade() -> None:
    _streams()
    _submissions()
    _grades()
    _heartbeats()
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


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


def _heartbeats() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("worker", sa.String(length=200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ok", sa.Boolean(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("worker", name=op.f("pk_heartbeats")),
    )
