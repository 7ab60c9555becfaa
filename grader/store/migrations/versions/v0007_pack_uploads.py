"""Packs that instructors send to a running service, and whose name a pack has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("packs") as packs:
        packs.add_column(sa.Column("course_id", _ID, nullable=True))
        packs.create_foreign_key(op.f("fk_packs_course_id"), "courses", ["course_id"], ["id"])
    _uploads()
    op.create_index(op.f("ix_pack_uploads_course_id"), "pack_uploads", ["course_id"])
    op.create_index(op.f("ix_pack_uploads_person_id"), "pack_uploads", ["person_id"])
    op.create_index(op.f("ix_pack_uploads_state_due_at"), "pack_uploads", ["state", "due_at"])


def _uploads() -> None:
    op.create_table(
        "pack_uploads",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("course_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lease_token", sa.String(40), nullable=True),
        sa.Column("report", sa.JSON(), nullable=True),
        sa.Column("pack_version_id", _ID, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "state IN ('waiting', 'checking', 'published', 'refused', 'failed')",
            name=op.f("ck_pack_uploads_state_known"),
        ),
        sa.CheckConstraint(
            "(state = 'checking') = (lease_token IS NOT NULL)",
            name=op.f("ck_pack_uploads_lease_held"),
        ),
        sa.CheckConstraint(
            "(state = 'published') = (pack_version_id IS NOT NULL)",
            name=op.f("ck_pack_uploads_version_made"),
        ),
        *(
            sa.ForeignKeyConstraint(
                [f"{name}_id"], [f"{table}.id"], name=op.f(f"fk_pack_uploads_{name}_id")
            )
            for name, table in (
                ("course", "courses"),
                ("person", "people"),
                ("pack_version", "pack_versions"),
            )
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pack_uploads")),
    )
