"""What a child printed, cut up by call: counted to the byte, kept as far as it may be shown.

The child writes a mark into its output after every call that printed. A learner can forge marks;
all he wins is that his own text appears with another case of his.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandbox.outside.reading import clean
from sandbox.wire import LENGTH, MARK_BYTES, TOKEN_BYTES

_IN_FLIGHT: Final = 192 * 1024  # the pipes on the way here may hold this much of later calls
_CUT: Final = "\n[the rest of the output was cut]"


@dataclass(frozen=True, slots=True)
class Text:
    """What one call printed. `is_over`: more than is allowed."""

    shown: str = ""
    printed: bool = False
    is_over: bool = False


_NOTHING: Final = Text()


class Printed:
    """The output of one child. Call 1 is the load, 2 the first call that is asked for.

    Marks with number 0 end what a fresh module printed while it loaded; that is nobody's.
    """

    def __init__(self, mark: bytes, *, keep: int, most: int) -> None:
        self._mark = mark
        self._keep = keep
        self._most = most
        self._open = bytearray()
        self._searched = 0
        self._ended: dict[int, Text] = {}
        self._since_answer = 0

    def feed(self, chunk: bytes) -> None:
        self._since_answer += len(chunk)
        self._open += chunk
        while (at := self._open.find(self._mark, self._searched)) >= 0:
            if len(self._open) < at + MARK_BYTES:
                break
            (number,) = LENGTH.unpack_from(self._open, at + TOKEN_BYTES)
            self._ended[number] = self._text(self._open[:at])
            del self._open[: at + MARK_BYTES]
            self._searched = 0
        self._searched = max(0, len(self._open) - MARK_BYTES)

    def of_call(self, number: int) -> Text:
        """Return what an answered call printed, and forget all calls up to it."""
        self._since_answer = 0
        if not self._ended:
            return _NOTHING
        text = self._ended.get(number, _NOTHING)
        self._ended = {n: kept for n, kept in self._ended.items() if n > number}
        return text

    def of_calls(self, ended: int, count: int) -> list[Text]:
        """Return what each of the next `count` calls printed, after `ended` earlier ones."""
        if self._ended:
            return [self.of_call(ended + n) for n in range(1, count + 1)]
        self._since_answer = 0
        return [_NOTHING] * count

    def of_open_call(self) -> Text:
        """Return what was printed since the last mark."""
        return self._text(self._open)

    @property
    def is_over(self) -> bool:
        """Whether so much came since the last answer that waiting for more would be unwise."""
        return len(self._open) > self._most or self._since_answer > self._most + _IN_FLIGHT

    def _text(self, raw: bytearray) -> Text:
        shown = clean(bytes(raw[: self._keep]).decode(errors="replace"), self._keep)
        if self._keep and len(raw) > self._keep:
            shown += _CUT
        return Text(shown, bool(raw), len(raw) > self._most)
