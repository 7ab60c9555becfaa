"""Count the bytes of every request body while they arrive, and stop at a fixed cap.

A source of 64 KiB fits even when JSON writes each of its bytes as six (`\\u0041`).
"""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grader.api.refusals import BodyTooLarge
from grader.core.source import MOST_BYTES

MOST_BODY_BYTES = 6 * MOST_BYTES + 4096
MOST_PACK_BODY_BYTES = 4 * 1024 * 1024  # a pack has many files, and only instructors send one
_PACKS = re.compile(r"/api/v1/courses/[^/]+/packs")
# What is read and thrown away behind the cap: a sender who is cut off never reads our answer.
MOST_DRAINED_BYTES = 4 * 1024 * 1024


class BodyCap:
    """ASGI middleware: `receive` raises BodyTooLarge once more than the cap has come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seen = 0
        most = MOST_PACK_BODY_BYTES if _is_for_packs(scope) else MOST_BODY_BYTES

        async def capped() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                await _drain(message, receive)
                raise BodyTooLarge
            return message

        await self._app(scope, capped if scope["type"] == "http" else receive, send)


def _is_for_packs(scope: Scope) -> bool:
    return scope["type"] == "http" and bool(_PACKS.fullmatch(scope.get("path", "")))


async def _drain(message: Message, receive: Receive) -> None:
    drained = 0
    while message.get("more_body", False) and drained < MOST_DRAINED_BYTES:
        message = await receive()
        drained += len(message.get("body", b""))
