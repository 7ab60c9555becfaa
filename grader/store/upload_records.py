"""Packs that instructors send, as they leave the store: frozen values, never a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from grader.store.records import JSON

UploadState: TypeAlias = Literal["waiting", "checking", "published", "refused", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadRecord:
    """A pack that was sent. `report` says what its check found."""

    id: str
    course_id: int
    state: UploadState
    created_at: datetime
    report: Mapping[str, JSON] | None
    pack_name: str | None
    pack_version: str | None

    @property
    def is_final(self) -> bool:
        return self.state in ("published", "refused", "failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadClaim:
    """A worker's right to check one pack that was sent."""

    upload_id: str
    course_id: int
    files: Mapping[str, str]
    lease_token: str
    claims: int
