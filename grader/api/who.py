"""Who asks: the person behind a bearer token, or a refusal. Knows no cookie."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from grader.actions.context import Services
from grader.errors import NotSignedIn
from grader.store.access import Viewer, viewer_by_token

bearer = HTTPBearer(auto_error=False, description="The token of a person, as staff hand it out.")


async def services_of(request: Request) -> Services:
    return cast("Services", request.app.state.services)


FromServices = Annotated[Services, Depends(services_of)]


def viewer_of(
    services: FromServices,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Viewer:
    if given is None:
        raise NotSignedIn
    with services.store.reading() as unit:
        viewer = viewer_by_token(unit, given.credentials, now=services.now())
    if viewer is None:
        raise NotSignedIn("This token is not known here; it may have been revoked.")
    return viewer


FromViewer = Annotated[Viewer, Depends(viewer_of)]
