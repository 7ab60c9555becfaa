"""A language of brackets: every text of the catalogue says itself, in ⟦brackets⟧.

What stands outside of them on a page has not gone through the catalogue.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.pofile import write_po

from grader.web import language, retold
from grader.web.catalogue import extract

SPOKEN = "el"  # any language whose months are not written in Latin letters
SILENT_TAGS = frozenset({"code", "pre", "textarea", "script", "style", "kbd", "svg", "title"})
VOID_TAGS = frozenset({"meta", "link", "input", "img", "br", "hr"})
SPOKEN_ATTRIBUTES = ("alt", "title", "aria-label", "placeholder", "data-label")
_INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"[A-Za-z]{2,}")


def write_pseudo(folder: Path) -> None:
    (folder / f"{SPOKEN}.po").write_bytes(_pseudo())


@lru_cache(maxsize=1)
def _pseudo() -> bytes:
    """Made once: to read every source and template for its texts takes a fifth of a second."""
    catalogue, written = extract(), BytesIO()
    catalogue.locale = SPOKEN  # type: ignore[assignment]  # a setter takes its name
    for message in catalogue:
        if isinstance(message.id, tuple):
            message.string = tuple(bracketed(one) for one in message.id)
        elif message.id:
            message.string = bracketed(message.id)
    write_po(written, catalogue)
    return written.getvalue()


def bracketed(text: str) -> str:
    """With what blanks it has at its ends outside."""
    inner = text.strip()
    return text.replace(inner, f"⟦{inner}⟧", 1)


@contextmanager
def spoken_in(folder: Path) -> Iterator[None]:
    """While this lasts, the service knows the languages of the folder and no others."""
    write_pseudo(folder)
    before, language.FOLDER = language.FOLDER, folder
    _forget()
    try:
        yield
    finally:
        language.FOLDER = before
        _forget()


def _forget() -> None:
    language.catalogues.cache_clear()
    retold.known.cache_clear()


def outside(text: str) -> str:
    """What stands outside of all brackets."""
    before = None
    while before != text:
        before, text = text, _INNERMOST.sub(" ", text)
    return text


def untranslated(page: str, allowed: frozenset[str] = frozenset()) -> set[str]:
    """The words of a page that did not go through the catalogue, apart from those of a pack."""
    reader = _Reader()
    reader.feed(page)
    return {word for text in reader.texts for word in _WORD.findall(outside(text))} - allowed


class _Reader(HTMLParser):
    """Gathers what people see or hear, line by line of the page's blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = [""]
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.texts.extend(known[name] for name in SPOKEN_ATTRIBUTES if name in known)
        if "data-words" in known:
            self.texts.extend(json.loads(known["data-words"]).values())
        if "data-spoken" in known:
            self.texts.append(known["data-spoken"])
        if tag in SILENT_TAGS or self._silent:
            self._silent += tag not in VOID_TAGS

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag not in VOID_TAGS:
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts[-1] += html.unescape(data)


def values_in(text: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(text, str):
        yield text
    elif isinstance(text, Mapping):
        for value in text.values():
            yield from values_in(value)
    elif isinstance(text, (list, tuple)):
        for value in text:
            yield from values_in(value)
