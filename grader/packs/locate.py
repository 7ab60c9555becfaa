"""On which line of pack.toml a key stands. The TOML reader of the standard library keeps no lines.

Good for pointing, not for parsing: a key that cannot be found is given the line of what it stands
in, and a table that cannot be found the first line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_BARE = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_PART = re.compile(_BARE)
_FENCED = re.compile(r'"""|\'\'\'')
_QUIET = re.compile(r"""\"(?:\\.|[^"\\])*"|'[^']*'|\#.*""")  # texts and comments
_FIRST = 1


@dataclass(frozen=True, slots=True)
class Lines:
    """Line numbers by table, position in an array of tables, and key with the keys inside it."""

    tables: dict[tuple[str, int], int] = field(default_factory=dict)
    keys: dict[tuple[str, int, str], int] = field(default_factory=dict)

    def of(self, table: str = "", position: int = 0, key: str = "") -> int:
        """Return the line of a key such as `domain.a.of`, or of the nearest thing around it."""
        while key:
            if found := self.keys.get((table, position, key)):
                return found
            key = key.rpartition(".")[0]
        return self.tables.get((table, position), _FIRST)


def find_lines(text: str) -> Lines:
    """Read through pack.toml once and note where each table and key begins."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        reader.read(number, line)
    return reader.found


class _Reader:
    """Knows in which table it is, and whether a text or a list goes on from the line before."""

    def __init__(self) -> None:
        self.found = Lines()
        self._seen = {"": 0}  # tables, and how many of the same name came before
        self._table = ""
        self._inside = ""  # of the table: `domain` after [functions.domain]
        self._fence = ""
        self._open = 0

    def read(self, number: int, line: str) -> None:
        if self._fence:
            _, closed, line = line.partition(self._fence)
            if not closed:
                return
            self._fence = ""
        elif not self._open:
            if header := _HEADER.fullmatch(line):
                self._begin(number, _parts(header[1]))
                return
            if key := _KEY.match(line):
                self._note(number, [*self._inside.split("."), *_parts(key[1])])
        self._go_on(line)

    def _begin(self, number: int, names: list[str]) -> None:
        self._table, *inner = names
        self._inside = ".".join(inner)
        if inner and self._table in self._seen:
            self._note(number, inner)
        else:
            self._seen[self._table] = self._seen.get(self._table, -1) + 1
            self.found.tables[self._table, self._seen[self._table]] = number

    def _note(self, number: int, names: list[str]) -> None:
        position = self._seen[self._table]
        path = ""
        for name in filter(None, names):
            path = f"{path}.{name}" if path else name
            self.found.keys.setdefault((self._table, position, path), number)

    def _go_on(self, line: str) -> None:
        """Note whether a long text begins here, or a list that does not end here."""
        parts = _FENCED.split(line)
        if len(parts) % 2 == 0:
            self._fence = _FENCED.findall(line)[-1]
        quiet = _QUIET.sub("", "".join(parts[::2]))
        self._open = max(0, self._open + sum(map(quiet.count, "[{")) - sum(map(quiet.count, "]}")))


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(dotted)]
