"""A running service, as an instructor's `grader pack publish` talks to it.

The pack is sent and checked there. Only when it is asked for does an assignment use it then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any
from urllib.parse import quote

import httpx2

from grader.cli.address import checked_server, checked_token, no_answer
from grader.errors import GraderError

ANSWER_SECONDS = 45.0  # of one request; the service holds it for up to WAIT_SECONDS
WAIT_SECONDS = 30
PAUSE_SECONDS = 1.0  # when the service has no room for one who waits
FINAL = frozenset({"published", "refused", "failed"})


class SendFailed(GraderError):
    """The service did not take the pack."""

    code = "send_failed"


class Service:
    """One course on a running service. Every call raises SendFailed; making one, ServiceRefused."""

    def __init__(
        self,
        server: str,
        course: str,
        *,
        token: str,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self._course = course
        self._client = httpx2.Client(
            base_url=checked_server(server),
            headers={"Authorization": f"Bearer {checked_token(token)}"},
            timeout=ANSWER_SECONDS,
            transport=transport,
        )

    def __enter__(self) -> Service:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, it: BaseException | None, at: TracebackType | None
    ) -> None:
        self._client.close()

    def send(self, files: Mapping[str, str], say: Callable[[str], None]) -> dict[str, Any]:
        """Return what came of it, as the API tells it, once it was checked."""
        sent = self._ask("POST", self._path("packs"), {"files": dict(files)})
        say(f"sent to {self._client.base_url}; it is being checked there")
        while sent["state"] not in FINAL:
            began = time.monotonic()
            sent = self._ask("GET", f"{sent['url']}?wait={WAIT_SECONDS}")
            if time.monotonic() - began < PAUSE_SECONDS and sent["state"] not in FINAL:
                time.sleep(PAUSE_SECONDS)
        return sent

    def assignments(self) -> tuple[dict[str, Any], ...]:
        """Return the assignments of the course with their packs and versions."""
        courses = self._ask("GET", "/api/v1/me")["courses"]
        mine = [one for one in courses if one["course"] == self._course]
        return tuple(assignment for one in mine for assignment in one["assignments"])

    def make_assignment(self, name: str, pack: str, version: str) -> dict[str, Any]:
        wanted = {"assignment": name, "pack": pack, "pack_version": version}
        return self._ask("POST", self._path("assignments"), wanted)

    def update_assignment(self, name: str, version: str) -> dict[str, Any]:
        path = self._path("assignments", name, "version")
        return self._ask("PUT", path, {"pack_version": version})

    def _path(self, *parts: str) -> str:
        return "/".join(("/api/v1/courses", *(quote(p, safe="") for p in (self._course, *parts))))

    def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        where = self._client.base_url
        try:
            answer = self._client.request(method, path, json=body)
            told = answer.json()
        except httpx2.HTTPError as error:
            raise SendFailed(no_answer(str(where).rstrip("/"), error)) from error
        except ValueError as error:
            raise SendFailed(f"{where} is no grader: its answer is not JSON") from error
        if answer.is_error or not isinstance(told, dict):
            detail = told.get("detail") if isinstance(told, dict) else None
            raise SendFailed(f"{where} refused it: {detail or answer.status_code}")
        return told
