"""Values as pack.toml writes them, for a report from which an author copies."""

from __future__ import annotations

import json

from grader.core.model import Value
from grader.core.values import literal

_MOST_BYTES = 100_000  # of a row of arguments; none that is looked for comes near it


def arguments(values: tuple[Value, ...]) -> str:
    """Return a list; where that cannot hold them, for None or a tuple, a text of Python."""
    if all(map(_is_toml, values)):
        return _toml(list(values))
    return text(", ".join(literal(value, limit=_MOST_BYTES) for value in values))


def text(words: str) -> str:
    """Return a TOML text: literal where nothing in it forbids that."""
    if "'" not in words and words.isprintable():
        return f"'{words}'"
    return _quoted(words)


def _is_toml(value: Value) -> bool:
    if isinstance(value, dict):
        return all(map(_is_toml, (*value, *value.values())))
    if isinstance(value, list):
        return all(map(_is_toml, value))
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    return value is not None and not isinstance(value, tuple)


def _toml(value: Value) -> str:
    if isinstance(value, dict):
        pairs = ", ".join(f"{_quoted(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, str):
        return _quoted(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
