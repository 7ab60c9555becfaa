"""Whether an explorer can be shown: its files are there, and hold nothing that a frame refuses.

Asked when a pack is checked, never of one that was published: what is shown to learners stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

from grader.packs.folder import EXPLORER
from grader.packs.problem import Problem, Severity

PAGE = f"{EXPLORER}/index.html"
PICTURE = f"{EXPLORER}/example.svg"
_FAR = re.compile(r"(?:\b[a-z][a-z0-9+.-]{0,15}:)?//[^\s\"'`<>)]+", re.IGNORECASE)
_LINK = re.compile(r"<(?:script|link|img)\b[^<>]*?\b(?:src|href)\s*=\s*[\"']([^\"']+)[\"']", re.I)
_IMPORT = re.compile(
    r"^[ \t]*(?:import|export)\b(?:[\w\s{},*$]{0,400}\bfrom\s*|\s*)[\"']([^\"']+)[\"']",
    re.MULTILINE,
)
_INLINE = re.compile(
    r"<script(?![^<>]*\bsrc\s*=)[^<>]*>\s*[^<\s]|<style\b|<[a-z][^<>]*\s(?:on[a-z]+|style)\s*=",
    re.I,
)
_TITLE = "{http://www.w3.org/2000/svg}title"


def explorer_problems(files: Mapping[str, str]) -> Iterator[Problem]:
    own = {name: text for name, text in files.items() if name.startswith(f"{EXPLORER}/")}
    if own.keys() - {PICTURE} and PAGE not in own:
        yield Problem(file=PAGE, message="there is no such file, which an explorer begins with")
    for name, text in sorted(own.items()):
        if name.endswith((".html", ".js")):
            yield from _missing(name, text, own)
        if name.endswith(".html"):
            message = "the page lets no script and no style stand in line; put it into a file"
            yield from (_warning(name, text, found, message) for found in _INLINE.finditer(text))
        if not name.endswith(".svg"):
            yield from _far(name, text)
    if PICTURE in own:
        yield from _picture(own[PICTURE])


def _missing(name: str, text: str, own: Mapping[str, str]) -> Iterator[Problem]:
    pattern = _LINK if name.endswith(".html") else _IMPORT
    for found in pattern.finditer(text):
        path = found[1].partition("#")[0].partition("?")[0].removeprefix("./")
        is_own = path and not re.match(r"[a-z][a-z0-9+.-]*:|//", path, re.IGNORECASE)
        if is_own and f"{EXPLORER}/{path}" not in own:
            yield _warning(name, text, found, f"there is no {EXPLORER}/{path}")


def _far(name: str, text: str) -> Iterator[Problem]:
    for found in _FAR.finditer(text):
        if ":" in found[0] and "w3.org" not in found[0]:
            message = f"{found[0][:80]} is another site; the frame has no network"
            yield _warning(name, text, found, message)


def _picture(text: str) -> Iterator[Problem]:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        yield Problem(file=PICTURE, message="it may hold no document type and no entity")
        return
    try:
        root = ET.fromstring(text)  # noqa: S314 - nothing is expanded: see above
    except ET.ParseError as error:
        line = error.position[0]
        yield Problem(file=PICTURE, line=line, message=f"it cannot be read: {error.msg}")
        return
    title = root.find(_TITLE)
    if title is None or not (title.text or "").strip():
        message = "it has no <title>, so who does not see it is told nothing"
        yield Problem(severity=Severity.WARNING, file=PICTURE, message=message)


def _warning(name: str, text: str, found: re.Match[str], message: str) -> Problem:
    line = text.count("\n", 0, found.end()) + 1
    return Problem(severity=Severity.WARNING, file=name, line=line, message=message)
