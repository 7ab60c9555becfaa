"""Where a command sends to, and as whom: what cannot be right is said before anything is sent."""

from __future__ import annotations

import re
import ssl

import httpx2

from grader.errors import GraderError

_TOKEN = re.compile(r"[!-~]+")
_ERRNO = re.compile(r"\A\[[^\]]*\]:? ")
ASK = "Is that the right address (GRADER_SERVER or --server), and does the service run?"


class ServiceRefused(GraderError):
    """The service did not do what was asked."""

    code = "service_refused"


def checked_server(server: str) -> str:
    if not server.startswith(("http://", "https://")):
        raise ServiceRefused(
            f"The server {server!r} must begin with https:// or http://; set GRADER_SERVER."
        )
    return server


def checked_token(token: str) -> str:
    """Blanks and line ends around a token come from copying it. It is never shown."""
    bare = token.strip()
    if not _TOKEN.fullmatch(bare):
        raise ServiceRefused("The token holds a character that no token has; copy it anew.")
    return bare


def no_answer(server: str, error: httpx2.HTTPError) -> str:
    """Say why a server does not answer, without numbers, and what to look at."""
    reason = _ERRNO.sub("", str(error)).rstrip(".") or type(error).__name__
    if isinstance(_first_cause(error), ssl.SSLError):
        return f"{server} does not answer by TLS: {reason}. Does its address begin with http://?"
    return f"{server} does not answer: {reason}. {ASK}"


def _first_cause(error: BaseException) -> BaseException:
    while (cause := error.__cause__ or error.__context__) is not None:
        error = cause
    return error
