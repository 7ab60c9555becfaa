"""What to do about a pack.toml that is no TOML: its reader names a rule, and no remedy."""

from __future__ import annotations

from collections.abc import Sequence

_BRACES = "what is in braces { } stands on one line, without a comma at its end"
_ADVICE: Sequence[tuple[str, str]] = (  # how a complaint begins, and what helps
    ("Cannot declare", "what is there several times has double brackets, as in [[cases]]"),
    ("Cannot overwrite", "this key is there already; write it once"),
    ("Expected '='", "write `key = value`"),
    ("Expected newline", 'one key stands on a line; inside a text a quotation mark is `\\"`'),
    ('Expected "\'"', "close the quotation mark on the line where it begins"),
    ("Illegal character '\\n'", "close the quotation mark on the line where it begins"),
    ("Invalid initial character for a key", _BRACES),
    ("Invalid statement", "a line is `key = value`, `[table]` or `# a note`"),
    (
        "Invalid value",
        "a text stands in straight quotation marks; true and false are written small",
    ),
    ("Unclosed inline table", _BRACES),
    ("Unclosed array", "close it with ]"),
    ("Unescaped '\\'", "write `\\\\`, or put the text in single quotation marks"),
    ("Unterminated string", "close its quotation marks"),
)


def with_advice(complaint: str) -> str:
    """Return what TOML's reader says, and what to do."""
    if complaint.startswith("Exceeds the limit"):
        return "a whole number has at most 4300 digits"
    advice = next((said for begins, said in _ADVICE if complaint.startswith(begins)), None)
    return f"{complaint}; {advice}" if advice else complaint
