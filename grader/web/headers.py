"""What every answer has in common: headers that let a page load only what is ours, and HEAD."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def policy(style_nonce: str) -> str:
    """The policy of a page whose own script may add styles that carry this nonce."""
    return POLICY.replace("style-src 'self'", f"style-src 'self' 'nonce-{style_nonce}'")


def framed_policy(style_nonce: str | None, origins: Iterable[str]) -> str:
    """The policy of a page that pages of these origins may show in a frame."""
    own = POLICY if style_nonce is None else policy(style_nonce)
    return own.replace("frame-ancestors 'none'", f"frame-ancestors 'self' {' '.join(origins)}")


# Of pages in a window that an embedded part opened and waits for: others lose sight of each other.
KEEPS_OPENER: Mapping[str, str] = {"Cross-Origin-Opener-Policy": "unsafe-none"}
SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # not no-referrer: that would make a form's Origin "null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Revalidate instead of no-store: the back button must bring a learner's typed code back.
    "Cache-Control": "private, no-cache",
}


class SecurityHeaders:
    """ASGI middleware; a header that a route has set itself wins."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class HeadAsGet:
    """ASGI middleware: answer HEAD as GET; the server leaves the body out by itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_head = scope["type"] == "http" and scope["method"] == "HEAD"
        await self._app({**scope, "method": "GET"} if is_head else scope, receive, send)
