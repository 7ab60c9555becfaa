"""Cut a message of the grader into sentence, code and quoted lines, for a template to dress.

Messages come as plain text in which `backticks` hold code, and lines after the first quote the
learner's file.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    text: str
    is_code: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    pieces: tuple[Piece, ...]
    quoted: str | None


def said(message: str) -> Said:
    lead, _, rest = message.partition("\n")
    return Said(pieces=_pieces(lead), quoted=rest or None)


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
