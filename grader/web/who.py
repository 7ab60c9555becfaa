"""Who looks at the page: the person behind the session cookie, or the way to the sign-in page."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from grader.actions.context import Services
from grader.errors import NotSignedIn
from grader.store.access import Viewer, viewer_by_token
from grader.web.sessions import Sessions


async def services_of(request: Request) -> Services:
    return cast("Services", request.app.state.services)


async def sessions_of(request: Request) -> Sessions:
    return cast("Sessions", request.app.state.sessions)


FromServices = Annotated[Services, Depends(services_of)]
FromSessions = Annotated[Sessions, Depends(sessions_of)]


async def maybe_viewer(
    request: Request, services: FromServices, sessions: FromSessions
) -> Viewer | None:
    token = sessions.token(request)
    return None if token is None else await run_in_threadpool(viewer_behind, services, token)


def viewer_behind(services: Services, token: str) -> Viewer | None:
    with services.store.reading() as unit:
        return viewer_by_token(unit, token, now=services.now())


FromMaybeViewer = Annotated[Viewer | None, Depends(maybe_viewer)]


async def viewer(found: FromMaybeViewer) -> Viewer:
    """Raises NotSignedIn, which `web.errors` turns into the sign-in page."""
    if found is None:
        raise NotSignedIn
    return found


FromViewer = Annotated[Viewer, Depends(viewer)]
