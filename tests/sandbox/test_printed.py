"""Output is cut up by the child's marks, counted to the byte, kept as far as it may be shown."""

from __future__ import annotations

import struct

from sandbox.outside.printed import Printed, Text

MARK = b"0123456789abcdef"


def mark(call: int) -> bytes:
    return MARK + struct.pack(">I", call)


def printed(*, keep: int = 100, most: int = 1000) -> Printed:
    return Printed(MARK, keep=keep, most=most)


def test_each_call_gets_what_it_printed() -> None:
    output = printed()
    output.feed(b"load" + mark(1) + b"first" + mark(2) + b"third" + mark(4))
    assert [output.of_call(n).shown for n in (1, 2, 3, 4)] == ["load", "first", "", "third"]


def test_a_mark_may_arrive_in_pieces() -> None:
    output = printed()
    for byte in b"one" + mark(2) + b"two" + mark(3):
        output.feed(bytes([byte]))
    assert [output.of_call(n).shown for n in (2, 3)] == ["one", "two"]


def test_what_is_printed_before_the_mark_belongs_to_the_open_call() -> None:
    output = printed()
    output.feed(b"done" + mark(2) + b"still running")
    assert output.of_call(2).shown == "done"
    assert output.of_open_call().shown == "still running"


def test_a_text_is_cut_with_a_note() -> None:
    output = printed(keep=5)
    output.feed(b"0123456789" + mark(2))
    assert output.of_call(2).shown == "01234\n[the rest of the output was cut]"


def test_nothing_is_kept_of_what_is_not_shown() -> None:
    output = printed(keep=0)
    output.feed(b"secret" + mark(2))
    assert output.of_call(2) == Text(shown="", printed=True, is_over=False)


def test_a_call_that_printed_too_much_is_over() -> None:
    output = printed(most=10)
    output.feed(b"0123456789" + mark(2) + b"0123456789X" + mark(3))
    assert [output.of_call(n).is_over for n in (2, 3)] == [False, True]


def test_an_open_call_that_prints_too_much_is_noticed() -> None:
    output = printed(most=10)
    output.feed(b"0123456789")
    assert not output.is_over
    output.feed(b"X")
    assert output.is_over


def test_forged_marks_do_not_lift_the_limit() -> None:
    output = printed(most=1000)
    for _ in range(300):
        output.feed(b"x" * 900 + mark(2))
    assert output.is_over


def test_a_forged_mark_of_a_later_call_is_forgotten_when_that_call_marks_again() -> None:
    output = printed()
    output.feed(b"forged" + mark(3) + b"own" + mark(2))
    assert output.of_call(2).shown == "own"


def test_output_is_cleaned() -> None:
    output = printed()
    output.feed(b"\xff\xfe\0 not text \x1b[2J" + mark(2))
    assert output.of_call(2).shown == "\ufffd\ufffd\ufffd not text \ufffd[2J"
