"""All pages, put together once. A change that comes from another site's page is refused first."""

from __future__ import annotations

from fastapi import APIRouter, Depends
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from grader.web import assignment, docs, home, results, send, sign_in, submission
from grader.web.origin import refuse_cross_site
from grader.web.rendering import STATIC

KEPT_FOR_GOOD = "public, max-age=31536000, immutable"


def web_router() -> APIRouter:
    router = APIRouter(include_in_schema=False, dependencies=[Depends(refuse_cross_site)])
    for page in (home, sign_in, assignment, send, submission, results, docs):
        router.include_router(page.router)
    return router


class Assets(StaticFiles):
    """Files whose address changes with their content (`?v=`), so that a browser may keep them."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if scope["query_string"].startswith(b"v=") and response.status_code == 200:
            response.headers["Cache-Control"] = KEPT_FOR_GOOD
        return response
