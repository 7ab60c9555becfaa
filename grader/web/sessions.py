"""Who is signed in where: two kinds of sessions, both a token sealed with the service's key.

A cookie, for our own pages. And a framed session, for parts of lessons in another site's page,
where browsers block that cookie: the part's own script sends it as a header. A second cookie, which
browsers keep apart for that site (`Partitioned`), brings it back when the part is loaded again.
All are opaque and unreadable without the key, end by themselves, and are worth nothing once the
token is revoked, since every request looks the token up again. Neither is good for the other.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass, field

from cryptography.fernet import Fernet, InvalidToken
from fastapi import Request, Response

COOKIE = "grader_session"
FRAMED_COOKIE = "__Host-grader_frame"
HEADER = "Grader-Session"
MAX_AGE_SECONDS = 7 * 24 * 3600
FRAMED_SECONDS = 24 * 3600
LONGEST = 1024
THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})  # trusted by browsers without TLS


@dataclass(frozen=True, slots=True, kw_only=True)
class Framed:
    """Good for these courses only. A visitor's has none, and is good for what is open to all."""

    token: str = field(repr=False)
    course_ids: frozenset[int] = frozenset()

    def joined(self, other: Framed | None) -> Framed:
        """Together with what the same person was let into before."""
        if other is None or other.token != self.token:
            return self
        return Framed(token=self.token, course_ids=self.course_ids | other.course_ids)


class Sessions:
    def __init__(self, secret_key: str) -> None:
        self._cookies = _seal(secret_key, b"grader.web.sessions/1")
        self._frames = _seal(secret_key, b"grader.web.frames/1")

    def token(self, request: Request) -> str | None:
        """Of the cookie, or None: there is none, a forged one, or one too old."""
        sealed = request.cookies.get(_cookie_name(request), "")
        return _opened(self._cookies, sealed, MAX_AGE_SECONDS)

    def begin(self, request: Request, response: Response, token: str) -> None:
        response.set_cookie(
            _cookie_name(request),
            self._cookies.encrypt(token.encode()).decode(),
            max_age=MAX_AGE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=_is_secure(request),
        )

    def end(self, request: Request, response: Response) -> None:
        """Forget the cookie, and the pages the browser kept."""
        response.delete_cookie(
            _cookie_name(request), httponly=True, samesite="lax", secure=_is_secure(request)
        )
        response.headers["Clear-Site-Data"] = '"cache"'

    def sealed_for_frame(self, framed: Framed) -> str:
        courses = ",".join(map(str, sorted(framed.course_ids)))
        return self._frames.encrypt(f"{courses} {framed.token}".encode()).decode()

    def opened(self, sealed: str) -> Framed | None:
        text = _opened(self._frames, sealed, FRAMED_SECONDS)
        if text is None:
            return None
        courses, token = text.split(" ", 1)
        return Framed(token=token, course_ids=frozenset(map(int, filter(None, courses.split(",")))))

    def framed(self, request: Request) -> Framed | None:
        """Of the header, which no page but ours can send."""
        return self.opened(request.headers.get(HEADER, ""))

    def framed_before(self, request: Request) -> Framed | None:
        """Of the cookie. Only to be used for loading a part: it comes with whatever the page
        around asks of us."""
        return self.opened(request.cookies.get(FRAMED_COOKIE, ""))

    def begin_framed(self, request: Request, response: Response, framed: Framed | None) -> None:
        """None ends it. Browsers that keep no such cookie refuse it, all or nothing."""
        if not (_is_secure(request) or request.url.hostname in THIS_MACHINE):
            return
        response.set_cookie(
            FRAMED_COOKIE,
            self.sealed_for_frame(framed) if framed else "",
            max_age=FRAMED_SECONDS if framed else 0,
            httponly=True,
            samesite="none",
            secure=True,
        )
        _partition(response)


def _partition(response: Response) -> None:
    """Python's own cookies know the attribute only from 3.14 on."""
    name, value = response.raw_headers[-1]
    response.raw_headers[-1] = (name, value + b"; Partitioned")


def _seal(secret_key: str, purpose: bytes) -> Fernet:
    key = hmac.digest(secret_key.encode(), purpose, hashlib.sha256)
    return Fernet(base64.urlsafe_b64encode(key))


def _opened(seal: Fernet, sealed: str, seconds: int) -> str | None:
    if not sealed or len(sealed) > LONGEST:
        return None
    try:
        return seal.decrypt(sealed.encode(), ttl=seconds).decode()
    except (InvalidToken, UnicodeError):
        return None


def _cookie_name(request: Request) -> str:
    """With TLS, a name that no other host of the same domain can set a cookie under."""
    return f"__Host-{COOKIE}" if _is_secure(request) else COOKIE


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"
