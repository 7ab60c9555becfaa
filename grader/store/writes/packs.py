"""Published packs: added, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select

from grader.store import shapes
from grader.store.conflicts import insert_unless_there
from grader.store.errors import PackNameTaken
from grader.store.records import JSON, PackVersionRecord
from grader.store.session import Unit
from grader.store.tables import Pack, PackVersion


def add_pack_version(
    unit: Unit,
    *,
    name: str,
    digest: str,
    files: Mapping[str, str],
    prepared: Mapping[str, JSON],
    now: datetime,
    course_id: int | None = None,
) -> PackVersionRecord:
    """The same files again are the same version: what was stored first is returned.

    `course_id`: on behalf of that course, which may not take the name of another one or of the
    service. Unset: the operator's, who may. Raises PackNameTaken.
    """
    insert_unless_there(unit.session, Pack, name=name, course_id=course_id, created_at=now)
    pack = unit.session.scalars(select(Pack).where(Pack.name == name)).one()
    if course_id is not None and pack.course_id != course_id:
        raise PackNameTaken
    insert_unless_there(
        unit.session,
        PackVersion,
        pack_id=pack.id,
        digest=digest,
        files=dict(files),
        prepared=dict(prepared),
        published_at=now,
    )
    query = select(PackVersion).where(PackVersion.pack_id == pack.id, PackVersion.digest == digest)
    return shapes.pack_version(unit.session.scalars(query).one())
