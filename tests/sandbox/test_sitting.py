"""What the worker makes of a child that says anything at all; the test plays the supervisor."""

from __future__ import annotations

import json
import marshal
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from sandbox import wire
from sandbox.outside import sitting
from sandbox.outside.attached import Attached
from sandbox.outside.channel import BrokenError, Channel
from sandbox.outside.sandbox import (
    CRASHES_IN_A_ROW,
    Batch,
    Ending,
    Job,
    Limits,
    Question,
    Run,
    Stopped,
)
from sandbox.outside.session import Session
from tests.waiting import LONGEST_SECONDS

PATIENT = Limits(load_seconds=60.0, case_seconds=60.0, total_seconds=300.0)
SHORT_LOAD = replace(PATIENT, load_seconds=0.6)  # these two where the clock ends what is open
SHORT_CASE = replace(PATIENT, case_seconds=2.0)
RETURNED = ["returned", 7, None, None, None]


class Peer:
    """The container's end: reads commands, says what the test tells it to."""

    def __init__(self, raw: socket.socket) -> None:
        self._raw = raw
        self._raw.settimeout(LONGEST_SECONDS)

    def say(self, kind: int, stream: int = 0, *numbers: int, payload: bytes = b"") -> None:
        event = wire.EVENT.pack(kind, stream, *numbers, *(0,) * (5 - len(numbers))) + payload
        self._raw.sendall(struct.pack(">BxxxL", 1, len(event)) + event)

    def answer(self, *payloads: bytes) -> None:
        for payload in payloads:
            self.say(wire.BYTES, wire.ANSWERS, len(payload), payload=payload)

    def ended(self, status: int = 0, *numbers: int) -> None:
        self.say(wire.ENDED, 0, status, *numbers)

    def command(self) -> tuple[int, bytes]:
        kind, count, _, _ = wire.COMMAND.unpack(self._read(wire.COMMAND.size))
        return kind, self._read(count) if kind == wire.DATA else b""

    def batch(self) -> tuple[str, list[str]]:
        """Read the next START and DATA; return the tokens of the load and of the questions."""
        while self.command()[0] != wire.START:
            pass
        frames = list(wire.FrameReader(2**20).feed(self.command()[1]))
        return frames[1].decode(), [marshal.loads(question)[0] for question in frames[3:-1]]

    def _read(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            got += self._raw.recv(count - len(got)) or self._end()
        return got

    def _end(self) -> bytes:
        raise ConnectionError


def loaded(token: str) -> bytes:
    return wire.frame(json.dumps([token, "loaded", None, []]).encode())


def returned(token: str, first: int = 0, *raw: Any) -> bytes:
    return wire.frame(json.dumps([token, first, list(raw) or [RETURNED]]).encode())


Script = Callable[[Peer], None]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the test itself may take its time to play a part."""
    for name in ("_GOODBYE_SECONDS", "_DEATH_SECONDS"):
        monkeypatch.setattr(sitting, name, LONGEST_SECONDS)


@contextmanager
def played(script: Script) -> Iterator[Channel]:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    peer = threading.Thread(target=script, args=(Peer(theirs),))
    peer.start()
    channel = Channel(Attached(ours))
    try:
        yield channel
    finally:
        peer.join()
        channel.close()
        theirs.close()


def job(*functions: str, calls: int = 1, limits: Limits = PATIENT) -> Job:
    questions = tuple(Question(function=f, calls=((1,),) * calls) for f in functions)
    return Job(source="", batches=(Batch(questions=questions, shown=True),), limits=limits)


def endings(asked: Job, script: Script) -> list[Ending]:
    session = Session(asked, uid=20000, stop=lambda: False)
    with played(script) as channel:
        session.run(channel)
    return [call.ending for question in session.answers()[0] for call in question]


def test_an_honest_child_is_believed_to_have_returned() -> None:
    def script(peer: Peer) -> None:
        load, (first, second) = peer.batch()
        peer.answer(loaded(load), returned(first), returned(second))
        peer.ended()

    assert endings(job("f", "g"), script) == [Ending.RETURNED] * 2


@pytest.mark.parametrize("step", [1, 3, 50])
def test_events_may_arrive_in_pieces(step: int) -> None:
    def script(peer: Peer) -> None:
        load, (token,) = peer.batch()
        stream = loaded(load) + returned(token)
        peer.answer(*(stream[at : at + step] for at in range(0, len(stream), step)))
        peer.ended()

    assert endings(job("f"), script) == [Ending.RETURNED]


FORGERIES: dict[str, Callable[[str, str], bytes]] = {
    "an unknown id": lambda first, _: returned("f" * 32),
    "the id of the next question": lambda _, second: returned(second),
    "a wrong call number": lambda first, _: returned(first, 1),
    "more answers than calls": lambda first, _: returned(first, 0, RETURNED, RETURNED),
    "a frame of 4 GiB": lambda _first, _second: b"\xff\xff\xff\xff",
    "an empty frame": lambda _first, _second: wire.frame(b""),
    "no JSON": lambda _first, _second: wire.frame(b'{"passed": true}'),
    "a NaN token": lambda first, _: wire.frame(
        f'["{first}",0,[["returned",NaN,null,null,null]]]'.encode()
    ),
    "deep nesting": lambda _first, _second: wire.frame(b"[" * 200_000),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_frame_costs_the_open_call_and_the_rest_goes_on(name: str) -> None:
    def script(peer: Peer) -> None:
        load, (first, second) = peer.batch()
        forged = FORGERIES[name](first, second)
        peer.answer(loaded(load))
        peer.answer(*(forged[at : at + 60_000] for at in range(0, len(forged), 60_000)))
        assert peer.command()[0] == wire.KILL
        peer.ended(9)
        load, (second,) = peer.batch()
        peer.answer(loaded(load), returned(second))
        peer.ended()

    assert endings(job("f", "g"), script) == [Ending.PROTOCOL, Ending.RETURNED]


def test_what_came_whole_in_one_piece_with_a_forgery_counts() -> None:
    """On a busy machine the load's report and a forgery arrived together, and every call paid."""

    def script(peer: Peer) -> None:
        load, (first, *_) = peer.batch()
        peer.answer(loaded(load) + returned(first) + b'{"passed": true}')
        assert peer.command()[0] == wire.KILL
        peer.ended(9)
        load, (third,) = peer.batch()
        peer.answer(loaded(load), returned(third))
        peer.ended()

    expected = [Ending.RETURNED, Ending.PROTOCOL, Ending.RETURNED]
    assert endings(job("f", "g", "f"), script) == expected


def test_an_answer_given_twice_spoils_the_next() -> None:
    def script(peer: Peer) -> None:
        load, (first, _) = peer.batch()
        peer.answer(loaded(load), returned(first), returned(first))
        assert peer.command()[0] == wire.KILL
        peer.ended(9)

    assert endings(job("f", "g"), script) == [Ending.RETURNED, Ending.PROTOCOL]


def test_bytes_after_the_last_answer_spoil_it() -> None:
    def script(peer: Peer) -> None:
        load, (token,) = peer.batch()
        peer.answer(loaded(load), returned(token), b"more")
        peer.ended()

    assert endings(job("f"), script) == [Ending.PROTOCOL]


def test_half_a_frame_before_the_end_is_no_answer() -> None:
    def script(peer: Peer) -> None:
        load, (token,) = peer.batch()
        peer.answer(loaded(load), returned(token)[:-1])
        peer.ended()

    assert endings(job("f"), script) == [Ending.PROTOCOL]


def test_an_answer_that_comes_after_the_deadline_is_too_late() -> None:
    def script(peer: Peer) -> None:
        load, (token,) = peer.batch()
        peer.answer(loaded(load))
        assert peer.command()[0] == wire.KILL
        peer.answer(returned(token))
        peer.ended(9)

    assert endings(job("f", limits=SHORT_CASE), script) == [Ending.TIME_LIMIT]


@pytest.mark.parametrize(
    ("ended", "ending"),
    [
        ((0,), Ending.CRASHED),
        ((9,), Ending.CRASHED),
        ((11,), Ending.CRASHED),
        ((9, 0, 1), Ending.MEMORY_LIMIT),
        ((9, 0, 0, 3), Ending.PROCESS_LIMIT),
        ((9, 0, 1, 3), Ending.PROCESS_LIMIT),
        ((24,), Ending.TIME_LIMIT),
        ((9, 0, 0, 0, 10_000), Ending.TIME_LIMIT),
    ],
)
def test_a_child_that_ends_without_an_answer_is_labelled(
    ended: tuple[int, ...], ending: Ending
) -> None:
    def script(peer: Peer) -> None:
        load, _ = peer.batch()
        peer.answer(loaded(load))
        peer.ended(*ended)

    assert endings(job("f"), script) == [ending]


def test_the_first_limit_of_a_function_spares_its_remaining_calls() -> None:
    def script(peer: Peer) -> None:
        load, _ = peer.batch()
        peer.answer(loaded(load))
        assert peer.command()[0] == wire.KILL
        peer.ended(9)
        load, (other,) = peer.batch()
        peer.answer(loaded(load), returned(other))
        peer.ended()

    assert endings(job("f", "f", "g", "f", limits=SHORT_CASE), script) == [
        Ending.TIME_LIMIT,
        Ending.NOT_RUN,
        Ending.RETURNED,
        Ending.NOT_RUN,
    ]


def test_a_question_of_several_calls_is_asked_again_one_by_one() -> None:
    def script(peer: Peer) -> None:
        load, (_,) = peer.batch()
        peer.answer(loaded(load))
        peer.ended(11)
        load, (first, _, _) = peer.batch()
        peer.answer(loaded(load), returned(first))
        peer.ended(11)
        load, (third,) = peer.batch()
        peer.answer(loaded(load), returned(third))
        peer.ended()

    assert endings(job("f", calls=3), script) == [
        Ending.RETURNED,
        Ending.CRASHED,
        Ending.RETURNED,
    ]


def test_a_function_that_crashes_ten_times_in_a_row_is_not_asked_by_the_dozen_any_more() -> None:
    """Each crash costs a child. Single questions are still asked, and so are other functions."""
    asked = Job(
        source="",
        batches=(
            Batch(
                questions=(
                    Question(function="f", calls=((1,),) * 12),
                    Question(function="f", calls=((1,),) * 2),
                    Question(function="f", calls=((1,),)),
                    Question(function="g", calls=((1,),) * 2),
                ),
                shown=False,
            ),
        ),
        limits=PATIENT,
    )

    def script(peer: Peer) -> None:
        for _ in range(1 + CRASHES_IN_A_ROW):
            load, _tokens = peer.batch()
            peer.answer(loaded(load))
            peer.ended(11)
        load, (alone, other) = peer.batch()
        peer.answer(loaded(load), returned(alone), returned(other, 0, RETURNED, RETURNED))
        peer.ended()

    crashed = [Ending.CRASHED] * CRASHES_IN_A_ROW
    assert endings(asked, script) == [*crashed, *[Ending.NOT_RUN] * 4, *[Ending.RETURNED] * 3]


def test_crashes_with_an_answer_between_them_are_charged_one_by_one() -> None:
    calls = 2 * CRASHES_IN_A_ROW

    def script(peer: Peer) -> None:
        load, _ = peer.batch()
        peer.answer(loaded(load))
        peer.ended(11)
        for _ in range(CRASHES_IN_A_ROW):
            load, (first, *_rest) = peer.batch()
            peer.answer(loaded(load), returned(first))
            peer.ended(11)

    found = endings(job("f", calls=calls), script)
    assert found == [Ending.RETURNED, Ending.CRASHED] * CRASHES_IN_A_ROW


def test_answers_that_arrived_are_kept_and_a_single_open_call_is_charged_at_once() -> None:
    def script(peer: Peer) -> None:
        load, (token,) = peer.batch()
        peer.answer(loaded(load), returned(token, 0, RETURNED, RETURNED))
        peer.ended(11)

    assert endings(job("f", calls=3), script) == [Ending.RETURNED] * 2 + [Ending.CRASHED]


def test_a_crowd_ends_the_batch_and_charges_nobody() -> None:
    def script(peer: Peer) -> None:
        load, (first, _) = peer.batch()
        peer.answer(loaded(load), returned(first))
        peer.say(wire.CROWD, 0, 2)
        assert peer.command()[0] == wire.KILL
        peer.ended(9, 1)
        load, (second,) = peer.batch()
        peer.answer(loaded(load), returned(second))
        peer.ended()

    assert endings(job("f", "g"), script) == [Ending.RETURNED] * 2


def test_a_load_that_spoils_the_channel_spoils_every_call_without_more_children() -> None:
    def script(peer: Peer) -> None:
        peer.batch()
        peer.answer(b'{"passed": true}')
        assert peer.command()[0] == wire.KILL
        peer.ended(9)

    assert endings(job("f", "g"), script) == [Ending.PROTOCOL] * 2


def run_session(script: Script, asked: Job) -> Session:
    session = Session(asked, uid=20000, stop=lambda: False)
    with played(script) as channel:
        session.run(channel)
    return session


def test_a_load_that_never_ends_is_a_time_limit_and_nothing_is_run() -> None:
    def script(peer: Peer) -> None:
        peer.batch()
        assert peer.command()[0] == wire.KILL
        peer.ended(9)

    session = run_session(script, job("f", "g", limits=SHORT_LOAD))
    assert session.known_load.ending is Ending.TIME_LIMIT
    assert {a.ending for q in session.answers()[0] for a in q} == {Ending.NOT_RUN}


@pytest.mark.parametrize(
    ("ended", "is_clean"),
    [((0,), True), ((0, 1), False), ((0, 0, 1), False), ((0, 0, 0, 1), False), ((256,), True)],
)
def test_only_an_uneventful_run_is_clean(ended: tuple[int, ...], is_clean: bool) -> None:
    def script(peer: Peer) -> None:
        load, (token,) = peer.batch()
        peer.answer(loaded(load), returned(token))
        peer.ended(*ended)

    assert run_session(script, job("f")).is_clean is is_clean


def test_a_supervisor_that_held_payload_bytes_is_not_clean() -> None:
    def script(peer: Peer) -> None:
        load, (token,) = peer.batch()
        peer.answer(loaded(load), returned(token))
        peer.say(wire.ENDED, 1)

    assert not run_session(script, job("f")).is_clean


def broken(script: Script) -> Session:
    session = Session(job("f", "g"), uid=20000, stop=lambda: False)
    with pytest.raises(BrokenError), played(script) as channel:
        session.run(channel)
    return session


def test_a_lost_supervisor_costs_the_open_call_only() -> None:
    def script(peer: Peer) -> None:
        load, (first, _) = peer.batch()
        peer.answer(loaded(load), returned(first))
        peer._raw.close()

    session = broken(script)
    session.lost(Ending.CRASHED)
    session.give_up(Ending.NOT_RUN)
    assert [q[0].ending for q in session.answers()[0]] == [Ending.RETURNED, Ending.CRASHED]


def test_an_event_that_does_not_exist_breaks_the_channel() -> None:
    def script(peer: Peer) -> None:
        peer.batch()
        peer.say(99)

    assert broken(script).load is None


def test_the_caller_may_stop_a_run() -> None:
    def script(peer: Peer) -> None:
        peer.batch()

    session = Session(job("f"), uid=20000, stop=lambda: True)
    with pytest.raises(Stopped), played(script) as channel:
        session.run(channel)


def test_the_words_of_a_run_are_complete() -> None:
    assert set(Run.__dataclass_fields__) == {"load", "answers", "image", "python", "seconds"}
