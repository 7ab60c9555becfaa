"""Send a learner's file to a running service, wait for what comes of it, and tell it in lines."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2

from grader.core.report import smallest
from grader.core.source import MOST_BYTES
from grader.errors import GraderError, Malformed, SourceTooLarge

ANSWER_SECONDS = 45.0  # of one request; the service holds it for up to WAIT_SECONDS
WAIT_SECONDS = 20
PAUSE_SECONDS = 1.0
FINAL = frozenset({"graded", "parked", "cancelled"})
STATES: Mapping[str, str] = {
    "queued": "waiting for a free place",
    "running": "running",
    "parked": "could not be graded yet; staff have been told, and no attempt is used",
    "cancelled": "cancelled",
}


class ServiceRefused(GraderError):
    """The service did not do what was asked."""

    code = "service_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Which assignment on which server, and whose token."""

    server: str
    course: str
    assignment: str
    token: str

    def path(self, what: str) -> str:
        course, assignment = (quote(one, safe="") for one in (self.course, self.assignment))
        return f"/api/v1/courses/{course}/assignments/{assignment}/{what}"


def read_source(file: Path) -> str:
    """Told before it is sent: what no service takes. Raises Malformed, SourceTooLarge."""
    try:
        raw = file.read_bytes()
        source = raw.decode("utf-8-sig")
    except OSError as error:
        raise Malformed(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Malformed(f"{file} is not UTF-8 text.") from error
    if len(raw) > MOST_BYTES:
        raise SourceTooLarge(f"{file} is larger than 64 KiB; nothing was sent.")
    return source


def send(
    address: Address,
    what: str,
    source: str,
    *,
    say: Callable[[str], None],
    transport: httpx2.BaseTransport | None = None,
) -> dict[str, Any]:
    """`what` is `submissions` or `runs`. Return the submission once it is final.

    A lost answer is asked for again under the same key, so nothing is sent twice.
    Raises ServiceRefused.
    """
    headers = {"Authorization": f"Bearer {address.token}", "Idempotency-Key": uuid.uuid4().hex}
    with httpx2.Client(
        base_url=address.server, headers=headers, timeout=ANSWER_SECONDS, transport=transport
    ) as client:
        accepted = _ask(client, "POST", address.path(what), {"source": source})
        return _wait(client, str(accepted["url"]), say)


def _wait(client: httpx2.Client, url: str, say: Callable[[str], None]) -> dict[str, Any]:
    told = ""
    while True:
        began = time.monotonic()
        found = _ask(client, "GET", f"{url}?wait={WAIT_SECONDS}")
        if found["state"] in FINAL:
            return found
        if found["state"] != told:
            told = found["state"]
            say(STATES.get(told, told))
        if time.monotonic() - began < PAUSE_SECONDS:
            time.sleep(PAUSE_SECONDS)


def _ask(
    client: httpx2.Client, method: str, path: str, body: Mapping[str, str] | None = None
) -> dict[str, Any]:
    try:
        answer = client.request(method, path, json=body)
        told = answer.json()
    except httpx2.HTTPError as error:
        raise ServiceRefused(f"{client.base_url} does not answer: {error}") from error
    except ValueError as error:
        raise ServiceRefused(f"{client.base_url} is no grader: its answer is not JSON") from error
    if answer.is_error or not isinstance(told, dict):
        detail = told.get("detail") if isinstance(told, dict) else None
        raise ServiceRefused(str(detail or f"{client.base_url} answered {answer.status_code}"))
    return told


def has_passed(submission: Mapping[str, Any]) -> bool:
    grade = submission.get("grade")
    return bool(grade and grade["verdict"] == "passed")


def told(submission: Mapping[str, Any]) -> str:
    """The result as lines for a terminal, problems with what they returned and a thought."""
    grade = submission.get("grade")
    if grade is None:
        return STATES.get(submission["state"], submission["state"])
    return "\n".join(_lines(grade))


def _lines(grade: Mapping[str, Any]) -> Iterator[str]:
    functions = grade["functions"]
    passed = sum(function["verdict"] == "passed" for function in functions)
    points = f"{round(grade['score'], 2):g} of {round(grade['max_score'], 2):g} points"
    yield f"{passed} of {len(functions)} functions pass: {points}."
    if grade["load"]["message"]:
        yield from ("", *inert(grade["load"]["message"]).splitlines())
        return
    width = max((len(function["name"]) for function in functions), default=0)
    for function in functions:
        yield f"{function['name']:{width}}  {function['verdict'].replace('_', ' ')}"
        if function["verdict"] != "passed":
            yield from (f"    {line}" for line in _details(function))


def _details(function: Mapping[str, Any]) -> Iterator[str]:
    diagnosis = function.get("diagnosis") or {}
    found = function.get("counterexample")
    hint = diagnosis.get("hint") or function.get("hint")
    if function["message"]:
        yield from inert(function["message"]).splitlines()
    if hint:
        yield f"Hint: {hint}"
    if found:
        yield inert(smallest(found))


def inert(text: str) -> str:
    """What a learner's program said must not steer the terminal."""
    return "".join(
        one if one.isprintable() or one == "\n" else "\N{REPLACEMENT CHARACTER}" for one in text
    )
