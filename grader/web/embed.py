"""A part of a lesson inside somebody else's page: the explorer, the questions or the editor.

Only pages of the origins that the course allows may frame it. A browser may block our cookies
there; then whoever practises is known by a header that the page's own script sends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse

from grader.errors import NotFound, NotSignedIn
from grader.store.records import CourseRecord
from grader.web import addresses
from grader.web.access import access_embedding, access_lesson
from grader.web.assets import DIST, manifest
from grader.web.assignment import Asked, LessonPage, lesson_page
from grader.web.headers import framed_policy
from grader.web.places import FromPlace
from grader.web.rendering import FromPages, Page, Pages
from grader.web.who import FromMaybeViewer, FromServices

router = APIRouter()
PARTS = frozenset({"explorer", "questions", "code"})


@dataclass(frozen=True, kw_only=True)
class EmbeddedPage(Page):
    """One part; `lesson` has all that the whole page would have, so that both are the same."""

    template: ClassVar[str] = "lesson/embedded.html"
    part: str
    lesson_page: LessonPage
    lesson_url: str
    origins: str


@dataclass(frozen=True, kw_only=True)
class ClosedPage(Page):
    """Where an account is needed, which a frame cannot ask for: a link to the lesson itself."""

    template: ClassVar[str] = "lesson/closed.html"
    lesson_url: str


@router.get(addresses.EMBED)
def show(
    pages: FromPages,
    services: FromServices,
    viewer: FromMaybeViewer,
    place: FromPlace,
    part: str = "code",
) -> Response:
    if part not in PARTS:
        raise NotFound
    with services.store.reading() as unit:
        course = access_embedding(unit, *place)
        try:
            found = access_lesson(unit, viewer, *place)
        except (NotSignedIn, NotFound):
            return _closed(pages, course, place)
        page = lesson_page(unit, viewer, found, Asked())
    embedded = EmbeddedPage(
        title=page.title,
        viewer_name=None,
        part=part,
        lesson_page=page,
        lesson_url=addresses.assignment_url(*place),
        origins=" ".join(course.embed_origins),
    )
    return _framed(pages.response(embedded), course, nonce=page.nonce)


def _closed(pages: Pages, course: CourseRecord, place: tuple[str, str]) -> Response:
    """What is not there looks like what needs an account."""
    page = ClosedPage(title="", viewer_name=None, lesson_url=addresses.assignment_url(*place))
    return _framed(pages.response(page), course, nonce=None)


def _framed(response: Response, course: CourseRecord, *, nonce: str | None) -> Response:
    response.headers["Content-Security-Policy"] = framed_policy(nonce, course.embed_origins)
    return response


@router.get("/embed.js")
def script() -> Response:
    """The one line that an author puts into a page names this address, so it never changes."""
    headers: Mapping[str, str] = {
        "Cache-Control": "public, max-age=3600",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    path = DIST / manifest()["embed.js"]
    return FileResponse(path, media_type="text/javascript", headers=dict(headers))
