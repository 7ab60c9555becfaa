"""Results as they come: a stream of server-sent events, and the same by asking again and again.

A stream is `state` events while a submission waits, one `panel` with the HTML once it is final,
then `end`. Who loses the connection asks for the panel instead; both say the same.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeVar, cast

from fastapi import APIRouter, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from grader.actions.context import Services
from grader.actions.feedback import searched_functions
from grader.store import reads
from grader.store.access import Viewer, access_submission
from grader.store.records import FINAL_STATES
from grader.web import addresses
from grader.web.attempts import attempts_line
from grader.web.panel import Panel, panel_of
from grader.web.progress import stuck_at
from grader.web.rendering import FromPages, Pages
from grader.web.who import FromLearner, FromServices

router = APIRouter()
T = TypeVar("T")
Found_co = TypeVar("Found_co", covariant=True)
PAUSES_SECONDS = (0.5, 1.0, 1.0, 2.0)  # between looks at the queue; a verdict ends any of them
LONGEST_PAUSE_SECONDS = 5.0
SEARCH_PAUSE_SECONDS, SEARCH_LOOKS = 0.25, 8
LONGEST_STREAM_SECONDS = 300.0  # then the browser connects anew by itself


class Waited(Protocol[Found_co]):
    @property
    def found(self) -> Found_co | None: ...


class WaitingRoom(Protocol):
    """Where `grader.app` lets those wait who ask for a result; bounded, and woken by a message."""

    def wait(
        self, submission_id: str, seconds: float, ready: Callable[[], T | None]
    ) -> Coroutine[Any, Any, Waited[T]]: ...


async def waiting_room_of(request: Request) -> WaitingRoom:
    return cast("WaitingRoom", request.app.state.waiting_room)


FromWaitingRoom = Annotated[WaitingRoom, Depends(waiting_room_of)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """Somebody who waits for one submission."""

    services: Services
    viewer: Viewer
    submission_id: str

    def panel(self) -> Panel:
        with self.services.store.reading() as unit:
            record = access_submission(unit, self.viewer, self.submission_id)
            wait = reads.wait_of(unit, record.id) if record.state == "queued" else None
            lines = reads.history_of(unit, record.assignment.id, record.learner.id)
            searching = searched_functions(unit, record)
            is_stuck = record.is_final and stuck_at(unit, self.viewer, lines)
        return panel_of(
            record,
            self.viewer,
            wait=wait,
            attempts=None if self.viewer.is_visitor else attempts_line(lines),
            searching=searching,
            is_stuck=is_stuck,
        )

    def final_panel(self) -> Panel | None:
        with self.services.store.reading() as unit:
            is_final = reads.submission_state(unit, self.submission_id) in FINAL_STATES
        return self.panel() if is_final else None


@router.get(addresses.SUBMISSION + "/panel")
def show_panel(
    pages: FromPages, services: FromServices, viewer: FromLearner, submission: str
) -> Response:
    """The results column alone. 202 as long as it is not final."""
    panel = Watcher(services=services, viewer=viewer, submission_id=submission).panel()
    text = pages.part(panel.template, panel=panel)
    response = Response(text, status_code=200 if panel.is_final else 202, media_type="text/html")
    response.headers["Grader-Status"] = _told(panel)
    return response


@router.get(addresses.SUBMISSION + "/events")
async def stream(
    pages: FromPages,
    services: FromServices,
    viewer: FromLearner,
    room: FromWaitingRoom,
    submission: str,
) -> Response:
    watcher = Watcher(services=services, viewer=viewer, submission_id=submission)
    first = await run_in_threadpool(watcher.panel)  # refuses before the stream begins
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    lines = _events(watcher, first, room, pages)
    return StreamingResponse(lines, media_type="text/event-stream", headers=headers)


async def _events(
    watcher: Watcher, first: Panel, room: WaitingRoom, pages: Pages
) -> AsyncIterator[str]:
    panel, step = first, 0
    ends_at = asyncio.get_running_loop().time() + LONGEST_STREAM_SECONDS
    while not panel.is_final:
        yield _event("state", _told(panel))
        if asyncio.get_running_loop().time() > ends_at:
            return
        pause = PAUSES_SECONDS[step] if step < len(PAUSES_SECONDS) else LONGEST_PAUSE_SECONDS
        waited = await room.wait(watcher.submission_id, pause, watcher.final_panel)
        found = waited.found
        panel = await run_in_threadpool(watcher.panel) if found is None else found
        step += 1
    html = await run_in_threadpool(pages.part, panel.template, panel=panel)
    yield _event("panel", json.dumps({"html": html}))
    if panel.is_searching:
        panel = await _explained(watcher)
        html = await run_in_threadpool(pages.part, panel.template, panel=panel)
        yield _event("explained", json.dumps({"html": html}))
    yield _event("end", "{}")


async def _explained(watcher: Watcher) -> Panel:
    """Wait a little for the smallest cases; who has none by then is not told of any."""
    for _look in range(SEARCH_LOOKS):
        await asyncio.sleep(SEARCH_PAUSE_SECONDS)
        panel = await run_in_threadpool(watcher.panel)
        if not panel.is_searching:
            break
    return panel


def _told(panel: Panel) -> str:
    return json.dumps({"state": panel.state, "said": panel.headline})


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"
