"""Make text of learners harmless to look at: what is invisible or turns text around gets a mark.

Markup is the template's matter (autoescape); this is for what escaping leaves alone.
"""

from __future__ import annotations

import re
import unicodedata

SUSPECT = re.compile(r"[^\x20-\x7e\n\t]")
# Control, format (direction marks, joiners, tags), surrogate, private, unassigned, separators.
MARKED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
DELETE = "\x7f"


def marks(text: str) -> str:
    """The text with a visible mark for every control or direction character; lines are kept."""
    return SUSPECT.sub(_mark, text.replace("\r\n", "\n"))


def _mark(found: re.Match[str]) -> str:
    character = found.group()
    if unicodedata.category(character) not in MARKED_CATEGORIES:
        return character
    if character < " ":
        return chr(0x2400 + ord(character))  # ␛ and its neighbours
    return "␡" if character == DELETE else f"[U+{ord(character):04X}]"
