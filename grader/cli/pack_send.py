"""Send a pack to a running service and wait until its workers have checked it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

import httpx2

from grader.errors import GraderError

ANSWER_SECONDS = 45.0  # of one request; the service holds it for up to WAIT_SECONDS
WAIT_SECONDS = 30
PAUSE_SECONDS = 1.0  # when the service has no room for one who waits
FINAL = frozenset({"published", "refused", "failed"})


class SendFailed(GraderError):
    """The service did not take the pack."""

    code = "send_failed"


def send(
    server: str,
    course: str,
    files: Mapping[str, str],
    *,
    token: str,
    say: Callable[[str], None],
    transport: httpx2.BaseTransport | None = None,
) -> dict[str, Any]:
    """Return what came of it, as the API tells it. Raises SendFailed."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx2.Client(
        base_url=server, headers=headers, timeout=ANSWER_SECONDS, transport=transport
    ) as client:
        sent = _ask(client, "POST", f"/api/v1/courses/{quote(course, safe='')}/packs", files)
        say(f"sent to {server}; it is being checked there")
        while sent["state"] not in FINAL:
            began = time.monotonic()
            sent = _ask(client, "GET", f"{sent['url']}?wait={WAIT_SECONDS}")
            if time.monotonic() - began < PAUSE_SECONDS and sent["state"] not in FINAL:
                time.sleep(PAUSE_SECONDS)
    return sent


def _ask(
    client: httpx2.Client, method: str, path: str, files: Mapping[str, str] | None = None
) -> dict[str, Any]:
    try:
        body = None if files is None else {"files": dict(files)}
        answer = client.request(method, path, json=body)
        told = answer.json()
    except httpx2.HTTPError as error:
        raise SendFailed(f"{client.base_url} does not answer: {error}") from error
    except ValueError as error:
        raise SendFailed(f"{client.base_url} is no grader: its answer is not JSON") from error
    if answer.is_error or not isinstance(told, dict):
        detail = told.get("detail") if isinstance(told, dict) else None
        raise SendFailed(f"{client.base_url} refused it: {detail or answer.status_code}")
    return told
