"""The wire keeps every plain value exactly, and takes nothing that it would not have written."""

from __future__ import annotations

import json
import math
import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox import wire
from sandbox.wire import (
    ANSWER_BUDGET,
    FrameReader,
    NotPlainError,
    TooLargeError,
    WireError,
    decode,
    encode,
    frame,
    parse,
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
leaves = st.none() | st.booleans() | st.integers() | st.floats() | texts
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(texts, inner, max_size=4)
    ),
    max_leaves=20,
)


def there_and_back(value: Any) -> Any:
    return decode(parse(encode(value).encode()))


def exactly(value: Any) -> Any:
    """A form in which 1, 1.0 and True differ, -0.0 differs from 0.0, and NaN equals itself."""
    if isinstance(value, list | tuple):
        return type(value).__name__, [exactly(item) for item in value]
    if isinstance(value, dict):
        return "dict", [(key, exactly(item)) for key, item in value.items()]
    return type(value).__name__, repr(value)


@given(values)
def test_every_plain_value_comes_back_exactly(value: Any) -> None:
    assert exactly(there_and_back(value)) == exactly(value)


@given(values)
def test_there_is_one_way_to_write_a_value(value: Any) -> None:
    assert encode(there_and_back(value)) == encode(value)


@pytest.mark.parametrize(
    "value", [2**53, -(2**53), 2**4096 - 1, -(2**4096 - 1), -0.0, math.inf, -math.inf, 5e-324]
)
def test_numbers_at_the_edges_come_back_exactly(value: Any) -> None:
    assert exactly(there_and_back(value)) == exactly(value)


