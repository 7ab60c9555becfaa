"""Packs that instructors sent, while they are checked and after."""

from __future__ import annotations

from sqlalchemy import select

from grader.store import shapes
from grader.store.session import Unit
from grader.store.tables import PackUpload
from grader.store.upload_records import UploadRecord


def upload(unit: Unit, course_id: int, upload_id: str) -> UploadRecord | None:
    """None when this course was sent no such pack."""
    query = select(PackUpload).where(PackUpload.id == upload_id, PackUpload.course_id == course_id)
    row = unit.session.scalar(query)
    return None if row is None else shapes.upload(row)


def next_upload(unit: Unit) -> str | None:
    """The id of the one that waits longest."""
    waiting = select(PackUpload.id).where(PackUpload.state == "waiting")
    return unit.session.scalar(waiting.order_by(PackUpload.created_at, PackUpload.id).limit(1))
