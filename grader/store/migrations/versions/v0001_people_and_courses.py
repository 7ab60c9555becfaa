"""People, courses, packs and assignments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _people()
    _tokens()
    _courses()
    _memberships()
    _packs()
    _pack_versions()
    _assignments()


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("is_admin", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
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


def _packs() -> None:
    op.create_table(
        "packs",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packs")),
        sa.UniqueConstraint("name", name=op.f("uq_packs_name")),
    )


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
