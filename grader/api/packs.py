"""Send a pack to a course, and learn whether it was published or what is wrong with it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from fastapi.concurrency import run_in_threadpool

from grader.actions.packs import read_upload, send_pack
from grader.api.bodies import body_of, documented
from grader.api.pack_schemas import PackIn, UploadOut
from grader.api.places import COURSE
from grader.api.refusals import PackTooLarge
from grader.api.submissions import FromWait, FromWaitingRoom
from grader.api.who import FromServices, FromViewer
from grader.store.upload_records import UploadRecord

router = APIRouter(tags=["packs"])
FromPack = Annotated[PackIn, Depends(body_of(PackIn, too_large=PackTooLarge))]


@router.post(
    COURSE + "/packs",
    status_code=202,
    summary="Publish a pack",
    openapi_extra=documented(PackIn),
)
def post_pack(
    services: FromServices, viewer: FromViewer, course: str, body: FromPack, response: Response
) -> UploadOut:
    """For instructors. Checked in containers first; ask at `url` what came of it."""
    sent = _shown(send_pack(services, viewer, course, body.files), course)
    response.headers["Location"] = sent.url
    return sent


@router.get(COURSE + "/packs/{upload}", summary="Read what came of a pack, or wait for it")
async def get_pack(
    services: FromServices,
    viewer: FromViewer,
    room: FromWaitingRoom,
    course: str,
    upload: str,
    response: Response,
    wait: FromWait = 0.0,
) -> UploadOut:
    """For instructors. `report` is what `grader pack check --json` prints."""

    def read() -> UploadRecord:
        return read_upload(services, viewer, course, upload)

    def read_final() -> UploadRecord | None:
        found = read()
        return found if found.is_final else None

    record = await run_in_threadpool(read)
    if wait > 0 and not record.is_final:
        waited = await room.wait(upload, wait, read_final)
        record = await run_in_threadpool(read) if waited.found is None else waited.found
        if not waited.had_place:
            response.headers["Retry-After"] = "1"
    return _shown(record, course)


def _shown(record: UploadRecord, course: str) -> UploadOut:
    return UploadOut(
        id=record.id,
        state=record.state,
        url=f"/api/v1/courses/{course}/packs/{record.id}",
        received_at=record.created_at,
        pack=record.pack_name,
        pack_version=record.pack_version,
        report=dict(record.report) if record.report is not None else None,
    )
