"""All routes of the API, put together once."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends, Response

from grader.api import (
    assignments,
    disclosure,
    health,
    me,
    packs,
    questions,
    results,
    submissions,
    webhooks,
)
from grader.api.problems import MEDIA_TYPE
from grader.api.schemas import ProblemOut

PREFIX = "/api/v1"
REFUSED: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "description": "Refused: `code` says why.",
        "content": {MEDIA_TYPE: {"schema": ProblemOut.model_json_schema()}},
    }
}


async def keep_nowhere(response: Response) -> None:
    """Answers hold grades and, once, a secret: no cache may keep them."""
    response.headers["Cache-Control"] = "no-store"


def api_router() -> APIRouter:
    router = APIRouter(responses=REFUSED)
    versioned = APIRouter(prefix=PREFIX, dependencies=[Depends(keep_nowhere)])
    for part in (submissions, questions, results, me, assignments, disclosure, packs, webhooks):
        versioned.include_router(part.router)
    router.include_router(versioned)
    router.include_router(health.router)
    return router
