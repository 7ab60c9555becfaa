"""The steps of a lesson.md, and what in it the page cannot show as its author meant it.

Asked when a pack is checked, never of one that was published: what is shown to learners stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.packs.folder import CHAPTERS
from grader.packs.problem import Problem, Severity

LESSON = "lesson.md"
IDEA, PREDICT, EXPLORE, HAND, CODE, STUCK, CHECK = (
    "idea",
    "predict",
    "explore",
    "hand",
    "code",
    "stuck",
    "check",
)
STEPS: Sequence[tuple[re.Pattern[str], str]] = (
    (re.compile(r"predict", re.I), PREDICT),
    (re.compile(r"explore", re.I), EXPLORE),
    (re.compile(r".*\bby hand\b", re.I), HAND),
    (re.compile(r"(.*\bin )?code\b", re.I), CODE),
    (re.compile(r"stuck", re.I), STUCK),
    (re.compile(r"check\b", re.I), CHECK),
)
_TAGS = (
    "a|b|br|center|code|details|div|em|figure|font|h[1-6]|hr|i|iframe|img|kbd|li|ol|p|pre|script"
    "|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|u|ul|video"
)
_HTML = re.compile(rf"</?(?:{_TAGS})(?:\s[^<>]*)?/?>|<!--", re.I)
_NEAR_HEADING = re.compile(r"##+\s*(.*)")
_STEP_LEVEL = 2
_LEADS = re.compile(r"https?://|mailto:|[/#]", re.I)
Found = tuple[int, str]  # a line and what is to be said of it


def reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def step_of(heading: str) -> str | None:
    """Return the step that a heading of the second level begins."""
    return next((step for words, step in STEPS if words.match(heading.strip())), None)


def lesson_problems(files: Mapping[str, str]) -> Iterator[Problem]:
    for name in sorted(n for n in files if n == LESSON or n.startswith(f"{CHAPTERS}/")):
        lines, tokens = files[name].splitlines(), reader().parse(files[name])
        found = list(_anywhere(tokens, lines))
        if name == LESSON:
            found += _headings(tokens)
        for line, message in sorted(found):
            yield Problem(severity=Severity.WARNING, file=name, line=line, message=message)


def _anywhere(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[Found]:
    for token in tokens:
        first, end = token.map or (0, 0)
        if token.type == "fence" and not _is_closed(token, lines[first:end]):
            message = f"what is code from here on has no end; close it with {token.markup}"
            yield first + 1, message
        elif token.type == "inline":
            yield from _in_text(token, first + 1)


def _is_closed(fence: Token, written: Sequence[str]) -> bool:
    return len(written) > 1 and written[-1].lstrip(" >\t").startswith(fence.markup)


def _in_text(block: Token, first: int) -> Iterator[Found]:
    rows = [row for row in block.content.splitlines() if row.startswith("|")]
    if len(rows) > 1:
        yield first, "this is no table: its second line needs `---` once for each column"
    line = first
    for part in block.children or ():
        if part.type in {"softbreak", "hardbreak"}:
            line += 1
        elif (message := _of_part(part)) is not None:
            yield line, message


def _of_part(part: Token) -> str | None:
    if part.type == "image" and not str(part.attrGet("src")).startswith("data:"):
        return "a picture is not shown here; a pack has one, explorer/example.svg"
    if part.type == "link_open" and not _LEADS.match(str(part.attrGet("href"))):
        return f"this link leads nowhere: {part.attrGet('href')} is no address"
    if part.type == "text" and (tag := _HTML.search(part.content)):
        return f"`{tag[0]}` stands on the page as it is: HTML is shown as text"
    return None


def _headings(tokens: Sequence[Token]) -> Iterator[Found]:
    begun: set[str] = set()
    others: list[tuple[int, str, str]] = []
    for line, level, words in _like_headings(tokens):
        step = step_of(words)
        if step is not None and level != _STEP_LEVEL:
            others.append((line, step, words))
        elif step is not None and step in begun:
            yield line, f"the step `{step}` has begun above; write what belongs to it in one place"
        elif step is not None:
            begun.add(step)
    for line, step, words in others:
        if step not in begun:
            yield line, f"this begins no step `{step}`; for that write `## {words}` at the left"
    if begun and CODE not in begun:
        yield (
            1,
            "no heading begins the step `code`, such as `## In code`; there stands what to write",
        )
    yield from _hints(tokens)


def _like_headings(tokens: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
    """Headings, and lines that were meant for one, of level 0: without a blank, or indented."""
    for position, token in enumerate(tokens):
        first = token.map[0] + 1 if token.map else 1
        if _is_title(token, position):
            continue
        if token.type == "heading_open":
            yield first, int(token.tag[1:]), tokens[position + 1].content
        elif token.type in {"inline", "code_block"}:
            for line, text in enumerate(token.content.splitlines(), start=first):
                if found := _NEAR_HEADING.match(text.strip()):
                    yield line, 0, found[1]


def _is_title(token: Token, position: int) -> bool:
    return token.tag == "h1" and position == 0


def _hints(tokens: Sequence[Token]) -> Iterator[Found]:
    """Each block of *Stuck?* is one hint: also a heading, and there may be none."""
    begun, count = 0, 0  # the line of its heading, 0 outside of it
    for position, token in enumerate(tokens):
        if token.type == "heading_open" and token.map:
            step = step_of(tokens[position + 1].content) if token.tag == "h2" else None
            if step is None and begun:
                yield token.map[0] + 1, _HEADING_AS_HINT
            elif step is not None:
                yield from _none(begun, count)
                begun, count = (token.map[0] + 1 if step == STUCK else 0), 0
        elif token.level == 0 and token.nesting >= 0:
            count += 1
    yield from _none(begun, count)


def _none(begun: int, count: int) -> Iterator[Found]:
    if begun and not count:
        yield begun, "there is no hint here; each paragraph below this heading is one"


_HEADING_AS_HINT = "a heading is a hint of its own here; begin its paragraph with **bold** words"
