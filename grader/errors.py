"""Refusals: requests we turn down, each with a status, a stable code and a sentence for a person.

A learner's failure is a verdict and never raised; a failure of ours is any other exception.
"""

from __future__ import annotations

from typing import ClassVar


class GraderError(Exception):
    """The request cannot be done as asked."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"

    def __init__(self, message: str | None = None, **details: object) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())
        self.details = details

    @property
    def message(self) -> str:
        return str(self)


class NotFound(GraderError):
    """There is nothing here, or nothing that you may see."""

    status = 404
    code = "not_found"


class NotSignedIn(GraderError):
    """A valid token is needed: send the header `Authorization: Bearer TOKEN`."""

    status = 401
    code = "not_signed_in"


class NotAllowed(GraderError):
    """Your role in this course does not allow that."""

    status = 403
    code = "not_allowed"


class Malformed(GraderError):
    """The request could not be read."""

    status = 400
    code = "malformed"


class SourceTooLarge(GraderError):
    """The file is larger than 64 KiB; nothing was stored."""

    status = 413
    code = "source_too_large"


class SourceRejected(GraderError):
    """The file holds something that cannot be Python source text; nothing was stored."""

    status = 422
    code = "source_rejected"


class IdempotencyConflict(GraderError):
    """This Idempotency-Key was already used with another body; use a new key."""

    status = 409
    code = "idempotency_conflict"


class PackBroken(GraderError):
    """The pack has problems; `grader pack check` lists each with its file and line."""

    status = 422
    code = "pack_broken"


class TargetRefused(GraderError):
    """Not an allowed webhook address: use https to a public one, or GRADER_PRIVATE_TARGETS."""

    status = 422
    code = "target_refused"


class EngineMissing(GraderError):
    """No Docker engine answers; install one (on Debian: apt-get install docker.io) and start it."""

    status = 503
    code = "engine_missing"
