"""Feed the decoders that read a learner's bytes, guided by coverage. Outside the test run.

    uv run --with atheris python -m tests.fuzz.fuzz_wire [-max_total_time=60] [CORPUS_FOLDER]

A decoder may refuse with WireError, and nothing else may leave it.
"""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["sandbox"]):
    from sandbox import wire
    from sandbox.outside import reading
    from sandbox.outside.attached import Attached

TOKEN = "0" * 16
LIMIT = 64 * 1024
ENDINGS = ("raised", "missing", "wrong_type", "too_large", "crashed", "memory_limit")


def test_one_input(data: bytes) -> None:
    """The same bytes as a stream, as a report, as answers, and as one value."""
    with contextlib.suppress(wire.WireError):
        reader = wire.FrameReader(LIMIT)
        for at in range(0, len(data), 7):
            for payload in reader.feed(data[at : at + 7]):
                _read_frame(payload)
    _read_frame(data)
    _read_frame(b'["%s",' % TOKEN.encode() + data + b"]")
    _read_frame(b'["%s",3,[' % TOKEN.encode() + data + b"]]")
    _read_value(data)
    _take_apart(data)


def _read_frame(payload: bytes) -> None:
    with contextlib.suppress(wire.WireError):
        load = reading.read_load(payload, TOKEN)
        json.dumps([each.name for each in load.defined]).encode()
    with contextlib.suppress(wire.WireError):
        for answer in reading.read_answers(payload, TOKEN, first=3, most=8):
            if answer.trouble is not None:
                answer.trouble.text.encode()


def _read_value(payload: bytes) -> None:
    """What is accepted is written the same way again."""
    with contextlib.suppress(wire.WireError):
        value = wire.decode(wire.parse(payload))
        again = wire.decode(wire.parse(wire.encode(value).encode()))
        assert repr(again) == repr(value)


def _take_apart(payload: bytes) -> None:
    """Whatever the cuts, the output of Docker's frames is the same."""
    outputs = []
    for step in (len(payload) or 1, 1):
        with socket.socket(socket.AF_UNIX) as raw:
            attached = Attached(raw)
            chunks = (payload[at : at + step] for at in range(0, len(payload), step))
            outputs.append(b"".join(map(attached.unpack, chunks)))
    assert outputs[0] == outputs[1]


def write_seeds(folder: Path) -> None:
    """Whole frames of every kind: mutation alone seldom finds a bracket's partner."""
    plain = (None, True, -1, 2**70, 0.1, float("nan"), "é", [1, [2]], (1, "a"), {"k": [{}]})
    values = [json.loads(wire.encode(value)) for value in plain]
    trouble = ["ValueError", "text", 3, 1, "x = 1", "OSError"]
    answers = [[value] for value in values]
    answers += [["returned", value, None, "list", values[8]] for value in values]
    answers += [[each, None, trouble, None, None] for each in ENDINGS]
    defined = [["f", 1, ["a", "b"]], ["g", 2, None]]
    documents = [*values, *answers, [TOKEN, 3, answers[:8]]]
    documents += [[TOKEN, 3, [answer]] for answer in answers]
    documents += [[TOKEN, each, trouble, defined] for each in ("loaded", *ENDINGS)]
    frames = [json.dumps(document).encode() for document in documents]
    for number, seed in enumerate([*frames, *map(wire.frame, frames)]):
        (folder / str(number)).write_bytes(seed)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="grader-fuzz-") as seeds:
        write_seeds(Path(seeds))
        atheris.Setup([*sys.argv, seeds], test_one_input)
        atheris.Fuzz()
