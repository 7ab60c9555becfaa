"""Every text of ours in the reader's language: a catalogue is one file, `locale/LANGUAGE.po`.

The texts in the code are English and their own keys, so English needs no file. The language is
chosen once per request, by what the browser asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

FOLDER = Path(__file__).parent / "locale"
ENGLISH = "en"
_chosen: ContextVar[str] = ContextVar("language", default=ENGLISH)


@lru_cache(maxsize=1)
def catalogues() -> Mapping[str, NullTranslations]:
    read = {path.stem: _read(path) for path in sorted(FOLDER.glob("*.po"))}
    return {ENGLISH: NullTranslations(), **read}


def _read(path: Path) -> NullTranslations:
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=path.stem))
    compiled.seek(0)
    return Translations(compiled)


def language() -> str:
    return _chosen.get()


def gettext(message: str) -> str:
    return str(catalogues()[_chosen.get()].gettext(message))


def ngettext(singular: str, plural: str, number: int) -> str:
    return str(catalogues()[_chosen.get()].ngettext(singular, plural, number))


_ = gettext


def mark(message: str) -> str:
    """For a text in a table: the catalogue must have it, and who shows it translates it."""
    return message


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    token = _chosen.set(wanted)
    try:
        yield
    finally:
        _chosen.reset(token)


def best_language(accept_language: str) -> str:
    """The first language that the browser asks for and that there is a catalogue of."""
    asked = [part.split(";")[0].strip() for part in accept_language.split(",")]
    return negotiate_locale([one for one in asked if one], list(catalogues()), sep="-") or ENGLISH


class Language:
    """ASGI middleware: speak the browser's language while a request is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with speaking(best_language(Headers(scope=scope).get("accept-language", ""))):
            await self._app(scope, receive, send)