class Sly(int):
    """Pretends to be an int, and says so when asked."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Pretender:
    __class__ = int  # type: ignore[assignment] # that is the trick

    def __repr__(self) -> str:
        return "Pretender()"  # no address: test ids must be the same in every process


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Sly(3), "Sly"),
        (Pretender(), "Pretender"),
        (Text("x"), "Text"),
        (object(), "object"),
        (1j, "complex"),
        (b"x", "bytes"),
        ({1, 2}, "set"),
        (range(3), "range"),
        ([1, [Sly(2)]], "Sly"),
        ({1: 2}, "dict with a key of type int"),
        ({Text("k"): 2}, "dict with a key of type Text"),
        ("\ud800", "str with half a surrogate pair"),
        ({"\udfff": 1}, "str with half a surrogate pair"),
    ],
)
def test_only_exact_types_are_plain(value: object, name: str) -> None:
    with pytest.raises(NotPlainError, match=f"^{name}$"):
        encode(value)


def test_the_name_of_a_type_is_not_asked_of_its_metaclass() -> None:
    class Liar(type):
        __name__ = property(lambda _: "int")  # type: ignore[assignment] # that is the trick

    with pytest.raises(NotPlainError, match=r"^Honest$"):
        encode(Liar("Honest", (), {})())


def test_a_type_name_is_cut() -> None:
    with pytest.raises(NotPlainError) as refused:
        encode(type("x" * 10_000, (), {})())
    assert len(str(refused.value)) == 80


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


def ring() -> list[Any]:
    loop: list[Any] = []
    loop.append(loop)
    return loop


@pytest.mark.parametrize(
    "value",
    [
        2**4096,
        -(2**4096),
        10**1_000_000,
        "x" * 8193,
        nested(17),
        nested(100_000),
        ring(),
        list(range(10_001)),
        [[True] * 200 for _ in range(200)],
        {str(n): n for n in range(10_001)},
        ["x" * 8000] * 9,
        ["é" * 8000] * 2,
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_over_budget_is_too_large(value: object) -> None:
    with pytest.raises(TooLargeError):
        encode(value)


@pytest.mark.parametrize(
    "value",
    [nested(16), [2**4000] * 60, {"k": nested(15)}, list(range(10_000)), "x" * 8192, "é" * 8192],
)
def test_a_value_at_its_budget_is_not(value: Any) -> None:
    assert there_and_back(value) == value


def test_the_budget_for_answers_fits_into_a_frame_twice() -> None:
    """A value, the arguments as the call left them, and a trouble travel in one frame."""
    assert 3 * ANSWER_BUDGET.total + wire.FLUSH_BYTES <= wire.MAX_ANSWER_BYTES


# ------------------------------------------------------------------------------------ decoding

UNREADABLE = [
    b"",
    b"\xff",
    b"NaN",
    b"[Infinity]",
    b"-Infinity",
    b"1e999",
    b"-1e999",
    b"{}",
    b'{"a":1,"a":2}',
    b"[1] []",
    b"\xef\xbb\xbf1",
    b"[" * 100_000,
    b'"\xed\xa0\x80"',
    b"1" * 5000,
]


@pytest.mark.parametrize("payload", UNREADABLE, ids=lambda p: repr(p[:12]))
def test_what_is_not_our_json_is_refused(payload: bytes) -> None:
    with pytest.raises(WireError):
        parse(payload)


UNDECODABLE: list[Any] = [
    [],
    ["x", 1],
    [1],
    [None],
    [["l"]],
    ["i"],
    ["i", 5],
    ["i", "5"],
    ["i", "0x" + "f" * 20],
    ["i", "F" * 20],
    ["i", "0" + "f" * 20],
    ["i", "+" + "f" * 20],
    ["i", "f" * 20, "f"],
    ["i", "f" * 2000],
    ["i", "f_" * 20],
    ["i", " " + "f" * 20],
    ["f", "1.5"],
    ["f", "NaN"],
    ["f"],
    ["f", ["nan"]],
    ["d", "k"],
    ["d", "k", 1, "k", 2],
    ["d", 1, 2],
    ["d", ["l"], 2],
    2**53,
    -(2**53),
    "\ud800",
    ["d", "\udc00", 1],
    "x" * 8193,
    ["l", *range(10_001)],
    ["d", *(x for n in range(10_001) for x in (str(n), n))],
]


@pytest.mark.parametrize("raw", UNDECODABLE, ids=lambda raw: str(raw)[:20])
def test_what_encode_would_not_write_is_refused(raw: Any) -> None:
    with pytest.raises(WireError):
        decode(raw)


def test_a_value_nested_deeper_than_allowed_is_refused() -> None:
    raw: Any = 1
    for _ in range(17):
        raw = ["l", raw]
    with pytest.raises(WireError):
        decode(raw)


@given(st.binary(max_size=200))
@settings(max_examples=300)
def test_arbitrary_bytes_give_a_value_or_a_wire_error(payload: bytes) -> None:
    try:
        decode(parse(payload))
    except WireError:
        return


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(st.sampled_from("ltdif") | inner, max_size=6),
    max_leaves=30,
)


@given(json_like)
@settings(max_examples=300)
def test_arbitrary_json_is_refused_or_is_what_encode_writes(raw: Any) -> None:
    text = json.dumps(raw)
    try:
        value = decode(parse(text.encode()))
    except WireError:
        return
    assert decode(parse(encode(value).encode())) == value


# -------------------------------------------------------------------------------------- frames


@given(st.lists(st.binary(max_size=50), max_size=8), st.integers(1, 20))
def test_frames_arrive_whole_however_they_are_cut(payloads: list[bytes], step: int) -> None:
    stream = b"".join(map(frame, payloads))
    reader = FrameReader(50)
    got = [f for at in range(0, len(stream), step) for f in reader.feed(stream[at : at + step])]
    assert got == payloads
    assert not reader.rest


def test_a_frame_that_is_announced_too_long_is_refused_at_once() -> None:
    with pytest.raises(WireError):
        list(FrameReader(100).feed(struct.pack(">I", 4 * 2**30 - 1)))


def test_what_came_whole_before_such_a_frame_is_not_lost() -> None:
    came = FrameReader(100).feed(frame(b"whole") + b"\xff" * 9)
    assert next(came) == b"whole"
    with pytest.raises(WireError):
        next(came)


def test_an_unfinished_frame_is_noticed() -> None:
    reader = FrameReader(100)
    assert list(reader.feed(frame(b"whole") + b"\0\0\0\5hal")) == [b"whole"]
    assert reader.rest


@given(st.binary(max_size=300))
def test_arbitrary_bytes_never_make_the_reader_hold_more_than_its_limit(chunk: bytes) -> None:
    reader = FrameReader(64)
    try:
        frames = list(reader.feed(chunk))
    except WireError:
        return
    assert all(len(f) <= 64 for f in frames)
