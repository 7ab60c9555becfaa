"""The explorer's files out of a published pack, for a frame that may do nothing but draw.

Anybody may read them: they are under the digest of the pack and hold no answer. They never change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi import APIRouter, Response

from grader.errors import NotFound
from grader.packs.folder import EXPLORER
from grader.store import reads
from grader.store.session import Store
from grader.web import addresses
from grader.web.assets import KEPT_FOR_GOOD
from grader.web.who import FromServices

router = APIRouter()
PICTURE = f"{EXPLORER}/example.svg"
FRAME = f"{EXPLORER}/index.html"
POLICY = "; ".join(
    (
        "sandbox allow-scripts",
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
KINDS: Mapping[str, str] = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
}
_NAME = re.compile(r"[A-Za-z0-9_-]+\.(html|js|css|svg)\Z")
_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>")


@router.get(addresses.EXPLORER)
def show(services: FromServices, pack: str, version: str, file: str) -> Response:
    """Raises NotFound for whatever is no file of an explorer."""
    kind = _NAME.match(file)
    text = _files(services.store, pack, version).get(f"{EXPLORER}/{file}") if kind else None
    if kind is None or text is None:
        raise NotFound
    headers = {
        "Content-Security-Policy": POLICY,
        "Cache-Control": KEPT_FOR_GOOD,
        # A frame whose origin is opaque is foreign to us, its own files included.
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return Response(text, media_type=KINDS[kind[1]], headers=headers)


def _files(store: Store, pack: str, version: str) -> Mapping[str, str]:
    with store.reading() as unit:
        found = reads.find_pack_version(unit, pack, version)
    if found is None:
        raise NotFound
    return {name: text for name, text in found.files.items() if name.startswith(f"{EXPLORER}/")}


def picture_title(files: Mapping[str, str]) -> str | None:
    """What a picture says to who does not see it; None when there is no picture."""
    if PICTURE not in files:
        return None
    found = _TITLE.search(files[PICTURE])
    return found[1].strip() if found else ""
