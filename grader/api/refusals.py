"""Refusals that only HTTP knows: bodies, headers and addresses that cannot be read."""

from __future__ import annotations

from grader.actions.packs import PackRejected
from grader.actions.practice import TooManyRuns
from grader.actions.questions import TooManyAnswers
from grader.core.questions import AnswerRejected
from grader.errors import (
    GraderError,
    IdempotencyConflict,
    Malformed,
    NotAllowed,
    NotFound,
    NotSignedIn,
    SourceRejected,
    SourceTooLarge,
    TargetRefused,
)
from grader.store.errors import StoreUnavailable


class NotJson(Malformed):
    """The body is not JSON."""

    code = "not_json"


class WrongFields(GraderError):
    """The fields of the body, or the parameters of the address, are not the ones asked for."""

    status = 422
    code = "wrong_fields"


class BodyTooLarge(GraderError):
    """The body of the request is larger than 388 KiB, more than anything here takes."""

    status = 413
    code = "body_too_large"


class BodyTooSlow(GraderError):
    """The body of the request did not arrive within 30 seconds."""

    status = 408
    code = "body_too_slow"


class PackTooLarge(BodyTooLarge):
    """The body of the request is larger than 4 MiB, more than any pack needs."""

    code = "pack_too_large"


class NotReady(GraderError):
    """A part of the service does not answer; `parts` names it. Submissions are kept and wait."""

    status = 503
    code = "not_ready"


class MethodNotAllowed(GraderError):
    """This address does not take that method; the header `Allow` lists the ones it takes."""

    status = 405
    code = "method_not_allowed"


class InternalError(GraderError):
    """Something broke on our side. Try again; if it stays, tell staff the `reference`."""

    status = 500
    code = "internal_error"


# Every refusal that a program may be answered with, as /docs lists them.
REFUSALS: tuple[type[GraderError], ...] = (
    Malformed,
    NotJson,
    NotSignedIn,
    NotAllowed,
    NotFound,
    MethodNotAllowed,
    IdempotencyConflict,
    SourceTooLarge,
    BodyTooLarge,
    BodyTooSlow,
    SourceRejected,
    WrongFields,
    AnswerRejected,
    PackTooLarge,
    PackRejected,
    TargetRefused,
    TooManyRuns,
    TooManyAnswers,
    InternalError,
    NotReady,
    StoreUnavailable,
)
