"""Refusals that only the store can know."""

from __future__ import annotations

from typing import ClassVar

from grader.errors import GraderError


class StoreUnavailable(GraderError):
    """The database does not answer; nothing was changed. Try again in a moment."""

    status: ClassVar[int] = 503
    code: ClassVar[str] = "store_unavailable"


class DatabaseUrlRejected(GraderError):
    """The database URL must begin with postgresql:// or sqlite:/// and name a server or file."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "database_url_rejected"


class AlreadyExists(GraderError):
    """The name is taken."""

    status: ClassVar[int] = 409
    code: ClassVar[str] = "already_exists"


class PackNameTaken(GraderError):
    """This name belongs to a pack of another course, or of the service; choose another one."""

    status: ClassVar[int] = 409
    code: ClassVar[str] = "pack_name_taken"
