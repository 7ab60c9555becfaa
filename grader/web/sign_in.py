"""Sign in with a token, and sign out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse

from grader.actions.context import Services
from grader.web import addresses
from grader.web.addresses import HOME, SIGN_IN, own_address
from grader.web.carried import bring_along
from grader.web.forms import FromForm
from grader.web.headers import KEEPS_OPENER
from grader.web.language import _, mark
from grader.web.rendering import FromPages, Page
from grader.web.who import FromMaybeViewer, FromServices, FromSessions, viewer_behind

router = APIRouter()
UNKNOWN = mark(
    "This token is not known here. Copy it whole, or ask the staff of your course for a new one."
)


@dataclass(frozen=True, kw_only=True)
class SignInPage(Page):
    template: ClassVar[str] = "sign_in.html"
    next_url: str
    problem: str | None = None


@router.get(SIGN_IN)
async def show(pages: FromPages, found: FromMaybeViewer, next: str = HOME) -> Response:  # noqa: A002 - its name in the address
    if found is not None:
        return RedirectResponse(own_address(next), status_code=303)
    page = SignInPage(title=_("Sign in"), viewer_name=None, next_url=own_address(next))
    return _on_the_way(pages.response(page), page.next_url)


@router.post(SIGN_IN)
async def sign_in(
    request: Request,
    pages: FromPages,
    services: FromServices,
    sessions: FromSessions,
    form: FromForm,
) -> Response:
    token = form.get("token", "").strip()
    next_url = own_address(form.get("next", HOME))
    if not await run_in_threadpool(_is_known, services, token, sessions.token(request), next_url):
        page = SignInPage(
            title=_("Sign in"), viewer_name=None, next_url=next_url, problem=_(UNKNOWN)
        )
        return _on_the_way(pages.response(page, status=401), next_url)
    response = RedirectResponse(next_url, status_code=303)
    sessions.begin(request, response, token)
    return _on_the_way(response, next_url)


def _is_known(services: Services, token: str, before: str | None, next_url: str) -> bool:
    """Whoever practised goes on with what he wrote: his visit ends with this session."""
    viewer = viewer_behind(services, token)
    visitor = viewer_behind(services, before) if viewer and before else None
    lesson = addresses.lesson_in(next_url)
    if viewer and lesson and visitor and visitor.is_visitor and not viewer.is_visitor:
        bring_along(services, visitor, viewer, lesson)
    return viewer is not None


def _on_the_way(response: Response, next_url: str) -> Response:
    """Back to a window that an embedded part opened: the two must not lose each other."""
    if addresses.is_for_frame(next_url):
        response.headers.update(KEEPS_OPENER)
    return response


@router.post("/sign-out")
async def sign_out(request: Request, sessions: FromSessions) -> Response:
    response = RedirectResponse(SIGN_IN, status_code=303)
    sessions.end(request, response)
    return response
