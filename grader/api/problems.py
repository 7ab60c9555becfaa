"""Turn any refusal into `application/problem+json` with a stable `code`. Shows no internals."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from fastapi.responses import JSONResponse

from grader.errors import GraderError

MEDIA_TYPE = "application/problem+json"
SHOWN_DETAILS = ("fields", "parts", "reference")
HEADERS: Mapping[int, Mapping[str, str]] = {
    401: {"WWW-Authenticate": 'Bearer realm="grader"'},
    503: {"Retry-After": "5"},
}


def problem(refusal: GraderError) -> dict[str, object]:
    shown = {key: refusal.details[key] for key in SHOWN_DETAILS if key in refusal.details}
    return {
        "type": f"/docs#{refusal.code}",
        "title": HTTPStatus(refusal.status).phrase,
        "status": refusal.status,
        "code": refusal.code,
        "detail": refusal.message,
        **shown,
    }


def problem_response(
    refusal: GraderError, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    return JSONResponse(
        problem(refusal),
        status_code=refusal.status,
        media_type=MEDIA_TYPE,
        headers={**HEADERS.get(refusal.status, {}), **(headers or {})},
    )
