"""Where two long values first differ: a mark in the text of each, and the place in words.

Values are texts as Python writes them, and are read as such without being evaluated. Which part
differs is what `core.compare` found, since the eye would stop at what a rule of the pack allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grader.web.language import _

Path: TypeAlias = Sequence[int | str]
LONGEST = 120  # characters; a longer value is folded
BEFORE, AFTER = 24, 56  # characters of a folded value that are shown around the mark
_TOKEN = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[][(){},:]|\s+|[^][(){},:'"\s]+|.""", re.S
)
_OPENS, _CLOSES = frozenset("[({"), frozenset("])}")
_QUOTES = frozenset("'\"")
_STOPS = frozenset({"", *",:)]}"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A value to look at. `mark` is where it first differs from the other, if it is folded."""

    whole: str
    mark: int | None = None

    @property
    def is_long(self) -> bool:
        return len(self.whole) > LONGEST

    @property
    def lead(self) -> str:
        """Before the mark, in the one line of a folded value."""
        start = max(0, (self.mark or 0) - BEFORE)
        return ("…" if start else "") + self.whole[start : self.mark or 0]

    @property
    def tail(self) -> str:
        shown = self.whole[self.mark or 0 :][: AFTER if self.mark else BEFORE + AFTER]
        return shown + ("…" if (self.mark or 0) + len(shown) < len(self.whole) else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two values beside each other; `place` says in words where they part, when one is long."""

    returned: Text | None
    expected: Text | None
    place: str | None = None


def compared(returned: str | None, expected: str | None, differs_at: Path) -> Compared:
    """`differs_at` is the way to the part that differs; empty: the values themselves do."""
    plain = Compared(returned=_text(returned), expected=_text(expected))
    if returned is None or expected is None or returned == expected:
        return plain
    if max(len(returned), len(expected)) <= LONGEST:
        return plain
    starts = (start_of(returned, differs_at), start_of(expected, differs_at))
    if None in starts:
        return plain
    left, right = starts[0] or 0, starts[1] or 0
    same = _same(returned[left:], expected[right:])
    return Compared(
        returned=Text(whole=returned, mark=left + same),
        expected=Text(whole=expected, mark=right + same),
        place=_in_words(differs_at, returned[left : left + 1], same),
    )


def _text(value: str | None) -> Text | None:
    return None if value is None else Text(whole=value)


def _same(one: str, other: str) -> int:
    """How far two parts are equal; a number is marked at its beginning, a text within."""
    pairs = enumerate(zip(one, other, strict=False))
    length = next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
    ends = {one[length : length + 1], other[length : length + 1]}
    if one[:1] in _QUOTES or ends <= _STOPS:
        return length
    return max(one.rfind(stop, 0, length) + 1 for stop in " [({,:")


def _in_words(path: Path, first: str, same: int) -> str | None:
    steps = [
        _("item {number}").format(number=step + 1)
        if isinstance(step, int)
        else _("key {name}").format(name=step)
        for step in path
    ]
    if first in _QUOTES and first:
        steps.append(_("character {number}").format(number=same))
    return _("differs at {place}").format(place=", ".join(steps)) if steps else None


def start_of(text: str, path: Path) -> int | None:
    """Where the part begins that the path leads to; None when the text does not have it."""
    at: int | None = 0
    for step in path:
        at = _inside(text, at, step) if at is not None else None
    return at


def _inside(text: str, at: int, step: int | str) -> int | None:
    """One step: to an item by its number, or to the value of a key."""
    count, key = 0, None
    is_mapping = text[at : at + 1] == "{"
    for place, part in _parts(text, at):
        if part == ",":
            count, key = count + 1, None
        elif part == ":":
            continue
        elif is_mapping and key is None:
            key = part
        elif (key in (repr(step), str(step))) if is_mapping else count == step:
            return place
    return None


def _parts(text: str, at: int) -> Iterator[tuple[int, str]]:
    """What stands directly inside the brackets that open at a place; of inner ones the opening."""
    depth = 0
    for found in _TOKEN.finditer(text, at):
        token = found[0]
        depth -= token in _CLOSES
        if depth <= 0 and found.start() > at:
            return
        if depth == 1 and token.strip() and token not in _CLOSES:
            yield found.start(), token
        depth += token in _OPENS
