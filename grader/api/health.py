"""Is the service well? For load balancers and whoever is woken at night."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Literal, Protocol, cast

from fastapi import APIRouter, Request

from grader.actions.context import Services
from grader.api.refusals import NotReady
from grader.api.schemas import Healthy, PartOut, Ready
from grader.api.who import FromServices
from grader.store import reads
from grader.store.records import HeartbeatRecord

OLDEST_HEARTBEAT = timedelta(seconds=30)
router = APIRouter(tags=["health"])


class Pings(Protocol):
    def ping(self) -> bool: ...


@router.get("/healthz", summary="Is the web server up?")
async def healthz() -> Healthy:
    """Says that this process answers, and nothing about the rest."""
    return Healthy()


@router.get("/readyz", summary="Is everything up?")
def readyz(request: Request, services: FromServices) -> Ready:
    """Database, broker, and a worker seen within 30 seconds whose sandbox check passed."""
    queue = cast("Pings", request.app.state.queue)
    database = services.store.ping()
    parts = [
        _answers("database", database),
        _answers("broker", queue.ping()),
        _worker(services) if database else _unknown_worker(),
    ]
    if not all(part.ok for part in parts):
        raise NotReady(parts=[part.model_dump() for part in parts])
    return Ready(parts=parts)


def _answers(part: Literal["database", "broker"], ok: bool) -> PartOut:
    return PartOut(part=part, ok=ok, detail="answers" if ok else "does not answer")


def _unknown_worker() -> PartOut:
    return PartOut(part="worker", ok=False, detail="unknown while the database does not answer")


def _worker(services: Services) -> PartOut:
    with services.store.reading() as unit:
        beats = reads.heartbeats(unit)
    since = services.now() - OLDEST_HEARTBEAT
    alive = [beat for beat in beats if beat.at >= since]
    return PartOut(part="worker", ok=any(beat.ok for beat in alive), detail=_told(alive))


def _told(alive: Collection[HeartbeatRecord]) -> str:
    """What holds of the workers, without their names or what the engine said."""
    well = sum(beat.ok for beat in alive)
    if well:
        return f"{well} of {len(alive)} alive with a checked sandbox"
    return "alive, but the sandbox check fails" if alive else "none seen within 30 seconds"
