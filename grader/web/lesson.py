"""Cut a pack's lesson.md into the steps of the page, and render each. Raw HTML in it stays text.

A heading of the second level begins a step when its words say so, or goes on with it; any other
heading stays in the step it stands in. What a pack does not write is not on its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from grader.packs.lesson import IDEA, STUCK, reader, step_of
from grader.web.language import _

SCROLL_BOX = '<div class="scroll" tabindex="0"><table>'
PLACE_OF_NUMBER = re.compile(r"\[\[([a-z0-9-]+)\]\]")
COVERED = Markup('<span class="covered" data-number="{}">{}<span class="away"> {}</span></span>')
UNCOVERED = Markup('<strong data-number="{}">{}</strong>')
LOWER: Mapping[str, str] = {f"h{level}": f"h{level + 1}" for level in range(1, 6)}
BLOCK = 3  # tokens of a heading or paragraph: opened, its text, closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One step's text. `lead` is its first paragraph, `rest` what follows, both as HTML."""

    lead: Markup
    rest: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """`kicker` is the line below the title; `hints` are the paragraphs of the step `stuck`."""

    kicker: Markup | None
    parts: Mapping[str, Part]
    hints: tuple[Markup, ...]

    def filled(self, numbers: Mapping[str, str | None]) -> Lesson:
        """With `[[question]]` replaced by its number, or by a chip as long as it is covered."""
        parts = {
            step: Part(lead=_filled(part.lead, numbers), rest=_filled(part.rest, numbers))
            for step, part in self.parts.items()
        }
        return replace(
            self,
            kicker=None if self.kicker is None else _filled(self.kicker, numbers),
            parts=parts,
            hints=tuple(_filled(hint, numbers) for hint in self.hints),
        )

    def part(self, step: str) -> Part | None:
        return self.parts.get(step)


def _filled(html: Markup, numbers: Mapping[str, str | None]) -> Markup:
    def number(found: re.Match[str]) -> str:
        name = found[1]
        if name not in numbers:
            return found[0]
        value = numbers[name]
        return str(
            COVERED.format(name, _("covered"), _("until By hand is answered"))
            if value is None
            else UNCOVERED.format(name, value)
        )

    return Markup(PLACE_OF_NUMBER.sub(number, html))  # noqa: S704 - was HTML before, and stays it


@lru_cache(maxsize=64)
def lesson_html(text: str) -> Markup:
    """The whole text: safe, for markdown-it escapes all of it and refuses script addresses."""
    reads = reader()
    tokens = reads.parse(text)
    return _render(reads, tokens[BLOCK:] if _begins_with(tokens, "h1") else tokens)


@lru_cache(maxsize=64)
def chapter_html(text: str) -> Markup:
    """The same for what stands under a heading of the page: its own are a level lower."""
    reads = reader()
    tokens = reads.parse(text)
    shown = tokens[BLOCK:] if _begins_with(tokens, "h1") else tokens
    for token in shown:
        token.tag = LOWER.get(token.tag, token.tag)
    return _render(reads, shown)


@lru_cache(maxsize=64)
def read_lesson(text: str) -> Lesson:
    reads = reader()
    cut: dict[str, list[Token]] = {}
    for step, tokens in _cut(reads.parse(text)):
        cut.setdefault(step, []).extend(tokens)
    hints = cut.pop(STUCK, [])
    kicker, cut[IDEA] = _kicker(cut.get(IDEA, []))
    return Lesson(
        kicker=_render(reads, kicker) if kicker else None,
        parts={step: _part(reads, tokens) for step, tokens in cut.items() if tokens},
        hints=tuple(_render(reads, block) for block in _blocks(hints)),
    )


def _render(reads: MarkdownIt, tokens: Sequence[Token]) -> Markup:
    for token in tokens:
        if token.tag == "h1":
            token.tag = "h2"
    html = reads.renderer.render(tokens, reads.options, {})
    boxed = html.replace("<table>", SCROLL_BOX).replace("</table>", "</table></div>")
    return Markup(boxed)  # noqa: S704 - rendered above


def _cut(tokens: Sequence[Token]) -> Iterator[tuple[str, list[Token]]]:
    """Each step with its tokens, without the heading that began it."""
    step = IDEA
    found: list[Token] = []
    rest = tokens[BLOCK:] if _begins_with(tokens, "h1") else tokens
    position = 0
    while position < len(rest):
        token = rest[position]
        begun = (
            step_of(rest[position + 1].content)
            if token.tag == "h2" and token.nesting == 1
            else None
        )
        if begun is not None:
            yield step, found
            step, found, position = begun, [], position + BLOCK
            continue
        found.append(token)
        position += 1
    yield step, found


def _kicker(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """The paragraph between the title and the first heading, when there is just one."""
    has = _begins_with(tokens, "p") and len(tokens) > BLOCK and tokens[BLOCK].tag == "h2"
    if not has:
        return [], tokens
    return [tokens[1]], tokens[2 * BLOCK :]  # the heading, "The idea", is the page's own


def _part(reads: MarkdownIt, tokens: list[Token]) -> Part:
    end = BLOCK if _begins_with(tokens, "p") else 0
    return Part(lead=_render(reads, tokens[:end]), rest=_render(reads, tokens[end:]))


def _begins_with(tokens: Sequence[Token], tag: str) -> bool:
    return bool(tokens) and tokens[0].tag == tag


def _blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Top-level blocks, one after the other."""
    block: list[Token] = []
    for token in tokens:
        block.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield block
            block = []
