"""Keep what is typed: the page sends it while somebody writes."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from grader.actions.drafts import save_draft
from grader.errors import GraderError
from grader.store.lesson_records import SavedDraft
from grader.web import addresses
from grader.web.forms import FromForm
from grader.web.said import clock_time
from grader.web.who import FromLearner, FromServices

router = APIRouter()


@router.post(addresses.ASSIGNMENT + "/draft")
async def save(
    services: FromServices, viewer: FromLearner, form: FromForm, course: str, assignment: str
) -> Response:
    """200 when it is kept; 409 with the newer text when another tab or device was faster."""
    revision = form.get("revision", "")
    try:
        saved = await run_in_threadpool(
            save_draft,
            services,
            viewer,
            course,
            assignment,
            source=form.get("source", ""),
            seen_revision=int(revision) if revision.isdecimal() and len(revision) < 10 else None,
            put_aside=form.get("aside") == "yes",
        )
    except GraderError as refusal:
        return JSONResponse({"problem": refusal.message}, status_code=refusal.status)
    return JSONResponse(_told(saved), status_code=200 if saved.is_saved else 409)


def _told(saved: SavedDraft) -> dict[str, object]:
    draft = saved.draft
    told = {"revision": draft.revision, "at": clock_time(draft.saved_at)}
    return told if saved.is_saved else {**told, "source": draft.source}
