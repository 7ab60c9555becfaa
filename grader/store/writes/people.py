"""People and the tokens that let their programs in."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import update

from grader.store import shapes
from grader.store.access import hash_token
from grader.store.changes import did_change
from grader.store.records import PersonRecord
from grader.store.session import Unit
from grader.store.tables import Person, Token


def add_person(unit: Unit, *, name: str, now: datetime, is_admin: bool = False) -> PersonRecord:
    row = Person(name=name, is_admin=is_admin, created_at=now)
    unit.session.add(row)
    unit.session.flush()
    return shapes.person(row)


def add_token(
    unit: Unit,
    person_id: int,
    raw_token: str,
    *,
    label: str,
    now: datetime,
    expires_at: datetime | None = None,
) -> None:
    """Only the hash is kept: nobody can read a token back, from the database or its backups."""
    unit.session.add(
        Token(
            person_id=person_id,
            sha256=hash_token(raw_token),
            label=label,
            created_at=now,
            expires_at=expires_at,
        )
    )
    unit.session.flush()


def revoke_token(unit: Unit, raw_token: str, *, now: datetime) -> bool:
    """False when there is no such token, or it was revoked before."""
    unrevoked = update(Token).where(
        Token.sha256 == hash_token(raw_token), Token.revoked_at.is_(None)
    )
    return did_change(unit.session, unrevoked.values(revoked_at=now))
