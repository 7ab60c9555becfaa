"""The bytes that cross the trust line: headers, frames, plain values. One file for both sides.

Nothing here ever carries an expected answer. Headers are for the supervisor, which moves everything
else without looking at it. Frames are for the child. Decoding is strict: whatever is not exactly
what this file would have written raises WireError.

A value from a child is JSON with tags, so that nothing is lost: None, bool, str, small int and
finite float are themselves; all else is an array whose first item names its kind. Questions go to
a child that has no reason to doubt us, in Python's own marshal format.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Callable, Iterator
from json.encoder import encode_basestring_ascii as _quote
from typing import Final, NamedTuple, NoReturn, TypeAlias, Union, cast

Plain: TypeAlias = Union[  # noqa: UP007 - a recursive alias needs quoted names
    bool, int, float, str, list["Plain"], tuple["Plain", ...], dict[str, "Plain"], None
]

# ------------------------------------------------------------------ headers: worker <-> supervisor

COMMAND: Final = struct.Struct(">BxxxIIQ")  # kind, three numbers
EVENT: Final = struct.Struct(">BBxxIIIII")  # kind, stream, five numbers

START: Final = 1  # uid, CPU seconds, address space bytes: kill what runs, fork a child
DATA: Final = 2  # n: the next n bytes are for the child
KILL: Final = 3  # kill every process but the supervisor

HELLO: Final = 1  # protocol version, sys.hexversion, whether splice works
BYTES: Final = 2  # stream, n: the next n bytes came from the child
CROWD: Final = 3  # number of processes besides the supervisor, when more than the child
ENDED: Final = 4  # 1 if payload bytes were held; status, left over, memory kills, refused forks, ms

VERSION: Final = 1
ANSWERS, OUTPUT = 0, 1  # streams of a BYTES event
# ------------------------------------------------------------------------ frames: worker <-> child

LENGTH: Final = struct.Struct(">I")
MAX_ANSWER_BYTES: Final = 256 * 1024  # of a frame from the child; an empty one to it is the end
FLUSH_BYTES: Final = 64 * 1024  # a child sends collected answers when they are more than this
TOKEN_BYTES: Final = 16  # ids of questions and the mark in the output stream
MARK_BYTES: Final = TOKEN_BYTES + LENGTH.size  # the token, then the number of calls ended so far
MARSHAL: Final = 2  # format of questions; from 3 on the bytes depend on reference counts
LEARNER_FILE: Final = "solution.py"


def frame(payload: bytes) -> bytes:
    return LENGTH.pack(len(payload)) + payload


class Budget(NamedTuple):
    """How much one value may hold."""

    depth: int
    items: int
    text: int  # characters of one str
    bits: int  # of one int
    total: int  # characters of its whole encoding


ANSWER_BUDGET: Final = Budget(depth=16, items=10_000, text=8192, bits=4096, total=64 * 1024)


class WireError(Exception):
    """The bytes are not what the other side should have sent."""


class NotPlainError(Exception):
    """The value is not plain data; the message is the name of the offending type."""


class TooLargeError(Exception):
    """The value is plain but over its budget."""


class FrameReader:
    """Cuts a stream into frames of at most `limit` bytes. `rest`: what is not a whole frame yet."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.rest = bytearray()

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield what is complete now, then raise WireError if a length over the limit follows."""
        self.rest += chunk
        while len(self.rest) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(self.rest)[0]
            if end > LENGTH.size + self._limit:
                raise WireError("a frame is longer than allowed")
            if len(self.rest) < end:
                return
            payload = bytes(self.rest[LENGTH.size : end])
            del self.rest[:end]
            yield payload


# ---------------------------------------------------------------------------------- values to text

_SMALL: Final = 1 << 53  # ints below this are JSON numbers; larger ones travel as hex
_HALF_A_PAIR: Final = re.compile("[\ud800-\udfff]")
_Nested: TypeAlias = Callable[..., None]
_type_name: Final = type.__dict__["__name__"].__get__


class _Left:
    """What is left of a budget while one value is written or read."""

    __slots__ = ("budget", "items", "total")

    def __init__(self, budget: Budget) -> None:
        self.budget, self.items, self.total = budget, budget.items, budget.total

    def take(self, text: str) -> str:
        self.total -= len(text)
        if self.total < 0:
            raise TooLargeError
        return text

    def enter(self, items: int, depth: int) -> int:
        """Count a container and its signs; return how deep its items may be."""
        self.items -= items
        self.total -= items + 5
        if self.items < 0 or depth <= 0:
            raise TooLargeError
        return depth - 1


def name_of(kind: type) -> str:
    """Return the true name of a type, whatever its metaclass claims, cut to 80 characters."""
    return str.__getitem__(_type_name(kind), slice(0, 80))


def encode(value: object, budget: Budget = ANSWER_BUDGET) -> str:
    """Write a value by its exact type; run no code of it. Raises NotPlainError, TooLargeError."""
    if type(value) is int and -_SMALL < value < _SMALL:
        return repr(value)  # as most answers are
    if simple := _SIMPLE.get(type(value)):
        return simple(value, budget)
    parts: list[str] = []
    _write(value, parts.append, _Left(budget), budget.depth)
    return "".join(parts)


def _write(value: object, put: Callable[[str], None], left: _Left, depth: int) -> None:
    kind = type(value)
    if simple := _SIMPLE.get(kind):
        put(left.take(simple(value, left.budget)))
    elif nested := _NESTED.get(kind):
        nested(value, put, left, depth)
    else:
        raise NotPlainError(name_of(kind))


def _int(value: int, budget: Budget) -> str:
    if -_SMALL < value < _SMALL:
        return f"{value:d}"
    if value.bit_length() > budget.bits:
        raise TooLargeError
    return f'["i","{value:x}"]'


def _str(value: str, budget: Budget) -> str:
    if len(value) > budget.text:
        raise TooLargeError
    if _has_half_a_pair(value):
        raise NotPlainError("str with half a surrogate pair")
    return _quote(value)


def _has_half_a_pair(text: str) -> bool:
    return not text.isascii() and _HALF_A_PAIR.search(text) is not None


def _sequence(tag: str) -> _Nested:
    opening = f'["{tag}"'

    def write(value: list[object], put: Callable[[str], None], left: _Left, depth: int) -> None:
        depth = left.enter(len(value), depth)
        put(opening)
        for item in value:
            put(",")
            _write(item, put, left, depth)
        put("]")

    return write


def _dict(value: dict[object, object], put: Callable[[str], None], left: _Left, depth: int) -> None:
    depth = left.enter(len(value), depth)
    put('["d"')
    for key, item in value.items():
        if type(key) is not str:
            raise NotPlainError(f"dict with a key of type {name_of(type(key))}")
        put("," + left.take(_str(key, left.budget)) + ",")
        _write(item, put, left, depth)
    put("]")


_SIMPLE: Final[dict[type, Callable[..., str]]] = {
    int: _int,
    bool: lambda value, _: "true" if value else "false",
    type(None): lambda _value, _: "null",
    str: _str,
    float: lambda value, _: repr(value) if math.isfinite(value) else f'["f","{value!r}"]',
}
_NESTED: Final[dict[type, _Nested]] = {list: _sequence("l"), tuple: _sequence("t"), dict: _dict}


# ---------------------------------------------------------------------------------- text to values


def _no(_: object) -> NoReturn:
    raise WireError("a token that is not used on this wire")


def _finite(text: str) -> float:
    return x if math.isfinite(x := float(text)) else _no(text)


_JSON: Final = json.JSONDecoder(parse_constant=_no, parse_float=_finite, object_pairs_hook=_no)
Json: TypeAlias = Union[bool, int, float, str, list["Json"], None]  # noqa: UP007 - as above


def parse(payload: bytes) -> Json:
    """Parse one frame: UTF-8, no objects, no NaN tokens, no rest. Raises WireError."""
    try:
        return cast("Json", _JSON.decode(payload.decode()))
    except (ValueError, RecursionError, MemoryError) as error:
        raise WireError("a frame that is not JSON") from error


def decode(raw: Json, budget: Budget = ANSWER_BUDGET) -> Plain:
    """Rebuild a value from parsed JSON. Raises WireError for anything `encode` would not write."""
    try:
        return _read(raw, _Left(budget), budget.depth)
    except TooLargeError as error:
        raise WireError("more than the budget allows") from error


def _read(raw: Json, left: _Left, depth: int) -> Plain:
    if isinstance(raw, list):
        reader = _TAGS.get(raw[0]) if raw and isinstance(raw[0], str) else None
        return reader(raw, left, depth) if reader else _no(raw)
    if isinstance(raw, str):
        return _read_text(raw, left.budget)
    if isinstance(raw, int) and not -_SMALL < raw < _SMALL:
        raise WireError("a large int that is not written as hex")
    return raw


def _read_text(raw: Json, budget: Budget) -> str:
    if not isinstance(raw, str) or len(raw) > budget.text or _has_half_a_pair(raw):
        raise WireError("not a text, or not one that would be written")
    return raw


def _read_list(raw: list[Json], left: _Left, depth: int) -> list[Plain]:
    depth = left.enter(len(raw) - 1, depth)
    return [_read(raw[i], left, depth) for i in range(1, len(raw))]


def _read_dict(raw: list[Json], left: _Left, depth: int) -> dict[str, Plain]:
    depth = left.enter(len(raw) // 2, depth)
    keys = [_read_text(raw[i], left.budget) for i in range(1, len(raw), 2)]
    if len(raw) % 2 == 0 or len(set(keys)) != len(keys):
        raise WireError("a dict with a key twice, or without its value")
    return {key: _read(raw[2 * n + 2], left, depth) for n, key in enumerate(keys)}


def _read_int(raw: list[Json], left: _Left, _: int) -> int:
    text = raw[1] if len(raw) == 2 else None
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise WireError("not a hex number")
    number = int(text, 16)
    if -_SMALL < number < _SMALL or number.bit_length() > left.budget.bits:
        raise WireError("a number that is not written in hex, or too large")
    return number


def _read_float(raw: list[Json], _left: _Left, _: int) -> float:
    if len(raw) != 2 or raw[1] not in ("nan", "inf", "-inf"):
        raise WireError("not a special float")
    return float(raw[1])


_HEX: Final = re.compile(r"-?[1-9a-f][0-9a-f]{1,1030}")
_TAGS: Final[dict[str, Callable[[list[Json], _Left, int], Plain]]] = {
    "l": _read_list,
    "t": lambda raw, left, depth: tuple(_read_list(raw, left, depth)),
    "d": _read_dict,
    "i": _read_int,
    "f": _read_float,
}
