"""Send a file to be graded or run, and learn what came of it."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from grader.actions.context import Services
from grader.actions.feedback import searched_functions, shown_grade
from grader.actions.submissions import submit
from grader.api.bodies import body_of, documented
from grader.api.paging import FromPart
from grader.api.places import ASSIGNMENT, FromPlace, Place, url_of
from grader.api.schemas import (
    Accepted,
    GradeOut,
    LineOut,
    Lines,
    SourceIn,
    SubmissionOut,
    WaitOut,
)
from grader.api.waiting import WaitingRoom
from grader.api.who import FromServices, FromViewer
from grader.core.model import Role
from grader.errors import SourceTooLarge
from grader.store import reads
from grader.store.access import Viewer, access_assignment, access_submission
from grader.store.lesson_records import Wait
from grader.store.records import FINAL_STATES, Kind, SubmissionLine, SubmissionRecord

LONGEST_WAIT_SECONDS = 30.0
router = APIRouter(tags=["submissions"])

FromSource = Annotated[SourceIn, Depends(body_of(SourceIn, too_large=SourceTooLarge))]


async def waiting_room_of(request: Request) -> WaitingRoom:
    return cast("WaitingRoom", request.app.state.waiting_room)


FromWaitingRoom = Annotated[WaitingRoom, Depends(waiting_room_of)]
FromWait = Annotated[
    float,
    Query(
        ge=0,
        le=LONGEST_WAIT_SECONDS,
        allow_inf_nan=False,
        description="Seconds to wait for a final state, at most 30. The answer comes as soon as "
        "the state is final. With `Retry-After` in the answer, too many were waiting already.",
    ),
]


FromIdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="Up to 255 characters. The same key with the same body answers with the same "
        "submission, so that a lost answer can be asked for again.",
    ),
]


@router.post(
    ASSIGNMENT + "/submissions",
    status_code=202,
    summary="Submit a file",
    openapi_extra=documented(SourceIn),
)
def post_submission(
    services: FromServices,
    viewer: FromViewer,
    place: FromPlace,
    body: FromSource,
    response: Response,
    key: FromIdempotencyKey = None,
) -> Accepted:
    """Grades every case, visible and hidden. Counts as an attempt. Ask at `url` for the grade."""
    sent = _send(services, viewer, place, body.source, kind="submission", key=key)
    response.headers["Location"] = sent.url
    return sent


@router.post(
    ASSIGNMENT + "/runs",
    status_code=202,
    summary="Run the visible cases",
    openapi_extra=documented(SourceIn),
)
def post_run(
    services: FromServices,
    viewer: FromViewer,
    place: FromPlace,
    body: FromSource,
    response: Response,
    key: FromIdempotencyKey = None,
) -> Accepted:
    """Runs the visible cases only. Uses no attempt and changes no result."""
    sent = _send(services, viewer, place, body.source, kind="run", key=key)
    response.headers["Location"] = sent.url
    return sent


@router.get("/submissions/{submission}", summary="Read a submission, or wait for its grade")
async def get_submission(
    services: FromServices,
    viewer: FromViewer,
    room: FromWaitingRoom,
    submission: str,
    response: Response,
    wait: FromWait = 0.0,
) -> SubmissionOut:
    """Your own, or any of a course whose staff you are. A run is read the same way."""

    def read() -> SubmissionRecord:
        with services.store.reading() as unit:
            return access_submission(unit, viewer, submission)

    def read_final() -> SubmissionRecord | None:
        with services.store.reading() as unit:
            is_final = reads.submission_state(unit, submission) in FINAL_STATES
        return read() if is_final else None

    record: SubmissionRecord = await run_in_threadpool(read)
    if wait > 0 and not record.is_final:
        waited = await room.wait(submission, wait, read_final)
        record = await run_in_threadpool(read) if waited.found is None else waited.found
        if not waited.had_place:
            response.headers["Retry-After"] = "1"
    return await run_in_threadpool(_shown, services, record, viewer)


@router.get(ASSIGNMENT + "/submissions", summary="List your submissions")
def list_submissions(
    services: FromServices, viewer: FromViewer, place: FromPlace, part: FromPart
) -> Lines:
    """Your own submissions of an assignment, newest first, without runs."""
    with services.store.reading() as unit:
        assignment = access_assignment(unit, viewer, place.course, place.assignment)
        page = reads.submissions_of(
            unit, assignment.id, viewer.person_id, cursor=part.cursor, limit=part.limit
        )
    return Lines(items=[_line(line) for line in page.items], next=page.next)


def _send(
    services: Services, viewer: Viewer, place: Place, source: str, *, kind: Kind, key: str | None
) -> Accepted:
    record = submit(
        services,
        viewer,
        place.course,
        place.assignment,
        source=source,
        kind=kind,
        idempotency_key=key,
    )
    return Accepted(id=record.id, state=record.state, url=url_of(record.id))


def _shown(services: Services, record: SubmissionRecord, viewer: Viewer) -> SubmissionOut:
    role = viewer.role_in(record.assignment.course) or Role.LEARNER
    grade = shown_grade(record, role, now=services.now())
    with services.store.reading() as unit:
        wait = reads.wait_of(unit, record.id) if record.state == "queued" else None
        searching = bool(searched_functions(unit, record))
    return SubmissionOut(
        id=record.id,
        kind=record.kind,
        attempt=record.attempt,
        state=record.state,
        received_at=record.received_at,
        wait=_wait(wait) if wait else None,
        searching=searching,
        grade=GradeOut.model_validate(grade) if grade else None,
    )


def _wait(wait: Wait) -> WaitOut:
    known = wait.ahead > 0 and wait.seconds_each is not None
    seconds = max(1, round(wait.ahead * (wait.seconds_each or 0))) if known else None
    return WaitOut(ahead=wait.ahead, seconds=seconds)


def _line(line: SubmissionLine) -> LineOut:
    return LineOut(
        id=line.id,
        attempt=line.attempt,
        state=line.state,
        received_at=line.received_at,
        verdict=line.verdict,
        score=line.score,
        max_score=line.max_score,
        url=url_of(line.id),
    )
