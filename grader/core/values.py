"""Values as text for people, and as plain JSON data for the store, without losing anything.

Neither direction ever turns a huge number into decimal digits, which takes quadratic time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from grader.core.model import Expected, Raised, Value

Plain: TypeAlias = bool | int | float | str | list["Plain"] | dict[str, "Plain"] | None

TEXT_BYTES = 2048
SHORT_BYTES = 120
_CUT = "…"
_SMALL = 32  # items of a container, characters of a text
_SMALL_DEPTH = 2
_WRITABLE_BITS = 8192  # about 2,466 digits; Python itself refuses more than 4,300
_EXACT_IN_JSON = 2**53  # other readers of JSON keep whole numbers exact only up to here


def literal(value: Value, *, limit: int = TEXT_BYTES) -> str:
    """Return the value as a Python literal of at most `limit` bytes; a cut is marked by `…`."""
    if _is_small(value, _SMALL_DEPTH):
        text = repr(value)
        if len(text) <= limit and text.isascii():
            return text
    return _careful(value, limit)


def _is_small(value: Value, depth: int) -> bool:
    """Whether Python's own `repr` is the literal, and cheap: most values of a grading are so."""
    if isinstance(value, (list, tuple)):
        return depth > 0 and len(value) <= _SMALL and all(_is_small(v, depth - 1) for v in value)
    if isinstance(value, dict):
        return depth > 0 and len(value) <= _SMALL and _is_small(list(value.items()), depth + 1)
    if isinstance(value, str):
        return len(value) <= _SMALL
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or -_EXACT_IN_JSON < value < _EXACT_IN_JSON


def _careful(value: Value, limit: int) -> str:
    """The same for any value: bit by bit, and never more of it than can be shown."""
    kept: list[str] = []
    size = 0
    for piece in _pieces(value, limit):
        kept.append(piece)
        size += len(piece.encode())
        if size > limit:
            return _cut("".join(kept), limit)
    return "".join(kept)


def short(value: Value) -> str:
    """Return a literal that fits into a sentence."""
    return literal(value, limit=SHORT_BYTES)


def cut(text: str, *, limit: int) -> str:
    """Return the text, or as much of it as fits into `limit` bytes with the mark of a cut."""
    return text if len(text.encode()) <= limit else _cut(text, limit)


def _cut(text: str, limit: int) -> str:
    return text.encode()[: limit - len(_CUT.encode())].decode(errors="ignore") + _CUT


@dataclass(frozen=True, slots=True)
class _Text:
    """A piece that is already text, between values that are not."""

    text: str


def _pieces(value: Value, limit: int) -> Iterator[str]:
    """Yield the literal bit by bit. A stack instead of recursion: depth costs nothing here."""
    todo: list[Value | _Text] = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, _Text):
            yield item.text
        elif isinstance(item, (list, tuple, dict)):
            todo.extend(reversed(_parts(item, limit)))
        else:
            yield _scalar(item, limit)


def _parts(
    container: list[Value] | tuple[Value, ...] | dict[str, Value], limit: int
) -> list[Value | _Text]:
    """Return a container's brackets, separators and items, no more of them than can be shown."""
    if isinstance(container, dict):
        pairs = list(container.items())[:limit]
        return _joined("{", [[k, _Text(": "), v] for k, v in pairs], "}")
    items: list[list[Value | _Text]] = [[item] for item in container[:limit]]
    if isinstance(container, list):
        return _joined("[", items, "]")
    return _joined("(", items, ",)" if len(container) == 1 else ")")


def _joined(start: str, items: list[list[Value | _Text]], end: str) -> list[Value | _Text]:
    parts: list[Value | _Text] = [_Text(start)]
    for position, item in enumerate(items):
        parts.extend([_Text(", "), *item] if position else item)
    return [*parts, _Text(end)]


