"""Count the bytes of every request body while they arrive, and stop at a fixed cap.

A source of 64 KiB fits even when JSON writes each of its bytes as six (`\\u0041`).
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grader.api.refusals import BodyTooLarge
from grader.core.source import MOST_BYTES

MOST_BODY_BYTES = 6 * MOST_BYTES + 4096
# What is read and thrown away behind the cap: a sender who is cut off never reads our answer.
MOST_DRAINED_BYTES = 4 * 1024 * 1024


class BodyCap:
    """ASGI middleware: `receive` raises BodyTooLarge once more than the cap has come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seen = 0

        async def capped() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > MOST_BODY_BYTES:
                await _drain(message, receive)
                raise BodyTooLarge
            return message

        await self._app(scope, capped if scope["type"] == "http" else receive, send)


async def _drain(message: Message, receive: Receive) -> None:
    drained = 0
    while message.get("more_body", False) and drained < MOST_DRAINED_BYTES:
        message = await receive()
        drained += len(message.get("body", b""))
