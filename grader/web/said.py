"""Cut a message of the grader into sentence, code and quoted lines, for a template to dress.

Messages come as plain text in which `backticks` hold code. After the first line the learner's file
may be quoted, `  3 | text` and a mark below the place; what follows that is sentences again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Final

_QUOTATION: Final = re.compile(r" +\d+ \| |\s*\^+\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    text: str
    is_code: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    pieces: tuple[Piece, ...]
    quoted: str | None
    after: tuple[Piece, ...] = ()


def said(message: str) -> Said:
    lead, *rest = message.split("\n")
    quoted = list(takewhile(_QUOTATION.match, rest))
    after = " ".join(rest[len(quoted) :])
    return Said(pieces=_pieces(lead), quoted="\n".join(quoted) or None, after=_pieces(after))


def _pieces(text: str) -> tuple[Piece, ...]:
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without its partner is only a backtick
        parts[-2:] = ["`".join(parts[-2:])]
    return tuple(
        Piece(text=part, is_code=bool(index % 2)) for index, part in enumerate(parts) if part
    )


def clock_time(at: datetime) -> str:
    """For a script, which shows it in the reader's own time zone."""
    return at.astimezone(UTC).isoformat(timespec="seconds")
