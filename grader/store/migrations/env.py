"""Alembic's entry: runs the migrations on the connection that `grader.store.migrate` opened."""

from __future__ import annotations

from alembic import context

from grader.store.tables import Base


def run() -> None:
    """The transaction is the caller's, on SQLite too: a migration happens wholly or not at all."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Base.metadata,
        render_as_batch=True,
        transactional_ddl=True,
        compare_type=True,
    )
    context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic loads this file; imports stay harmless
    run()
