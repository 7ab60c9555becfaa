"""Render a pack's lesson.md. Raw HTML in it stays text; headings start below the page's own."""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

DEEPEST = 6


def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")


@lru_cache(maxsize=64)
def lesson_html(text: str) -> Markup:
    """Safe to put into a page: markdown-it escapes all text and refuses script addresses."""
    reader = _reader()
    tokens = reader.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 1, DEEPEST)}"
    return Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704 - rendered above
