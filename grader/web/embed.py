"""A part of a lesson inside somebody else's page: the explorer, the questions or the editor.

Only pages of the origins that the course allows may frame it. Browsers may block our cookies there;
then the part's own script sends a framed session, and asks for the part anew once it has one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, ClassVar

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import FileResponse

from grader.actions.context import Services
from grader.errors import NotFound, NotSignedIn
from grader.store.access import Viewer
from grader.store.records import CourseRecord
from grader.web import addresses
from grader.web.access import access_embedding, access_lesson
from grader.web.assets import DIST, manifest
from grader.web.assignment import Asked, LessonPage, lesson_page
from grader.web.carried import carry_over
from grader.web.forms import FromForm
from grader.web.headers import framed_policy
from grader.web.places import FromPlace, Place
from grader.web.rendering import FromPages, Page, Pages
from grader.web.script_words import script_words
from grader.web.who import FromAnybody, FromServices, FromSessions, framed_viewer

router = APIRouter()
PARTS = frozenset({"explorer", "questions", "code"})


async def part_of(part: str = "code") -> str:
    if part not in PARTS:
        raise NotFound
    return part


FromPart = Annotated[str, Depends(part_of)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What the script of a part needs: where it is, and the session that it sends.

    `session` is None where none is needed, and empty when the one asked with is over.
    """

    place: Place
    part: str
    origins: str
    session: str | None

    @property
    def url(self) -> str:
        return addresses.embed_url(*self.place)


@dataclass(frozen=True, kw_only=True)
class EmbeddedPage(Page):
    """One part; `lesson_page` has all that the whole page would have, so that both are the same."""

    template: ClassVar[str] = "lesson/embedded.html"
    frame: Frame
    lesson_page: LessonPage
    uncovered: str


@dataclass(frozen=True, kw_only=True)
class ClosedPage(Page):
    """Where an account is needed. What is not there looks the same."""

    template: ClassVar[str] = "lesson/closed.html"
    frame: Frame
    words: str


@router.get(addresses.EMBED)
def show(
    pages: FromPages,
    services: FromServices,
    sessions: FromSessions,
    request: Request,
    viewer: FromAnybody,
    place: FromPlace,
    part: FromPart,
) -> Response:
    framed = sessions.framed_before(request) if viewer is None else None
    found = framed_viewer(services, framed) if framed else viewer
    sealed = sessions.sealed_for_frame(framed) if framed and found else None
    return _shown(pages, services, found, place, part, session=sealed)


@router.post(addresses.EMBED)
def show_again(
    pages: FromPages,
    services: FromServices,
    sessions: FromSessions,
    request: Request,
    form: FromForm,
    place: FromPlace,
    part: FromPart,
) -> Response:
    """With a framed session that came from elsewhere, and with what was typed before. Without
    one, or with `leave`, the part is for nobody again."""
    framed = sessions.opened(form.get("session", ""))
    viewer = framed_viewer(services, framed) if framed else None
    if viewer is not None:
        carry_over(services, viewer, place, form.get("source", ""))
    if framed is None or viewer is None or "leave" in form:
        response = _shown(pages, services, None, place, part, session="")
        sessions.begin_framed(request, response, None)
        return response
    framed = framed.joined(sessions.framed_before(request))
    sealed = sessions.sealed_for_frame(framed)
    response = _shown(pages, services, viewer, place, part, session=sealed)
    sessions.begin_framed(request, response, framed)
    return response


def _shown(
    pages: Pages,
    services: Services,
    viewer: Viewer | None,
    place: Place,
    part: str,
    *,
    session: str | None,
) -> Response:
    with services.store.reading() as unit:
        course = access_embedding(unit, *place)
        origins = " ".join(course.embed_origins)
        frame = Frame(place=place, part=part, origins=origins, session=session)
        try:
            found = access_lesson(unit, viewer, *place)
        except (NotSignedIn, NotFound):
            words = json.dumps(script_words())
            closed = ClosedPage(title="", viewer_name=None, frame=frame, words=words)
            return _framed(pages.response(closed), course, nonce=None)
        page = lesson_page(unit, viewer, found, Asked())
    embedded = EmbeddedPage(
        title=page.title,
        viewer_name=page.viewer_name,
        frame=frame,
        lesson_page=page,
        uncovered=" ".join(name for name, value in page.questions.numbers.items() if value),
    )
    return _framed(pages.response(embedded), course, nonce=page.nonce)


def _framed(response: Response, course: CourseRecord, *, nonce: str | None) -> Response:
    response.headers["Content-Security-Policy"] = framed_policy(nonce, course.embed_origins)
    response.headers["Cache-Control"] = "no-store"  # it may hold a session
    return response


@router.get("/embed.js")
def script() -> Response:
    """The one line that an author puts into a page names this address, so it never changes."""
    headers = {
        "Cache-Control": "public, max-age=3600",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    path = DIST / manifest()["embed.js"]
    return FileResponse(path, media_type="text/javascript", headers=headers)