def _scalar(value: bool | int | float | str | None, limit: int) -> str:
    if isinstance(value, str):
        return repr(value[:limit])
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value}')"
    if isinstance(value, int) and value.bit_length() > _WRITABLE_BITS:
        return f"<int of about {int(value.bit_length() * math.log10(2)):,} digits>"
    return repr(value)


class NotPlainError(ValueError):
    """This was not made by `to_plain`."""


def to_plain(value: Value) -> Plain:
    """Encode for JSON: what JSON keeps exactly stays itself, all else is an object with one tag."""
    if isinstance(value, dict):
        return {"dict": [[_text(key), to_plain(item)] for key, item in value.items()]}
    if isinstance(value, (list, tuple)):
        items = [to_plain(item) for item in value]
        return items if isinstance(value, list) else {"tuple": items}
    return _plain_scalar(value)


def _plain_scalar(value: bool | int | float | str | None) -> Plain:
    if isinstance(value, float):
        return {"float": value.hex()}
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int) and abs(value) > _EXACT_IN_JSON:
        return {"int": hex(value)}
    return value


def _text(text: str) -> Plain:
    """Databases refuse NUL and lone surrogates in JSON, so such a text becomes its code points."""
    if all(character != "\0" and not "\ud800" <= character <= "\udfff" for character in text):
        return text
    return {"str": [ord(character) for character in text]}


def expected_to_plain(expected: Expected) -> Plain:
    """Encode what a call should come to; an exception has a tag that no value has."""
    return {"raises": list(expected.kinds)} if isinstance(expected, Raised) else to_plain(expected)


def expected_from_plain(plain: Plain) -> Expected:
    """Decode what `expected_to_plain` made. Raises NotPlainError."""
    if isinstance(plain, dict) and plain.keys() == {"raises"}:
        return Raised(kinds=tuple(_expect_text(kind) for kind in _expect_list(plain["raises"])))
    return from_plain(plain)


def from_plain(plain: Plain) -> Value:
    """Decode what `to_plain` made. Raises ValueError for anything that it cannot have made."""
    if isinstance(plain, list):
        return [from_plain(item) for item in plain]
    if isinstance(plain, dict):
        return _tagged(plain)
    if isinstance(plain, float):
        raise NotPlainError("a float is stored with its tag, never bare")
    return plain


def _tagged(plain: dict[str, Plain]) -> Value:
    if len(plain) != 1:
        raise NotPlainError("a tagged value has exactly one tag")
    ((tag, body),) = plain.items()
    if tag not in _TAGS:
        raise NotPlainError(f"unknown tag {tag!r}")
    return _TAGS[tag](body)


def _untag_int(body: Plain) -> Value:
    return int(_expect_text(body), 16)


def _untag_float(body: Plain) -> Value:
    return float.fromhex(_expect_text(body))


def _untag_str(body: Plain) -> Value:
    return "".join(chr(_expect_int(item)) for item in _expect_list(body))


def _untag_tuple(body: Plain) -> Value:
    return tuple(from_plain(item) for item in _expect_list(body))


def _untag_dict(body: Plain) -> Value:
    decoded: dict[str, Value] = {}
    for pair in _expect_list(body):
        key, item = _expect_list(pair)
        decoded[_expect_text(from_plain(key))] = from_plain(item)
    return decoded


def _expect_list(body: Plain) -> list[Plain]:
    if not isinstance(body, list):
        raise NotPlainError("this tag holds a list")
    return body


def _expect_text(body: object) -> str:
    if not isinstance(body, str):
        raise NotPlainError("this tag holds text")
    return body


def _expect_int(body: Plain) -> int:
    if type(body) is not int:
        raise NotPlainError("this tag holds whole numbers")
    return body


_TAGS: dict[str, Callable[[Plain], Value]] = {
    "int": _untag_int,
    "float": _untag_float,
    "str": _untag_str,
    "tuple": _untag_tuple,
    "dict": _untag_dict,
}
