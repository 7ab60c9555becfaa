"""Visitors without an account: the first run makes one, at a pace that no machine can abuse.

Whoever throws his cookie away is a new visitor, so what one address may do is counted as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, cast

from fastapi import Depends, Request, Response

from grader.actions.context import Services
from grader.actions.practice import begin_visit
from grader.errors import GraderError, NotFound, NotSignedIn
from grader.store.access import Viewer, access_practice
from grader.store.records import Kind
from grader.web.pace import Pace, address_of
from grader.web.sessions import HEADER, Framed, Sessions
from grader.web.who import viewer_behind

VISITOR, FRAMED = "Grader-Visitor", "Grader-Framed"  # our scripts say: for a visitor, in a frame
NEW_A_MINUTE = 120  # visitors, all together: a class that begins at once, no flood
NEW_OF_AN_ADDRESS = 60  # a class behind one address
SENT_BY_AN_ADDRESS = 120  # runs and answers of its visitors


class TooManyVisitors(GraderError):
    """Too many people practise from here at this moment; try again in a minute."""

    status: ClassVar[int] = 429
    code: ClassVar[str] = "too_many_visitors"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Who sends; `token` is new and must be remembered, or None."""

    viewer: Viewer
    token: str | None = field(repr=False)


class Visits:
    def __init__(self, sessions: Sessions, clock: Callable[[], float] = time.monotonic) -> None:
        self._sessions = sessions
        self._new = Pace(NEW_A_MINUTE, clock)
        self._new_by_address = Pace(NEW_OF_AN_ADDRESS, clock)
        self._sent_by_address = Pace(SENT_BY_AN_ADDRESS, clock)

    def begin(
        self,
        services: Services,
        request: Request,
        place: tuple[str, str],
        found: Viewer | None,
        *,
        kind: Kind | Literal["draft"],
    ) -> Visit:
        """Raises NotSignedIn where only an account helps, and TooManyVisitors."""
        if found is not None:
            if found.is_visitor and kind == "run":
                self._check_sending(request)
            return Visit(viewer=found, token=None)
        if kind == "submission" or not _is_meant(request) or not _is_open(services, place):
            raise NotSignedIn
        self._check_sending(request)
        self._check_beginning(request)
        token = begin_visit(services)
        viewer = viewer_behind(services, token)
        assert viewer is not None
        return Visit(viewer=viewer, token=token)

    def remember(self, request: Request, response: Response, visit: Visit) -> None:
        """In a cookie, or for an embedded part, whose cookies may be blocked, in a header."""
        if visit.token is None:
            return
        if FRAMED not in request.headers:
            self._sessions.begin(request, response, visit.token)
            return
        framed = Framed(token=visit.token)
        self._sessions.begin_framed(request, response, framed)
        response.headers[HEADER] = self._sessions.sealed_for_frame(framed)

    def _check_sending(self, request: Request) -> None:
        if not self._sent_by_address.take(address_of(request)):
            raise TooManyVisitors

    def _check_beginning(self, request: Request) -> None:
        """An address is asked first, so that one cannot use up what is there for all."""
        if not (self._new_by_address.take(address_of(request)) and self._new.take()):
            raise TooManyVisitors


def _is_meant(request: Request) -> bool:
    """A page that knew somebody does not make him a visitor when his session has ended."""
    is_script = "application/json" in request.headers.get("accept", "")
    is_script = is_script or "hx-request" in request.headers
    return not is_script or VISITOR in request.headers


def _is_open(services: Services, place: tuple[str, str]) -> bool:
    try:
        with services.store.reading() as unit:
            access_practice(unit, *place)
    except NotFound:
        return False
    return True


async def visits_of(request: Request) -> Visits:
    return cast("Visits", request.app.state.visits)


FromVisits = Annotated[Visits, Depends(visits_of)]
