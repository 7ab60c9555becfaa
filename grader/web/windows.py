"""Windows that an embedded part opens: one to sign in there, one with the whole lesson.

In another site's frame the browser keeps our cookies back, so somebody with an account is nobody
there. A window of our own has them. When he agrees, it hands a framed session to the part that
opened it, by a message that only a page of ours can receive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse

from grader.actions.context import Services
from grader.errors import NotFound
from grader.store.access import Viewer
from grader.store.records import CourseRecord
from grader.web import addresses
from grader.web.access import access_embedding
from grader.web.carried import carry_over
from grader.web.forms import FromForm
from grader.web.headers import KEEPS_OPENER
from grader.web.language import _
from grader.web.places import FromPlace, Place
from grader.web.rendering import FromPages, Page, Pages
from grader.web.sessions import Framed
from grader.web.visits import FromVisits
from grader.web.who import (
    FromAnybody,
    FromMaybeViewer,
    FromServices,
    FromSessions,
    FromViewer,
    framed_viewer,
)

router = APIRouter()


@dataclass(frozen=True, kw_only=True)
class HandoverPage(Page):
    """Asks, while there is no `session`; then its script hands that over."""

    template: ClassVar[str] = "lesson/handover.html"
    course: str
    hosts: tuple[str, ...]
    handover_url: str
    lesson_url: str
    is_member: bool
    session: str | None


@router.get(addresses.EMBED_SIGN_IN)
def ask(
    pages: FromPages, services: FromServices, viewer: FromMaybeViewer, place: FromPlace
) -> Response:
    if viewer is None:
        url = addresses.sign_in_url(f"{addresses.embed_url(*place)}/sign-in")
        return RedirectResponse(url, status_code=303, headers=dict(KEEPS_OPENER))
    with services.store.reading() as unit:
        course = access_embedding(unit, *place)
    return _handover(pages, viewer, course, place, session=None)


@router.post(addresses.EMBED_SIGN_IN)
def hand_over(
    pages: FromPages,
    services: FromServices,
    sessions: FromSessions,
    request: Request,
    viewer: FromViewer,
    place: FromPlace,
) -> Response:
    """For members of the course; to anyone else a session would be of no use."""
    with services.store.reading() as unit:
        course = access_embedding(unit, *place)
    token = sessions.token(request)
    if token is None or not viewer.is_member_of(course):
        raise NotFound("You are not a member of this course.")
    sealed = sessions.sealed_for_frame(Framed(token=token, course_ids=frozenset({course.id})))
    return _handover(pages, viewer, course, place, session=sealed)


def _handover(
    pages: Pages, viewer: Viewer, course: CourseRecord, place: Place, *, session: str | None
) -> Response:
    page = HandoverPage(
        title=_("Sign in to the exercise"),
        viewer_name=viewer.name,
        course=course.title,
        hosts=course.embed_origins,
        handover_url=f"{addresses.embed_url(*place)}/sign-in",
        lesson_url=addresses.assignment_url(*place),
        is_member=viewer.is_member_of(course),
        session=session,
    )
    response = pages.response(page)
    response.headers.update({**KEEPS_OPENER, "Cache-Control": "no-store"})
    return response


@router.post(addresses.EMBED_OPEN)
async def open_lesson(
    request: Request,
    services: FromServices,
    sessions: FromSessions,
    visits: FromVisits,
    here: FromAnybody,
    form: FromForm,
    place: FromPlace,
) -> Response:
    """What was typed in the frame, and what a visitor ran there, are there in the new window."""
    framed = sessions.opened(form.get("session", ""))
    source = form.get("source", "")

    def opened() -> Response:
        there = framed_viewer(services, framed) if framed else None
        person = _whose(here, there)
        if framed is not None and person is not None and person is there:
            response = _lesson(services, person, place, source)
            sessions.begin(request, response, framed.token)
            return response
        if person is not None or there is not None or not source.strip():
            return _lesson(services, person, place, source)
        visit = visits.begin(services, request, place, None, kind="run")
        response = _lesson(services, visit.viewer, place, source)
        visits.remember(request, response, visit)
        return response

    return await run_in_threadpool(opened)


def _whose(here: Viewer | None, there: Viewer | None) -> Viewer | None:
    """Who goes on in the window: a visitor's work is for whoever has an account in this browser,
    but that of an account is nobody else's."""
    if there is None:
        return here
    if there.is_visitor:
        return there if here is None or here.is_visitor else here
    return here if here is not None and here.person_id == there.person_id else None


def _lesson(services: Services, person: Viewer | None, place: Place, source: str) -> Response:
    """A visitor's browser keeps his drafts, so the address says that this one is newer."""
    draft = carry_over(services, person, place, source) if person else None
    chosen = f"?draft={draft.number}" if draft and person and person.is_visitor else ""
    url = f"{addresses.assignment_url(*place)}{chosen}#code"
    return RedirectResponse(url, status_code=303)
