"""Refusals and our own failures as pages for people. Nobody who reads these wants JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from grader.errors import GraderError
from grader.web.addresses import HOME, sign_in_url
from grader.web.language import _, mark
from grader.web.origin import SAFE_METHODS
from grader.web.rendering import Link, Page, Pages
from grader.web.retold import retold

NOT_DONE = mark("Not done")
TITLES: Mapping[int, str] = {
    401: mark("Please sign in again"),
    403: mark("Not done"),
    404: mark("Nothing is here"),
    405: mark("Not done"),
    413: mark("This file is too large"),
    500: mark("Something broke on our side"),
    503: mark("One moment"),
}
SENTENCES: Mapping[str, str] = {
    "not_signed_in": mark(
        "You were signed out, and nothing was sent. Sign in, then send it again."
    ),
    "body_too_large": mark("The file is larger than the limit of 64 KiB. Nothing was sent."),
    "internal_error": mark(
        "It was not your doing. Try again; if it stays, tell staff the reference."
    ),
    "method_not_allowed": mark("This address does not take what your browser sent."),
}
KEPT_HEADERS = ("allow",)


@dataclass(frozen=True, kw_only=True)
class ErrorPage(Page):
    """`kept` is the code that came with a request that was refused, so that it is not lost."""

    template: ClassVar[str] = "error.html"
    viewer_name: None = None
    sentence: str
    way_on: Link
    reference: str | None = None
    kept: str | None = None


def error_response(
    request: Request, refusal: GraderError, headers: Mapping[str, str] | None = None
) -> Response:
    if refusal.status == 401 and request.method in SAFE_METHODS:
        return RedirectResponse(sign_in_url(_address(request)), status_code=303)
    pages = cast("Pages", request.app.state.pages)
    response = pages.response(_page(refusal), status=refusal.status)
    response.headers.update(headers or {})
    return response


def _page(refusal: GraderError) -> ErrorPage:
    signed_out = refusal.status == 401
    reference, kept = refusal.details.get("reference"), refusal.details.get("kept")
    return ErrorPage(
        title=_(TITLES.get(refusal.status, NOT_DONE)),
        sentence=_(SENTENCES[refusal.code])
        if refusal.code in SENTENCES
        else retold(refusal.message),
        way_on=Link(name=_("Sign in"), url="/sign-in")
        if signed_out
        else Link(name=_("Go to your courses"), url=HOME),
        reference=reference if isinstance(reference, str) else None,
        kept=kept if isinstance(kept, str) else None,
    )


def _address(request: Request) -> str:
    """Where the person wanted to go, as it was written."""
    raw_path = request.scope.get("raw_path") or request.url.path.encode()
    query = request.scope.get("query_string", b"")
    return raw_path.decode("ascii", "replace") + (
        "?" + query.decode("ascii", "replace") if query else ""
    )
