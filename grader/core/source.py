"""Whether a text can be a learner's file at all, before anything is stored or run.

Only its bytes are judged. Nothing is compiled here: that may cost seconds and gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.core.facts import Inside
from grader.errors import SourceRejected, SourceTooLarge

MOST_BYTES = 64 * 1024
_BYTE_ORDER_MARK = "\ufeff"
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0e-\x1f]")  # C0 without tab, LF, FF and CR
_SURROGATE = re.compile("[\ud800-\udfff]")
_AT_THE_LEFT = re.compile(r"(?:async[ \t]+)?def[ \t]+(\w{1,100})")
_HOLDS = re.compile(r"[A-Za-z_]")  # at the left edge: no comment, no end of a bracket
_NAMED = re.compile(r"(?:class|(?:async[ \t]+)?def)[ \t]+\w{1,100}")
_TAKES_SELF = re.compile(r"\([ \t]*self\b")
_MOST_QUOTED = 60  # characters of a line at the left edge
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


def inside(text: str) -> dict[str, Inside]:
    """Return the functions that do not begin at the left edge, with their places; the first counts.

    Read line by line, not as Python: a `def` in a text of many lines is taken for one, too.
    """
    found: dict[str, Inside] = {}
    if "def" not in text:
        return found
    holder: tuple[str, int] | None = None
    for number, line in enumerate(lines(text), start=1):
        if match := _INDENTED.match(line):
            found.setdefault(match[1], _place(number, line, holder))
        elif _HOLDS.match(line):
            holder = _holder(line), number
    return found


def _place(number: int, line: str, holder: tuple[str, int] | None) -> Inside:
    return Inside(
        line=number,
        holder=holder[0] if holder else None,
        holder_line=holder[1] if holder else None,
        takes_self=_TAKES_SELF.search(line) is not None,
    )


def _holder(line: str) -> str:
    """`class A` and `def helper` without what follows; of any other line as much as is short."""
    named = _NAMED.match(line)
    text = named[0] if named else line.rstrip().removesuffix(":")[:_MOST_QUOTED]
    return "".join(one if one.isprintable() and one != "`" else " " for one in text)


def repeated(text: str) -> dict[str, tuple[int, ...]]:
    """Return the functions that begin at the left edge more than once, with all their lines."""
    found: dict[str, tuple[int, ...]] = {}
    for name, number in _defined(_AT_THE_LEFT, text):
        found[name] = (*found.get(name, ()), number)
    return {name: lines for name, lines in found.items() if len(lines) > 1}


def lines(text: str) -> list[str]:
    """Return the lines as Python and editors count them: a form feed ends none."""
    return _LINE_END.split(text)


def _defined(begins: re.Pattern[str], text: str) -> Iterator[tuple[str, int]]:
    if "def" in text:
        for number, line in enumerate(lines(text), start=1):
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
