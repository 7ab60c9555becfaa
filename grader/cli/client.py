"""Send a learner's file to a running service and wait for what comes of it.

The same file to the same place is sent under the same key, so that whoever was interrupted asks
again and finds what he sent: no second attempt.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import httpx2

from grader.cli.address import ServiceRefused, checked_server, checked_token, no_answer

ANSWER_SECONDS = 45.0  # of one request; the service holds it for up to WAIT_SECONDS
CONNECT_SECONDS = 10.0
WAIT_SECONDS = 2  # so often is told how far it is
PAUSE_SECONDS = 1.0
PATIENCE_SECONDS = 120.0  # with a service that is away: as long as a restart may take
SEARCH_SECONDS, SEARCH_PAUSE_SECONDS = 3.0, 0.3
AWAY = frozenset({502, 503, 504})  # what a proxy says while the service starts again
FINAL = frozenset({"graded", "parked", "cancelled"})
STATES: Mapping[str, str] = {
    "queued": "waiting for a free place",
    "running": "running",
    "parked": "could not be graded yet; staff have been told, and no attempt is used",
    "cancelled": "cancelled",
}
Say = Callable[[str], None]  # shows how far it is
SAFE = "What you sent is safe; the same command again shows its result."


class ServiceAway(ServiceRefused):
    """The service does not answer just now."""


class NotThere(ServiceRefused):
    """There is no such course or assignment for this person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Which assignment on which server, and whose token."""

    server: str
    course: str
    assignment: str
    token: str = field(repr=False)

    def path(self, what: str) -> str:
        course, assignment = (quote(one, safe="") for one in (self.course, self.assignment))
        return f"/api/v1/courses/{course}/assignments/{assignment}/{what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What came of it. `before`: this very file had been sent and graded before."""

    submission: Mapping[str, Any]
    before: bool


def send(
    address: Address,
    what: str,
    source: str,
    *,
    say: Say,
    again: bool = False,
    transport: httpx2.BaseTransport | None = None,
) -> Sent:
    """`what` is `submissions` or `runs`. Return once it is final.

    A submission that was sent before is found again, unless it is meant to be sent `again`.
    Raises ServiceRefused, ServiceAway.
    """
    is_new = again or what == "runs"  # a run costs nothing, and its files may change by chance
    key = uuid.uuid4().hex if is_new else _key(address, source)
    with _client(address, key, transport) as client:
        accepted = _sent(client, address, what, source)
        before = accepted["state"] in FINAL
        submission = _wait(client, str(accepted["url"]), say)
    return Sent(submission=submission, before=before)


def _key(address: Address, source: str) -> str:
    """The person is not part of it: keys are his own, on the server."""
    whole = "\0".join((address.course, address.assignment, source))
    return f"cli.{sha256(whole.encode()).hexdigest()}"


def _client(address: Address, key: str, transport: httpx2.BaseTransport | None) -> httpx2.Client:
    server, token = checked_server(address.server), checked_token(address.token)
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    timeout = httpx2.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)
    try:
        return httpx2.Client(base_url=server, headers=headers, timeout=timeout, transport=transport)
    except (httpx2.InvalidURL, ValueError) as error:
        raise ServiceRefused(f"{address.server!r} is no address of a server: {error}.") from error


def _sent(client: httpx2.Client, address: Address, what: str, source: str) -> dict[str, Any]:
    try:
        return _ask(client, "POST", address.path(what), {"source": source})
    except NotThere as error:
        raise NotThere(f"{error.message} {_known(client, address)}") from error


def _known(client: httpx2.Client, address: Address) -> str:
    """Where he could have sent it, for who mistyped a name."""
    wanted = f"{address.course}/{address.assignment}"
    courses = _ask(client, "GET", "/api/v1/me")["courses"]
    known = [
        f"{course['course']}/{one['assignment']}"
        for course in courses
        for one in course["assignments"]
    ]
    return f"You asked for {wanted}; you have: {', '.join(known) or 'no course yet'}."


def _wait(client: httpx2.Client, url: str, say: Say) -> dict[str, Any]:
    searched_until, seconds = 0.0, 0
    while True:
        began = time.monotonic()
        found = _patiently(client, f"{url}?wait={seconds}", say)
        if found["state"] in FINAL:
            searched_until = searched_until or began + SEARCH_SECONDS
            if not found.get("searching") or time.monotonic() > searched_until:
                return found
            say("looking for the smallest case that fails")
            time.sleep(SEARCH_PAUSE_SECONDS)
            continue
        say(progress(found))
        if seconds and time.monotonic() - began < PAUSE_SECONDS:
            time.sleep(PAUSE_SECONDS)
        seconds = WAIT_SECONDS


def progress(submission: Mapping[str, Any]) -> str:
    wait = submission.get("wait") or {}
    ahead, seconds = wait.get("ahead") or 0, wait.get("seconds")
    if submission["state"] != "queued" or not ahead:
        return STATES.get(submission["state"], submission["state"])
    about = f", about {seconds} s" if seconds else ""
    return f"{ahead} before yours{about}"


def _patiently(client: httpx2.Client, path: str, say: Say) -> dict[str, Any]:
    """The service may be started anew meanwhile; what was sent is in its database."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return _ask(client, "GET", path)
        except ServiceAway as error:
            if time.monotonic() > give_up:
                raise ServiceAway(f"{error.message} {SAFE}") from error
            say("the service does not answer; what you sent is safe; asking again")
            time.sleep(PAUSE_SECONDS)


def _ask(
    client: httpx2.Client, method: str, path: str, body: Mapping[str, str] | None = None
) -> dict[str, Any]:
    server = str(client.base_url).rstrip("/")
    try:
        answer = client.request(method, path, json=body)
    except httpx2.HTTPError as error:
        raise ServiceAway(no_answer(server, error)) from error
    if answer.status_code in AWAY:
        raise ServiceAway(f"{server} is not ready: it answered {answer.status_code}.")
    try:
        told = answer.json()
    except ValueError as error:
        raise ServiceRefused(f"{server} is no grader: its answer is not JSON.") from error
    if answer.is_error or not isinstance(told, dict):
        detail = told.get("detail") if isinstance(told, dict) else None
        kind = NotThere if answer.status_code == 404 and detail else ServiceRefused
        raise kind(str(detail or f"{server} answered {answer.status_code}."))
    return told
