"""Signs of life."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from grader.store.tables.base import Base


class Heartbeat(Base):
    __tablename__ = "heartbeats"

    worker: Mapped[str] = mapped_column(String(200), primary_key=True)
    at: Mapped[datetime]
    ok: Mapped[bool]
    detail: Mapped[str] = mapped_column(Text)
