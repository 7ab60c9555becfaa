"""`grader pack serve`: show a pack in a browser and reload it whenever a file is saved.

For its author on his own machine: it listens on the loopback address only, and answers nobody who
calls it by another name, so that no page from elsewhere reads a pack with its hidden cases.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from urllib.parse import parse_qs, urlsplit

from grader import packs
from grader.cli.pack_page import SCRIPT, STYLE, page
from grader.errors import PackBroken
from grader.judge.check import problems_of
from grader.packs import Examined

ADDRESS = "127.0.0.1"
LONGEST_WAIT_SECONDS = 20.0
LOOK_SECONDS = 0.2
NAMES = frozenset({ADDRESS, "localhost"})


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": (
            f"default-src 'none'; connect-src 'self'; style-src {_digest(STYLE)}; "
            f"script-src {_digest(SCRIPT)}; base-uri 'none'; frame-ancestors 'none'"
        ),
    }
)


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Listen; port 0 takes any that is free. Raises OSError."""
    server = ThreadingHTTPServer((ADDRESS, port), partial(_Handler, folder))
    server.daemon_threads = True
    return server


def version_of(folder: Path) -> str:
    """Return a digest of everything that belongs to the pack, readable as one or not."""
    total = sha256()
    for path in sorted(folder.rglob("*")) + sorted(folder.parent.glob("chapters/*.md")):
        if path.is_file():
            total.update(f"{path}\0{path.stat().st_mtime_ns}\0{path.stat().st_size}\0".encode())
    return total.hexdigest()[:16]


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, folder: Path, *rest: object) -> None:
        self._folder = folder
        super().__init__(*rest)  # type: ignore[arg-type]  # the server's own three arguments

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        host = self.headers.get("Host", "").rpartition(":")[0]
        if host not in NAMES:
            self._send(403, "Use the address that the command printed.", "text/plain")
        elif address.path == "/":
            self._send(200, self._page(), "text/html")
        elif address.path == "/changed":
            since = parse_qs(address.query).get("since", [""])[0]
            self._send(200, self._wait_for_change(since), "text/plain")
        else:
            self._send(404, "There is only one page here.", "text/plain")

    def log_message(self, *_words: object) -> None:
        """An author looks at the page, not at every request for it."""

    def _page(self) -> str:
        version = version_of(self._folder)
        return page(_examine(self._folder), name=self._folder.resolve().name, version=version)

    def _wait_for_change(self, since: str) -> str:
        deadline = time.monotonic() + LONGEST_WAIT_SECONDS
        while (version := version_of(self._folder)) == since and time.monotonic() < deadline:
            time.sleep(LOOK_SECONDS)
        return version

    def _send(self, status: int, text: str, kind: str) -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _examine(folder: Path) -> Examined:
    try:
        return packs.examine(packs.read_folder(folder))
    except PackBroken as broken:
        return Examined(pack=None, problems=problems_of(broken))
    except OSError as error:  # a file that its editor is replacing just now
        return Examined(pack=None, problems=(packs.Problem(file=str(error), message="reload"),))
