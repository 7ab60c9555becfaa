"""One child of one batch: send the source and the questions, keep the clock, collect the answers.

Decides how the open call ended when no answer came. What that means for the rest of the job is
decided in `session`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from sandbox import wire
from sandbox.outside.asks import Ask, Feed, Place
from sandbox.outside.channel import BrokenError, Channel, Crowd, Ended, Moved
from sandbox.outside.printed import Printed, Text
from sandbox.outside.reading import read_answers, read_load
from sandbox.outside.sandbox import Answer, Ending, Limits, Load

_TURN_SECONDS: Final = 0.1  # how often a caller's wish to stop is looked at
_GOODBYE_SECONDS: Final = 0.5  # for a child to leave after its last answer
_DEATH_SECONDS: Final = 3.0  # for the supervisor to kill and reap; it needs milliseconds
_SIGXCPU: Final = 24


class Cut(Enum):
    """Why a child was not left to end by itself."""

    NO = 0
    TIME = 1
    OUTPUT = 2
    PROTOCOL = 3
    CROWD = 4
    LIMIT_ANSWERED = 5  # it told of a limit itself: MemoryError, or too much printed by a call


class Answered(NamedTuple):
    """Answers to the calls `first` and following of one question."""

    place: Place
    first: int
    answers: list[Answer]


@dataclass(slots=True, kw_only=True)
class Sitting:
    """What one child did. `asks` are the questions that are not fully answered."""

    asks: list[Ask]
    load: Load | None = None
    answered: list[Answered] = field(default_factory=list)
    open_ending: Ending | None = None  # of the first open call; None when it was not its fault
    open_text: Text = field(default_factory=Text)
    is_out_of_time: bool = False  # the job's time was up before that of the open call
    is_clean: bool = False  # nothing happened that should not


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What holds for every child of a job. Deadline in seconds of the monotonic clock."""

    source: str
    limits: Limits
    uid: int
    deadline: float
    stop: Callable[[], None]  # raises when the caller wants no more


