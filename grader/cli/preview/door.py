"""The way in: the author's own page, and behind it the service's, as a signed-in learner sees them.

Plain ASGI around the application. Only this machine's browser gets in, by an address that no other
site can borrow. No cookie is set: a browser sends one to every port of a host, so ours would sign
its owner out of a service beside this one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from grader.cli.preview.board import Board

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]
Headers: TypeAlias = Iterable[tuple[bytes, bytes]]

HOME = "/author"
NAMES = frozenset({"127.0.0.1", "localhost"})
FILES = {
    HOME: ("page.html", "text/html"),
    f"{HOME}/page.css": ("page.css", "text/css"),
    f"{HOME}/page.js": ("page.js", "text/javascript"),
}
SENDING = ("/runs", "/submissions")
LONGEST_WAIT_SECONDS = 20.0
LOOK_SECONDS = 0.05
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
OWN_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
KEPT_BACK = frozenset({b"set-cookie", b"clear-site-data"})


class Door:
    def __init__(self, app: App, board: Board, *, is_ending: Callable[[], bool]) -> None:
        self._app = app
        self._board = board
        self._is_ending = is_ending

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif _host(scope) not in NAMES:
            await _answer(send, 403, "Use the address that the command printed.", "text/plain")
        elif scope["path"].startswith(HOME):
            await self._own(scope, send)
        elif scope["method"] == "GET" and scope["path"] == "/" and _is_a_tab(scope):
            await _answer(send, 307, "", "text/plain", {"Location": HOME})
        elif _sends(scope) and (refusal := self._board.news.refusal):
            told = {"problem": refusal, "code": "preview_cannot_grade", "details": {}}
            await _answer(send, 409, json.dumps(told), "application/json")
        else:
            await self._app(scope, receive, _framed(send))

    async def _own(self, scope: Message, send: Send) -> None:
        if scope["path"] == f"{HOME}/news":
            await _answer(send, 200, json.dumps(await self._news(scope)), "application/json")
        elif scope["path"] in FILES:
            name, kind = FILES[scope["path"]]
            await _answer(send, 200, (Path(__file__).parent / name).read_text("utf-8"), kind)
        else:
            await _answer(send, 404, "There is no such page.", "text/plain")

    async def _news(self, scope: Message) -> Any:
        """Wait until there is something that the asker has not seen, or for a while."""
        seen = parse_qs(scope["query_string"].decode("latin-1")).get("seen", [""])[0]
        clock = asyncio.get_running_loop().time
        deadline = clock() + LONGEST_WAIT_SECONDS
        while str(self._board.number) == seen and clock() < deadline and not self._is_ending():
            await asyncio.sleep(LOOK_SECONDS)
        return self._board.as_json()


def _framed(send: Send) -> Send:
    """Let the author's page, and no other, show the answer in its frame."""

    async def send_framed(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [
                (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors 'self'"))
                for name, value in message["headers"]
                if name.lower() not in KEPT_BACK
            ]
        await send(message)

    return send_framed


def _header(scope: Message, wanted: bytes) -> str:
    found: Headers = scope["headers"]
    return next((value.decode("latin-1") for name, value in found if name == wanted), "")


def _host(scope: Message) -> str:
    return _header(scope, b"host").rpartition(":")[0]


def _is_a_tab(scope: Message) -> bool:
    return _header(scope, b"sec-fetch-dest") == "document"


def _sends(scope: Message) -> bool:
    path: str = scope["path"]
    return bool(scope["method"] == "POST" and path.endswith(SENDING))


async def _answer(
    send: Send, status: int, text: str, kind: str, headers: dict[str, str] | None = None
) -> None:
    body = text.encode("utf-8", "replace")
    told = {
        **OWN_HEADERS,
        **(headers or {}),
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Length": str(len(body)),
    }
    coded = [(name.lower().encode(), value.encode("latin-1")) for name, value in told.items()]
    await send({"type": "http.response.start", "status": status, "headers": coded})
    await send({"type": "http.response.body", "body": body})
