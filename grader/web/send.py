"""What the two buttons under the text area do: submit, or run the visible cases."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from fastapi import APIRouter, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse

from grader.actions.context import Services
from grader.actions.submissions import submit
from grader.errors import IdempotencyConflict, NotSignedIn, SourceRejected, SourceTooLarge
from grader.store.access import Viewer
from grader.store.records import Kind
from grader.web import addresses
from grader.web.assignment import page_with_problem
from grader.web.forms import FromForm
from grader.web.rendering import FromPages, Pages
from grader.web.who import FromMaybeViewer, FromServices

router = APIRouter()
_REQUEST_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


@router.post(addresses.ASSIGNMENT + "/submissions")
async def submit_code(
    pages: FromPages,
    services: FromServices,
    form: FromForm,
    viewer: FromMaybeViewer,
    course: str,
    assignment: str,
) -> Response:
    place = course, assignment
    return await _send(pages, services, form, viewer, place, kind="submission")


@router.post(addresses.ASSIGNMENT + "/runs")
async def run_code(
    pages: FromPages,
    services: FromServices,
    form: FromForm,
    viewer: FromMaybeViewer,
    course: str,
    assignment: str,
) -> Response:
    place = course, assignment
    return await _send(pages, services, form, viewer, place, kind="run")


async def _send(
    pages: Pages,
    services: Services,
    form: Mapping[str, str],
    viewer: Viewer | None,
    place: tuple[str, str],
    *,
    kind: Kind,
) -> Response:
    if viewer is None:  # the session ended while he typed: give the code back
        raise NotSignedIn(kept=form.get("source"))
    return await run_in_threadpool(_stored, pages, services, viewer, place, form, kind)


def _stored(
    pages: Pages,
    services: Services,
    viewer: Viewer,
    place: tuple[str, str],
    form: Mapping[str, str],
    kind: Kind,
) -> Response:
    source = form.get("source", "")
    key = request_key(form.get("request", ""), source)
    try:
        record = submit(services, viewer, *place, source=source, kind=kind, idempotency_key=key)
    except (SourceRejected, SourceTooLarge, IdempotencyConflict) as refusal:
        page = page_with_problem(services, viewer, place, source, refusal)
        return pages.response(page, status=refusal.status)
    return RedirectResponse(addresses.submission_url(record.id), status_code=303)


def request_key(form_key: str, source: str) -> str | None:
    """The form's key and its text together: a double click repeats both, a changed text neither.

    The browser's back button brings the same form key back; then other text is another request.
    """
    if not _REQUEST_KEY.match(form_key):
        return None
    digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"form.{form_key}.{digest}"
