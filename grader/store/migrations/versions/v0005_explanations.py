"""How much an assignment tells of hidden cases, and the smallest inputs that were found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column(
        "assignments",
        sa.Column("disclosure", sa.String(24), nullable=False, server_default="hint"),
    )
    op.add_column("assignments", sa.Column("due_at", _MOMENT, nullable=True))
    op.create_table(
        "explanations",
        sa.Column("source_digest", sa.String(64), nullable=False),
        sa.Column("function", sa.String(200), nullable=False),
        sa.Column("pack_version_id", _ID, nullable=False),
        sa.Column("submission_id", sa.String(40), nullable=False),
        sa.Column("sends", sa.Integer(), nullable=False),
        sa.Column("resend_at", _MOMENT, nullable=True),
        sa.Column("found_at", _MOMENT, nullable=True),
        sa.Column("found", sa.JSON(), nullable=True),
        sa.CheckConstraint(
            "(found_at IS NULL) = (resend_at IS NOT NULL)",
            name=op.f("ck_explanations_message_expected"),
        ),
        sa.ForeignKeyConstraint(
            ["pack_version_id"], ["pack_versions.id"], name=op.f("fk_explanations_pack_version_id")
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_explanations_submission_id")
        ),
        sa.PrimaryKeyConstraint(
            "source_digest", "function", "pack_version_id", name=op.f("pk_explanations")
        ),
    )
    op.create_index(op.f("ix_explanations_resend_at"), "explanations", ["resend_at"])
    op.create_index(op.f("ix_explanations_submission_id"), "explanations", ["submission_id"])
