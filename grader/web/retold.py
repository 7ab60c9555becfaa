"""Say in the reader's language what the grader said in English when it graded.

A message is taken apart into lines and sentences. Each is recognised by the catalogue's English
text, with `{words}` in the place of values, and said anew; a value may be a phrase of ours itself.
What nobody here has said, such as the hint of a pack or a learner's own error, stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from babel.messages.pofile import read_po

from grader.web import language

ELSEWHERE = "../"  # how the file of such a text begins in the catalogue
MARGIN = "  "  # before a quoted line
_PLACE = re.compile(r"\{(\w+)\}")
# After the end of a sentence, outside of code: a backtick behind it has its partner further on.
_END = re.compile(r"(?<=[.?]) (?=(?:[^`]*`[^`]*`)*[^`]*\Z)")
_PHRASE = re.compile(r"[\s(a-z]|\{\w+\} [^.?]*\Z")
MOST_SENTENCES = 12  # a learner's text may hold any number of full stops
LONGEST = 4000  # characters of a line that is looked at


@dataclass(frozen=True, slots=True)
class Template:
    """`pattern` recognises the English text; `said` is the same in the other language."""

    pattern: re.Pattern[str]
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """`share` is how much of the text are words of ours."""

    said: str
    values: Mapping[str, str]
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Sentences stand alone; phrases only in the place of a value."""

    sentences: tuple[Template, ...]
    phrases: tuple[Template, ...]


def retold(message: str) -> str:
    """In English, the message as it is."""
    spoken = language.language()
    if spoken == language.ENGLISH:
        return message
    texts = known(spoken)
    return "\n".join(
        line if line.startswith(MARGIN) else _line(line, texts) for line in message.split("\n")
    )


def _line(line: str, known: Known) -> str:
    if len(line) > LONGEST:
        return line
    parts = _END.split(line, maxsplit=MOST_SENTENCES)
    return " ".join(_sentences(parts, known))


def _sentences(parts: Sequence[str], known: Known) -> Iterator[str]:
    """As many at once as one text explains best, so that no value swallows what is known."""
    start = 0
    while start < len(parts):
        spans = [(end, " ".join(parts[start:end])) for end in range(start + 1, len(parts) + 1)]
        found = [(end, _match(text, known.sentences)) for end, text in spans]
        best = max(
            ((match.share, end, match) for end, match in found if match),
            default=None,
            key=lambda one: one[:2],
        )
        yield parts[start] if best is None else _said(best[2], known)
        start = start + 1 if best is None else best[1]


def _match(text: str, templates: Sequence[Template]) -> Match | None:
    found = ((template, template.pattern.fullmatch(text)) for template in templates)
    template, match = next(((one, match) for one, match in found if match), (None, None))
    if template is None or match is None:
        return None
    values = match.groupdict()
    open_ = sum(len(value) for value in values.values())
    return Match(said=template.said, values=values, share=1 - open_ / max(1, len(text)))


def _said(match: Match, known: Known) -> str:
    values = {name: _value(value, known) for name, value in match.values.items()}
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), match.said)


def _value(value: str, known: Known) -> str:
    """A phrase of ours, a sentence in the middle of another, or anything else as it is."""
    if found := _match(value, known.phrases) or _match(value, known.sentences):
        return _said(found, known)
    if found := _match(value[:1].upper() + value[1:], known.sentences):
        said = _said(found, known)
        return said[:1].lower() + said[1:]
    return value


@lru_cache(maxsize=32)
def known(spoken: str) -> Known:
    """What the catalogue of a language says in the place of what was said elsewhere."""
    with (language.FOLDER / f"{spoken}.po").open("rb") as file:
        told = {
            str(message.id): str(message.string)
            for message in read_po(file, locale=spoken)
            if message.string and any(name.startswith(ELSEWHERE) for name, _ in message.locations)
        }
    # What leaves least open is tried first.
    ranked = sorted(told, key=lambda text: (-len(_PLACE.sub("", text)), text))
    return Known(
        sentences=tuple(_templates(told, [text for text in ranked if not is_phrase(text)])),
        phrases=tuple(_templates(told, [text for text in ranked if is_phrase(text)])),
    )


def is_phrase(text: str) -> bool:
    return _PHRASE.match(text) is not None


def _templates(told: Mapping[str, str], texts: Sequence[str]) -> Iterator[Template]:
    for text in texts:
        yield Template(pattern=_pattern(text), said=told[text])


def _pattern(text: str) -> re.Pattern[str]:
    pieces = _PLACE.split(text)
    seen: set[str] = set()
    parts = []
    for position, piece in enumerate(pieces):
        if position % 2 == 0:
            parts.append(re.escape(piece))
        elif piece in seen:
            parts.append(f"(?P={piece})")
        else:
            seen.add(piece)
            parts.append(f"(?P<{piece}>.*?)")
    return re.compile("".join(parts), re.S)
