"""What learners give to the questions of a lesson."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# Added, never changed; deleted only with a visitor, who is forgotten with all he sent.
_POSTGRES_FUNCTION = """
CREATE FUNCTION refuse_forgetting_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT visitor_until FROM people WHERE id = OLD.person_id) IS NOT NULL THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME;
END $$
"""
_TRIGGERS = {
    "postgresql": (
        _POSTGRES_FUNCTION,
        "CREATE TRIGGER answers_append_only BEFORE UPDATE ON answers "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        "CREATE TRIGGER answers_never_deleted BEFORE DELETE ON answers "
        "FOR EACH ROW EXECUTE FUNCTION refuse_forgetting_answers()",
    ),
    "sqlite": (
        "CREATE TRIGGER answers_never_updated BEFORE UPDATE ON answers "
        "BEGIN SELECT RAISE(ABORT, 'answers rows are never changed'); END",
        "CREATE TRIGGER answers_never_deleted BEFORE DELETE ON answers "
        "WHEN (SELECT visitor_until FROM people WHERE id = OLD.person_id) IS NULL "
        "BEGIN SELECT RAISE(ABORT, 'answers rows are never changed'); END",
    ),
}


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        *(
            sa.Column(name, _ID, nullable=False)
            for name in ("assignment_id", "person_id", "pack_version_id")
        ),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("step", sa.String(16), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "step IN ('predict', 'hand', 'check')", name=op.f("ck_answers_step_known")
        ),
        sa.CheckConstraint(
            "outcome IN ('right', 'wrong', 'kept', 'revealed')",
            name=op.f("ck_answers_outcome_known"),
        ),
        sa.CheckConstraint(
            "(outcome = 'revealed') = (answer IS NULL)", name=op.f("ck_answers_answer_given")
        ),
        *(
            sa.ForeignKeyConstraint(
                [f"{name}_id"], [f"{table}.id"], name=op.f(f"fk_answers_{name}_id")
            )
            for name, table in (
                ("assignment", "assignments"),
                ("person", "people"),
                ("pack_version", "pack_versions"),
            )
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answers")),
    )
    op.create_index(op.f("ix_answers_person_id"), "answers", ["person_id"])
    op.create_index(
        op.f("ix_answers_assignment_id_person_id_id"),
        "answers",
        ["assignment_id", "person_id", "id"],
    )
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)
