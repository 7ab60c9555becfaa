"""Render a pack's lesson.md. Raw HTML in it stays text; its headings fit below the page's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

TITLE_TOKENS = 3  # heading opened, its text, heading closed


@lru_cache(maxsize=64)
def lesson_html(text: str) -> Markup:
    """Safe to put into a page: markdown-it escapes all text and refuses script addresses."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_title(reader.parse(text))
    for token in tokens:
        if token.tag == "h1":
            token.tag = "h2"
    return Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704 - rendered above


def _without_title(tokens: Sequence[Token]) -> Sequence[Token]:
    """The page shows the assignment's title already."""
    begins_with_title = bool(tokens) and tokens[0].tag == "h1"
    return tokens[TITLE_TOKENS:] if begins_with_title else tokens
