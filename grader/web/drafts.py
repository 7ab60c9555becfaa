"""Keep what is typed: the page sends it while somebody writes."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from grader.actions.context import Services
from grader.actions.drafts import save_draft
from grader.errors import GraderError
from grader.store.access import Viewer
from grader.store.lesson_records import SavedDraft
from grader.web import addresses
from grader.web.forms import FromForm
from grader.web.places import FromPlace, Place
from grader.web.said import clock_time
from grader.web.visits import FromVisits
from grader.web.who import FromAnybody, FromServices

router = APIRouter()


@router.post(addresses.ASSIGNMENT + "/draft")
async def save(
    request: Request,
    services: FromServices,
    found: FromAnybody,
    visits: FromVisits,
    form: FromForm,
    place: FromPlace,
) -> Response:
    """200 when it is kept; 409 with the newer text when another tab or device was faster."""

    def saved() -> Response:
        try:
            visit = visits.begin(services, request, place, found, kind="draft")
            response = _saved(services, visit.viewer, place, form)
        except GraderError as refusal:
            return JSONResponse({"problem": refusal.message}, status_code=refusal.status)
        visits.remember(request, response, visit)
        return response

    return await run_in_threadpool(saved)


def _saved(
    services: Services, viewer: Viewer, place: Place, form: Mapping[str, str]
) -> JSONResponse:
    revision = form.get("revision", "")
    kept = save_draft(
        services,
        viewer,
        *place,
        source=form.get("source", ""),
        seen_revision=int(revision) if revision.isdecimal() and len(revision) < 10 else None,
        put_aside=form.get("aside") == "yes",
    )
    return JSONResponse(_told(kept), status_code=200 if kept.is_saved else 409)


def _told(saved: SavedDraft) -> dict[str, object]:
    draft = saved.draft
    told = {"revision": draft.revision, "at": clock_time(draft.saved_at)}
    return told if saved.is_saved else {**told, "source": draft.source}
