"""Refusals that only the store can know."""

from __future__ import annotations

from typing import ClassVar

from grader.errors import GraderError


class StoreUnavailable(GraderError):
    """The database does not answer; nothing was changed. Try again in a moment."""

    status: ClassVar[int] = 503
    code: ClassVar[str] = "store_unavailable"


class AlreadyExists(GraderError):
    """The name is taken."""

    status: ClassVar[int] = 409
    code: ClassVar[str] = "already_exists"
