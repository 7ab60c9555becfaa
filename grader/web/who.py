"""Who looks at the page: the person behind the session, a visitor, or nobody yet.

A session is a cookie. In a page of another site it is one that is good there alone; whoever comes
with that is a learner of the courses he was let into, and nothing more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from grader.actions.context import Services
from grader.errors import NotSignedIn
from grader.store.access import Viewer, viewer_by_token
from grader.store.records import MemberRole
from grader.web.sessions import Framed, Sessions


async def services_of(request: Request) -> Services:
    return cast("Services", request.app.state.services)


async def sessions_of(request: Request) -> Sessions:
    return cast("Sessions", request.app.state.sessions)


FromServices = Annotated[Services, Depends(services_of)]
FromSessions = Annotated[Sessions, Depends(sessions_of)]


async def anybody(
    request: Request, services: FromServices, sessions: FromSessions
) -> Viewer | None:
    token, framed = sessions.token(request), sessions.framed(request)
    if framed is not None:
        return await run_in_threadpool(framed_viewer, services, framed)
    return None if token is None else await run_in_threadpool(viewer_behind, services, token)


def viewer_behind(services: Services, token: str) -> Viewer | None:
    with services.store.reading() as unit:
        return viewer_by_token(unit, token, now=services.now())


def framed_viewer(services: Services, framed: Framed) -> Viewer | None:
    """Staff and administrators, too, are only learners in another site's page."""
    found = viewer_behind(services, framed.token)
    if found is None:
        return None
    memberships: dict[int, MemberRole] = dict.fromkeys(
        framed.course_ids & found.memberships.keys(), "learner"
    )
    return replace(found, is_admin=False, memberships=memberships)


FromAnybody = Annotated[Viewer | None, Depends(anybody)]  # a visitor too


async def maybe_viewer(found: FromAnybody) -> Viewer | None:
    """Somebody with an account; a visitor has none."""
    return None if found is None or found.is_visitor else found


FromMaybeViewer = Annotated[Viewer | None, Depends(maybe_viewer)]


async def viewer(found: FromMaybeViewer) -> Viewer:
    """Raises NotSignedIn, which `web.errors` turns into the sign-in page."""
    if found is None:
        raise NotSignedIn
    return found


async def learner(found: FromAnybody) -> Viewer:
    """The same for pages that visitors may see as well."""
    if found is None:
        raise NotSignedIn
    return found


FromViewer = Annotated[Viewer, Depends(viewer)]
FromLearner = Annotated[Viewer, Depends(learner)]
