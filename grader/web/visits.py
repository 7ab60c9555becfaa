"""Visitors without an account: the first run makes one, at a pace that no machine can abuse."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar, cast

from fastapi import Depends, Request, Response

from grader.actions.context import Services
from grader.actions.practice import begin_visit
from grader.errors import GraderError, NotSignedIn
from grader.store.access import Viewer, access_practice
from grader.store.records import Kind
from grader.web.sessions import Sessions
from grader.web.who import viewer_behind

MOST_A_MINUTE = 120  # new visitors, all together: a class that begins at once, no flood


class TooManyVisitors(GraderError):
    """Too many people begin to practise at this moment; try again in a minute."""

    status: ClassVar[int] = 429
    code: ClassVar[str] = "too_many_visitors"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Who sends; `token` is new and must be remembered, or None."""

    viewer: Viewer
    token: str | None


class Visits:
    """Counts in this process alone, which is enough to keep a flood out of the database."""

    def __init__(self, sessions: Sessions, clock: Callable[[], float] = time.monotonic) -> None:
        self._sessions = sessions
        self._clock = clock
        self._begun: deque[float] = deque(maxlen=MOST_A_MINUTE)

    def begin(
        self,
        services: Services,
        place: tuple[str, str],
        found: Viewer | None,
        *,
        kind: Kind,
    ) -> Visit:
        """Raises NotSignedIn where only an account helps, and TooManyVisitors."""
        if found is not None:
            return Visit(viewer=found, token=None)
        if kind != "run" or not _is_open(services, place):
            raise NotSignedIn
        self._check_pace()
        token = begin_visit(services)
        viewer = viewer_behind(services, token)
        assert viewer is not None
        return Visit(viewer=viewer, token=token)

    def remember(self, request: Request, response: Response, visit: Visit) -> None:
        """In a cookie, and for an embedded page, whose cookies may be blocked, in a header."""
        if visit.token is not None:
            self._sessions.begin(request, response, visit.token)
            response.headers["Grader-Session"] = self._sessions.sealed(visit.token)

    def _check_pace(self) -> None:
        now = self._clock()
        if len(self._begun) == MOST_A_MINUTE and self._begun[0] > now - 60:
            raise TooManyVisitors
        self._begun.append(now)


def _is_open(services: Services, place: tuple[str, str]) -> bool:
    try:
        with services.store.reading() as unit:
            access_practice(unit, *place)
    except GraderError:
        return False
    return True


async def visits_of(request: Request) -> Visits:
    return cast("Visits", request.app.state.visits)


FromVisits = Annotated[Visits, Depends(visits_of)]
