"""Read a learner's file, or standard input, and tell before sending what no service takes."""

from __future__ import annotations

import sys
from pathlib import Path

from grader.core.source import MOST_BYTES, clean
from grader.errors import GraderError, Malformed, SourceTooLarge

STANDARD_INPUT = Path("-")


def name_of(file: Path) -> str:
    return "standard input" if file == STANDARD_INPUT else str(file)


def read_source(file: Path) -> str:
    """Not read without end: a device has none. Raises Malformed, SourceTooLarge."""
    name = name_of(file)
    try:
        raw = _read(file)
    except OSError as error:
        raise Malformed(f"{name} cannot be read: {error.strerror}.") from error
    try:
        return clean(raw)
    except SourceTooLarge:
        raise SourceTooLarge(f"{name} is larger than 64 KiB; nothing was sent.") from None
    except GraderError as error:
        raise Malformed(f"{name}: {error.message} Nothing was sent.") from error


def _read(file: Path) -> bytes:
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)
