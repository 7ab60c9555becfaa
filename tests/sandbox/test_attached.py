"""Docker's stream is taken apart the same way, however it is cut."""

from __future__ import annotations

import socket
import struct

from hypothesis import given
from hypothesis import strategies as st

from sandbox.outside.attached import Attached

OUT, ERR = 1, 2


def packed(stream: int, content: bytes) -> bytes:
    return struct.pack(">BxxxL", stream, len(content)) + content


@given(
    st.lists(st.tuples(st.sampled_from([OUT, ERR]), st.binary(max_size=20)), max_size=8),
    st.integers(1, 15),
)
def test_output_and_complaints_are_told_apart(frames: list[tuple[int, bytes]], step: int) -> None:
    stream = b"".join(packed(*frame) for frame in frames)
    with socket.socket() as unused:
        attached = Attached(unused)
        got = [attached.unpack(stream[at : at + step]) for at in range(0, len(stream), step)]
    assert b"".join(got) == b"".join(content for kind, content in frames if kind == OUT)
    assert attached.complaints == b"".join(content for kind, content in frames if kind == ERR)


def test_only_the_first_complaints_are_kept() -> None:
    with socket.socket() as unused:
        attached = Attached(unused)
        for _ in range(100):
            attached.unpack(packed(ERR, b"x" * 1000))
    assert len(attached.complaints) == 4096
