"""The session cookie: the person's token, sealed with the service's key.

Opaque to the browser, unreadable without the key, gone after MAX_AGE_SECONDS, and worth nothing
once the token itself is revoked, since every request looks the token up again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from cryptography.fernet import Fernet, InvalidToken
from fastapi import Request, Response

COOKIE = "grader_session"
HEADER = "Grader-Session"
MAX_AGE_SECONDS = 7 * 24 * 3600
PURPOSE = b"grader.web.sessions/1"
LONGEST_COOKIE = 1024


class Sessions:
    def __init__(self, secret_key: str) -> None:
        key = hmac.digest(secret_key.encode(), PURPOSE, hashlib.sha256)
        self._seal = Fernet(base64.urlsafe_b64encode(key))

    def token(self, request: Request) -> str | None:
        """The token that signed in, or None: no cookie, a forged one, or one too old."""
        sealed = request.headers.get(HEADER) or request.cookies.get(COOKIE, "")
        if not sealed or len(sealed) > LONGEST_COOKIE:
            return None
        try:
            return self._seal.decrypt(sealed.encode(), ttl=MAX_AGE_SECONDS).decode()
        except (InvalidToken, UnicodeError):
            return None

    def sealed(self, token: str) -> str:
        return self._seal.encrypt(token.encode()).decode()

    def begin(self, request: Request, response: Response, token: str) -> None:
        response.set_cookie(
            COOKIE,
            self.sealed(token),
            max_age=MAX_AGE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )

    def end(self, request: Request, response: Response) -> None:
        """Forget the cookie, and the pages the browser kept."""
        response.delete_cookie(
            COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https"
        )
        response.headers["Clear-Site-Data"] = '"cache"'
