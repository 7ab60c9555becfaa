"""Whether a text can be a learner's file at all, before anything is stored or run.

Only its bytes are judged. Nothing is compiled here: that may cost seconds and gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.errors import SourceRejected, SourceTooLarge

MOST_BYTES = 64 * 1024
_BYTE_ORDER_MARK = "\ufeff"
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0e-\x1f]")  # C0 without tab, LF, FF and CR
_SURROGATE = re.compile("[\ud800-\udfff]")
_AT_THE_LEFT = re.compile(r"(?:async[ \t]+)?def[ \t]+(\w{1,100})")
_INDENTED = re.compile(rf"[ \t]+{_AT_THE_LEFT.pattern}")
_LINE_END = re.compile("\r\n|\r|\n")


def clean(raw: bytes | str) -> str:
    """Return the text without its byte-order mark, line endings as they are.

    Raises SourceTooLarge or SourceRejected, with the line of the first thing that is wrong.
    """
    text = _decode(raw) if isinstance(raw, bytes) else _encodable(raw)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    found = _FORBIDDEN.search(text)
    if found:
        name = "a NUL" if found[0] == "\0" else f"the control character U+{ord(found[0]):04X}"
        line = _line(text[: found.start()])
        raise SourceRejected(f"Line {line} holds {name}, which no Python file may.", line=line)
    if not text.strip():
        raise SourceRejected("The file is empty.")
    return text


def inside(text: str) -> dict[str, int]:
    """Return the functions that do not begin at the left edge, with their lines; the first counts.

    Read line by line, not as Python: a `def` in a text of many lines is taken for one, too.
    """
    found: dict[str, int] = {}
    for name, number in _defined(_INDENTED, text):
        found.setdefault(name, number)
    return found


def repeated(text: str) -> dict[str, tuple[int, ...]]:
    """Return the functions that begin at the left edge more than once, with all their lines."""
    found: dict[str, tuple[int, ...]] = {}
    for name, number in _defined(_AT_THE_LEFT, text):
        found[name] = (*found.get(name, ()), number)
    return {name: lines for name, lines in found.items() if len(lines) > 1}


def _defined(begins: re.Pattern[str], text: str) -> Iterator[tuple[str, int]]:
    if "def" in text:
        for number, line in enumerate(_LINE_END.split(text), start=1):
            if match := begins.match(line):
                yield match[1], number


def _decode(raw: bytes) -> str:
    _refuse_size(len(raw))
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = _line(raw[: error.start].decode(errors="replace"))
        raise SourceRejected(
            f"The file is not UTF-8: the first bad byte is on line {line}. Save it as UTF-8.",
            line=line,
        ) from error


def _encodable(text: str) -> str:
    _refuse_size(len(text))  # before encoding, which would copy a huge text first
    found = _SURROGATE.search(text)
    if found:
        line = _line(text[: found.start()])
        raise SourceRejected(f"Line {line} holds half of a character (a surrogate).", line=line)
    _refuse_size(len(text.encode()))
    return text


def _refuse_size(size: int) -> None:
    if size > MOST_BYTES:
        raise SourceTooLarge


def _line(before: str) -> int:
    return len(_LINE_END.findall(before)) + 1
