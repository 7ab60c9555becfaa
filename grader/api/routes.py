"""All routes of the API, put together once."""

from __future__ import annotations

from fastapi import APIRouter

from grader.api import health, me, results, submissions, webhooks

PREFIX = "/api/v1"


def api_router() -> APIRouter:
    router = APIRouter()
    versioned = APIRouter(prefix=PREFIX)
    for part in (submissions, results, me, webhooks):
        versioned.include_router(part.router)
    router.include_router(versioned)
    router.include_router(health.router)
    return router
