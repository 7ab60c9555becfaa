"""Refuse a change that another site's page makes with this browser's cookie.

Browsers say where a request comes from: `Sec-Fetch-Site`, or `Origin` in older ones. Programs
that send neither carry no cookie that a foreign page could abuse.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import Request

from grader.errors import GraderError

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})


class CrossSite(GraderError):
    """This came from a page of another site, so nothing was done. Try again from a page here."""

    status = 403
    code = "cross_site"


async def refuse_cross_site(request: Request) -> None:
    if request.method not in SAFE_METHODS and not _is_own(request):
        raise CrossSite


def _is_own(request: Request) -> bool:
    if site := request.headers.get("sec-fetch-site"):
        return site in OWN_SITES
    origin = request.headers.get("origin")
    return origin is None or _host(origin) == request.headers.get("host", "").lower()


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