class Sitter:
    """Talks to one child until every process of its batch is gone."""

    def __init__(self, channel: Channel, terms: Terms, asks: list[Ask], *, shown: bool) -> None:
        self._channel = channel
        self._terms = terms
        self._limits = terms.limits
        self._load_token = os.urandom(wire.TOKEN_BYTES).hex()
        mark = os.urandom(wire.TOKEN_BYTES)
        keep = terms.limits.kept_output_bytes if shown else 0
        self._printed = Printed(mark, keep=keep, most=terms.limits.output_bytes)
        self._frames = wire.FrameReader(wire.MAX_ANSWER_BYTES)
        self._sitting = Sitting(asks=list(asks))
        self._feed = Feed(asks)
        self._at = 0  # of the first open question's calls, the one that is open
        self._calls = 1  # ended calls, the load included
        self._cut = Cut.NO
        self._load_seconds = 0.0
        self._send(mark)

    def _send(self, mark: bytes) -> None:
        head = (mark, self._load_token.encode(), self._terms.source.encode())
        self._channel.start(
            uid=self._terms.uid,
            cpu_seconds=self._limits.cpu_seconds,
            memory_bytes=self._limits.memory_bytes,
        )
        self._channel.data(b"".join(map(wire.frame, head)) + self._feed.next(is_waiting=False))

    def _send_more(self) -> None:
        if payload := self._feed.next(is_waiting=True):
            self._channel.data(payload)

    # ---------------------------------------------------------------------------------- the clock

    def sit(self) -> Sitting:
        """Run to the end. Raises BrokenError when the supervisor is lost, or what `stop` raises."""
        started = time.monotonic()
        self._started = started
        self._allow(self._limits.load_seconds)
        while True:
            events = self._channel.wait(min(self._deadline, time.monotonic() + _TURN_SECONDS))
            for event in events:
                if isinstance(event, Ended):
                    return self._finish(event)
                self._take(event)
            if time.monotonic() >= self._deadline:
                self._late()
            self._terms.stop()

    def _late(self) -> None:
        if self._cut is not Cut.NO:
            raise BrokenError("the supervisor did not end a batch that it was told to end")
        self._sitting.is_out_of_time = time.monotonic() < self._own_deadline
        self._stop_child(Cut.TIME)

    def _stop_child(self, why: Cut) -> None:
        self._cut = why
        self._channel.kill()
        self._deadline = time.monotonic() + _DEATH_SECONDS

    def _give_time(self) -> None:
        """The clock starts anew with every answer; a fresh module may take as long as the load."""
        if self._sitting.asks:
            self._allow(self._limits.case_seconds + self._load_seconds)
        else:
            self._deadline = self._own_deadline = time.monotonic() + _GOODBYE_SECONDS

    def _allow(self, seconds: float) -> None:
        self._own_deadline = time.monotonic() + seconds
        self._deadline = min(self._own_deadline, self._terms.deadline)

    # ---------------------------------------------------------------------------------- the bytes

    def _take(self, event: object) -> None:
        if self._cut is not Cut.NO:
            return  # whatever comes now comes too late
        if isinstance(event, Moved) and event.stream == wire.OUTPUT:
            self._printed.feed(event.chunk)
            if self._printed.is_over:
                self._stop_child(Cut.OUTPUT)
        elif isinstance(event, Moved):
            self._read(event.chunk)
        elif isinstance(event, Crowd) and self._sitting.answered and self._sitting.asks:
            self._stop_child(Cut.CROWD)

    def _read(self, chunk: bytes) -> None:
        try:
            for frame in self._frames.feed(chunk):
                self._read_frame(frame)
        except wire.WireError:
            self._stop_child(Cut.PROTOCOL)

    def _read_frame(self, frame: bytes) -> None:
        if self._cut is not Cut.NO:
            return
        if self._sitting.load is None:
            self._sitting.load = read_load(frame, self._load_token)
            self._load_seconds = time.monotonic() - self._started
            self._printed.of_call(1)
        else:
            self._read_answers(frame)
        self._send_more()
        self._give_time()

    def _read_answers(self, frame: bytes) -> None:
        if not self._sitting.asks:
            raise wire.WireError("an answer when no question is open")
        ask = self._sitting.asks[0]
        read = read_answers(frame, ask.token, first=self._at, most=ask.calls - self._at)
        answers = list(map(_beside, read, self._printed.of_calls(self._calls, len(read))))
        if not _TOLD_LIMITS.isdisjoint([answer.ending for answer in answers]):
            self._stop_child(Cut.LIMIT_ANSWERED)
        self._sitting.answered.append(Answered(ask.place, ask.first + self._at, answers))
        self._calls += len(answers)
        self._at += len(answers)
        if self._at == ask.calls:
            self._sitting.asks.pop(0)
            self._feed.answered()
            self._at = 0

    # ------------------------------------------------------------------------------------- the end

    def so_far(self) -> Sitting:
        """What is known when nothing more will come."""
        if self._at:
            self._sitting.asks[0] = self._sitting.asks[0].rest(self._at)
            self._at = 0
        self._sitting.open_text = self._printed.of_open_call()
        return self._sitting

    def _finish(self, ended: Ended) -> Sitting:
        sitting = self.so_far()
        is_over = sitting.load is not None and not sitting.asks
        failed_to_load = sitting.load is not None and sitting.load.ending is not Ending.LOADED
        if is_over:
            self._refuse_surplus()
        elif not failed_to_load and self._cut not in (Cut.CROWD, Cut.LIMIT_ANSWERED):
            sitting.open_ending = self._label(ended)
        sitting.is_clean = self._is_clean(ended)
        return sitting

    def _refuse_surplus(self) -> None:
        """Bytes after the last answer: the last answer is not to be had beside them."""
        is_surplus = self._cut is Cut.PROTOCOL or self._frames.rest
        if is_surplus and self._sitting.answered:
            self._sitting.answered[-1].answers[-1] = Answer(ending=Ending.PROTOCOL)

    def _label(self, ended: Ended) -> Ending:
        if self._cut is Cut.NO and self._frames.rest:
            return Ending.PROTOCOL
        if self._cut in (Cut.OUTPUT, Cut.PROTOCOL):
            return _CUT_ENDINGS[self._cut]
        if ended.refused_forks:
            return Ending.PROCESS_LIMIT
        if ended.memory_kills:
            return Ending.MEMORY_LIMIT
        used_up = ended.cpu_seconds >= self._limits.cpu_seconds or ended.signal == _SIGXCPU
        return Ending.TIME_LIMIT if self._cut is Cut.TIME or used_up else Ending.CRASHED

    def _is_clean(self, ended: Ended) -> bool:
        quiet = (ended.signal, ended.left_over, ended.memory_kills, ended.refused_forks)
        return (
            self._cut is Cut.NO
            and self._sitting.open_ending is None
            and quiet == (0, 0, 0, 0)
            and not ended.copied
            and not self._frames.rest
        )


_TOLD_LIMITS: Final = frozenset({Ending.OUTPUT_LIMIT, Ending.MEMORY_LIMIT})
_CUT_ENDINGS: Final = {Cut.OUTPUT: Ending.OUTPUT_LIMIT, Cut.PROTOCOL: Ending.PROTOCOL}


def _beside(answer: Answer, text: Text) -> Answer:
    """The answer with what was printed before it, unless that was too much."""
    if not text.printed:
        return answer
    return with_text(Answer(ending=Ending.OUTPUT_LIMIT) if text.is_over else answer, text)


def with_text(answer: Answer, text: Text) -> Answer:
    if not text.printed:
        return answer
    return Answer(
        ending=answer.ending,
        value=answer.value,
        trouble=answer.trouble,
        type_name=answer.type_name,
        arguments_after=answer.arguments_after,
        output=text.shown,
        printed=True,
    )
