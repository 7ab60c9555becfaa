"""The built scripts and styles: their hashed names, and how they are sent.

`hatch_build.py` makes them; a name changes with its content, so a browser keeps a file for good.
"""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
DIST = STATIC / "dist"
KEPT_FOR_GOOD = "public, max-age=31536000, immutable"
NOT_KEPT = frozenset({"manifest.json", "THIRD_PARTY_LICENSES"})  # their names never change
CODINGS = (("br", ".br"), ("gzip", ".gz"))  # the better first
SUFFIXES = tuple(suffix for _, suffix in CODINGS)
NOT_BUILT = (
    "The scripts of the pages are not built. In a checkout, `uv sync` builds them; "
    "a wheel of grader has them inside."
)


@lru_cache(maxsize=1)
def manifest() -> Mapping[str, str]:
    """Logical name to hashed name. Raises RuntimeError when nothing was built."""
    try:
        found: Mapping[str, str] = json.loads((DIST / "manifest.json").read_text())
    except FileNotFoundError as error:
        raise RuntimeError(NOT_BUILT) from error
    return found


def asset_url(name: str) -> str:
    return f"/static/{manifest()[name]}"


class Assets(StaticFiles):
    """Sends the copy that was compressed at build time when the browser takes it."""

    def __init__(self) -> None:
        manifest()
        super().__init__(directory=DIST)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith(".") or path.endswith(SUFFIXES):
            return Response(status_code=404)
        response = await super().get_response(path, scope)
        if response.status_code == 200 and path not in NOT_KEPT:
            response.headers["Cache-Control"] = KEPT_FOR_GOOD
        return response

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: object,  # noqa: ARG002 - of the plain file; FileResponse looks itself
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        path = Path(full_path)
        coding, sent = _best_copy(path, Headers(scope=scope).get("accept-encoding", ""))
        media_type = mimetypes.guess_type(path.name)[0] or "text/plain"
        headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": coding} if coding else {})
        return FileResponse(sent, status_code=status_code, media_type=media_type, headers=headers)


def _best_copy(path: Path, accepted: str) -> tuple[str | None, Path]:
    wanted = {
        part.split(";")[0].strip().lower() for part in accepted.split(",") if ";q=0" not in part
    }
    for coding, suffix in CODINGS:
        copy = path.with_name(path.name + suffix)
        if coding in wanted and copy.is_file():
            return coding, copy
    return None, path
