"""What the two buttons under the editor do: submit, or run the visible cases.

A script asks for JSON and stays on the page; without one the page comes back with the result.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, RedirectResponse

from grader.actions.context import Services
from grader.actions.drafts import save_draft
from grader.actions.submissions import submit
from grader.errors import GraderError, NotFound, NotSignedIn
from grader.store.access import Viewer
from grader.store.records import Kind, SubmissionRecord
from grader.web import addresses
from grader.web.assignment import page_with_problem
from grader.web.forms import FromForm
from grader.web.places import FromPlace, Place
from grader.web.rendering import FromPages, Pages
from grader.web.retold import retold
from grader.web.visits import FromVisits, Visits
from grader.web.who import FromAnybody, FromServices

router = APIRouter()
_REQUEST_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")
KINDS: Mapping[str, Kind] = {"submissions": "submission", "runs": "run"}
SHOWN_IN_PLACE = frozenset({409, 413, 422, 429})  # the page comes back with the reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Who pressed which button where; `wants_json` is a script."""

    services: Services
    pages: Pages
    place: Place
    form: Mapping[str, str]
    kind: Kind
    wants_json: bool


async def sender_of(
    request: Request, pages: FromPages, services: FromServices, form: FromForm, place: FromPlace
) -> Sender:
    button = request.path_params["button"]
    if button not in KINDS:
        raise NotFound
    return Sender(
        services=services,
        pages=pages,
        place=place,
        form=form,
        kind=KINDS[button],
        wants_json="application/json" in request.headers.get("accept", ""),
    )


FromSender = Annotated[Sender, Depends(sender_of)]


@router.post(addresses.ASSIGNMENT + "/{button}")
async def send(
    request: Request,
    sender: FromSender,
    found: FromAnybody,
    visits: FromVisits,
) -> Response:
    return await run_in_threadpool(_send, sender, request, found, visits)


def _send(sender: Sender, request: Request, found: Viewer | None, visits: Visits) -> Response:
    try:
        visit = visits.begin(sender.services, request, sender.place, found, kind=sender.kind)
        record = _stored(sender, visit.viewer)
    except GraderError as refusal:
        return _refused(sender, found, refusal)
    response = _sent(sender, record)
    visits.remember(request, response, visit)
    return response


def _stored(sender: Sender, viewer: Viewer) -> SubmissionRecord:
    source = sender.form.get("source", "")
    record = submit(
        sender.services,
        viewer,
        *sender.place,
        source=source,
        kind=sender.kind,
        idempotency_key=request_key(sender.form.get("request", ""), source),
    )
    if not sender.wants_json:  # a script keeps drafts by itself
        save_draft(sender.services, viewer, *sender.place, source=source, put_aside=True)
    return record


def _sent(sender: Sender, record: SubmissionRecord) -> Response:
    if not sender.wants_json:
        url = addresses.result_url(*sender.place, record.id)
        return RedirectResponse(url, status_code=303)
    url = addresses.submission_url(record.id)
    told = {"id": record.id, "events": f"{url}/events", "panel": f"{url}/panel"}
    return JSONResponse(told, status_code=202)


def _refused(sender: Sender, found: Viewer | None, refusal: GraderError) -> Response:
    """Nothing was stored: say why, and give the code back."""
    if sender.wants_json:
        told = {
            "problem": retold(refusal.message),
            "code": refusal.code,
            "details": dict(refusal.details),
        }
        return JSONResponse(told, status_code=refusal.status)
    source = sender.form.get("source", "")
    if isinstance(refusal, NotSignedIn):
        raise NotSignedIn(kept=source)
    if refusal.status not in SHOWN_IN_PLACE or found is None:
        raise refusal
    page = page_with_problem(sender.services, found, sender.place, source, refusal)
    return sender.pages.response(page, status=refusal.status)


def request_key(form_key: str, source: str) -> str | None:
    """The form's key and its text together: a double click repeats both, a changed text neither.

    The browser's back button brings the same form key back; then other text is another request.
    """
    if not _REQUEST_KEY.match(form_key):
        return None
    digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"form.{form_key}.{digest}"
