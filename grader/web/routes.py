"""All pages, put together once. A change that comes from another site's page is refused first."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from grader.web import (
    assignment,
    docs,
    drafts,
    embed,
    events,
    explorer,
    history,
    home,
    questions,
    results,
    send,
    sign_in,
    submission,
    windows,
)
from grader.web.origin import refuse_cross_site

PAGES = (
    home,
    sign_in,
    assignment,
    drafts,
    history,
    questions,
    send,
    submission,
    events,
    explorer,
    embed,
    windows,
    results,
    docs,
)


def web_router() -> APIRouter:
    router = APIRouter(include_in_schema=False, dependencies=[Depends(refuse_cross_site)])
    for page in PAGES:
        router.include_router(page.router)
    return router
