"""Count the bytes of every request body while they arrive, and the seconds; stop at fixed caps.

A source of 64 KiB fits even when JSON writes each of its bytes as six (`\\u0041`), and it comes
in a second over a bad line of 4 Mbit/s; whoever drips holds a place for half a minute.
"""

from __future__ import annotations

import asyncio
import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grader.api.refusals import BodyTooLarge, BodyTooSlow
from grader.core.source import MOST_BYTES

MOST_BODY_BYTES = 6 * MOST_BYTES + 4096
MOST_PACK_BODY_BYTES = 4 * 1024 * 1024  # a pack has many files, and only instructors send one
_PACKS = re.compile(r"/api/v1/courses/[^/]+/packs")
# What is read and thrown away behind the cap: a sender who is cut off never reads our answer.
MOST_DRAINED_BYTES = 4 * 1024 * 1024
LONGEST_BODY_SECONDS = 30.0


class BodyCap:
    """ASGI middleware: `receive` raises BodyTooLarge once more than the cap has come, and
    BodyTooSlow when it has not all come in time."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seen, is_whole = 0, False
        most = MOST_PACK_BODY_BYTES if _is_for_packs(scope) else MOST_BODY_BYTES
        ends_at = asyncio.get_running_loop().time() + LONGEST_BODY_SECONDS

        async def capped() -> Message:
            nonlocal seen, is_whole
            if is_whole:  # what comes now is that somebody hangs up
                return await receive()
            try:
                async with asyncio.timeout_at(ends_at):
                    message = await receive()
                    seen += len(message.get("body", b""))
                    if seen > most:
                        await _drain(message, receive)
            except TimeoutError:
                raise BodyTooSlow from None
            if seen > most:
                raise BodyTooLarge
            is_whole = not message.get("more_body", False)
            return message

        await self._app(scope, capped if scope["type"] == "http" else receive, send)


def _is_for_packs(scope: Scope) -> bool:
    return scope["type"] == "http" and bool(_PACKS.fullmatch(scope.get("path", "")))


async def _drain(message: Message, receive: Receive) -> None:
    drained = 0
    while message.get("more_body", False) and drained < MOST_DRAINED_BYTES:
        message = await receive()
        drained += len(message.get("body", b""))
