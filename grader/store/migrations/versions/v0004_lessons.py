"""What the lesson page keeps: drafts, who may practise without an account, who may embed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# A run is practice: its grade may be forgotten. A grade of a submission never is.
_POSTGRES_FUNCTION = """
CREATE FUNCTION refuse_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT kind FROM submissions WHERE id = OLD.submission_id) = 'run' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME;
END $$
"""
_TRIGGERS = {
    "postgresql": (
        "DROP TRIGGER grades_append_only ON grades",
        _POSTGRES_FUNCTION,
        "CREATE TRIGGER grades_append_only BEFORE UPDATE ON grades "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        "CREATE TRIGGER grades_never_deleted BEFORE DELETE ON grades "
        "FOR EACH ROW EXECUTE FUNCTION refuse_forgetting()",
    ),
    "sqlite": (
        "DROP TRIGGER grades_never_deleted",
        "CREATE TRIGGER grades_never_deleted BEFORE DELETE ON grades "
        "WHEN (SELECT kind FROM submissions WHERE id = OLD.submission_id) <> 'run' "
        "BEGIN SELECT RAISE(ABORT, 'grades rows are never changed'); END",
    ),
}


def upgrade() -> None:
    op.add_column("people", sa.Column("visitor_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "assignments",
        sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column(
        "courses", sa.Column("embed_origins", sa.JSON(), nullable=False, server_default="[]")
    )
    _drafts()
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _drafts() -> None:
    op.create_table(
        "drafts",
        sa.Column("assignment_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_drafts_assignment_id")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_drafts_person_id")),
        sa.PrimaryKeyConstraint("assignment_id", "person_id", "number", name=op.f("pk_drafts")),
    )
