"""Published packs. Workers read them here and need no files."""

from __future__ import annotations

from sqlalchemy import Select, select
from sqlalchemy.orm import undefer

from grader.store import shapes
from grader.store.records import PackVersionRecord
from grader.store.session import Unit
from grader.store.tables import Pack, PackVersion


def pack_version(unit: Unit, pack_version_id: int) -> PackVersionRecord:
    query = _whole().where(PackVersion.id == pack_version_id)
    return shapes.pack_version(unit.session.scalars(query).one())


def newest_pack_version(unit: Unit, name: str) -> PackVersionRecord | None:
    query = _whole().where(Pack.name == name).order_by(PackVersion.id.desc()).limit(1)
    row = unit.session.scalar(query)
    return None if row is None else shapes.pack_version(row)


def find_pack_version(unit: Unit, name: str, version: str) -> PackVersionRecord | None:
    if "\0" in name + version:  # PostgreSQL takes no NUL, and neither has one
        return None
    query = _whole().where(Pack.name == name, PackVersion.digest == version)
    row = unit.session.scalar(query)
    return None if row is None else shapes.pack_version(row)


def pack_names(unit: Unit) -> tuple[str, ...]:
    return tuple(unit.session.scalars(select(Pack.name).order_by(Pack.name)))


def _whole() -> Select[PackVersion]:
    whole = (undefer(PackVersion.files), undefer(PackVersion.prepared))
    return select(PackVersion).join(Pack, Pack.id == PackVersion.pack_id).options(*whole)
