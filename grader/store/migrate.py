"""Bring a database to the newest tables with Alembic, out of this package, wheel or checkout."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

# Any number will do, as long as nothing else in the same database locks it.
_LOCK = 7_203_164


def config(connection: Connection) -> Config:
    """What Alembic's commands need; `env.py` finds the connection in `attributes`."""
    made = Config()
    made.set_main_option("script_location", str(files("grader.store") / "migrations"))
    made.attributes["connection"] = connection
    return made


def upgrade(engine: Engine) -> None:
    """One transaction under a lock: of two processes that start at once, the second waits."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        command.upgrade(config(connection), "head")
