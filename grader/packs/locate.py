"""On which line of pack.toml a key stands. The TOML reader of the standard library keeps no lines.

Good for pointing, not for parsing: a key that cannot be found is given its table's line, and a
table that cannot be found the first line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADER = re.compile(r"""\s*\[\[?\s*["']?([\w-]+)["']?\s*\]?\]""")
_INNER = re.compile(r"""\s*\[\s*["']?([\w-]+)["']?\s*\.\s*["']?([\w-]+)""")  # [table.key]
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*[.=]""")
_FENCES = ('"""', "'''")
_FIRST = 1


@dataclass(frozen=True, slots=True)
class Lines:
    """Line numbers by table, position in an array of tables, and key."""

    tables: dict[tuple[str, int], int]
    keys: dict[tuple[str, int, str], int]

    def of(self, table: str = "", position: int = 0, key: str = "") -> int:
        """Return the line of a key, of its table, or the first, whichever is found first."""
        return self.keys.get((table, position, key)) or self.tables.get((table, position), _FIRST)


def find_lines(text: str) -> Lines:
    """Read through pack.toml once and note where each table and key begins."""
    found = Lines({}, {})
    table, seen, fence = "", {"": 0}, ""
    for number, line in enumerate(text.splitlines(), start=1):
        if fence:
            fence = "" if fence in line else fence
            continue
        header, key, inner = _HEADER.match(line), _KEY.match(line), _INNER.match(line)
        if inner and inner[1] in seen:
            found.keys.setdefault((inner[1], seen[inner[1]], inner[2]), number)
        elif header:
            table = header[1]
            seen[table] = seen.get(table, -1) + 1
            found.tables[table, seen[table]] = number
        elif key:
            found.keys.setdefault((table, seen[table], key[1]), number)
        fence = next((f for f in _FENCES if line.count(f) % 2), "")
    return found
