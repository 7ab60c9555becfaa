"""One job on one container: batch after batch, child after child, until every call has its ending.

A call that ends without an answer is charged, and the rest goes on in a new child. The first limit
that a function hits makes its remaining calls NOT_RUN; so do many crashes in a row, each of which
costs a child, to those calls of it that come several to a question.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Final, cast

from sandbox.outside.asks import Ask, Place, asks_of
from sandbox.outside.channel import BrokenError, Channel
from sandbox.outside.sandbox import CRASHES_IN_A_ROW, Answer, Ending, Job, Load, Stopped
from sandbox.outside.sitting import Sitter, Sitting, Terms, with_text

LIMITS: Final = frozenset(
    {Ending.TIME_LIMIT, Ending.MEMORY_LIMIT, Ending.PROCESS_LIMIT, Ending.OUTPUT_LIMIT}
)


class Session:
    """The state of a job while it runs. It outlives a lost container; `run` may be called again."""

    def __init__(self, job: Job, *, uid: int, stop: Callable[[], bool]) -> None:
        self._job = job
        self._stop = stop
        self._uid = uid
        self._began: float | None = None
        self._waiting = [asks_of(number, batch) for number, batch in enumerate(job.batches)]
        self._answers: list[list[list[Answer | None]]] = [
            [[None] * len(question.calls) for question in batch.questions] for batch in job.batches
        ]
        self._limited: set[str] = set()
        self._crashes: Counter[str] = Counter()  # in a row, by function
        self.load: Load | None = None
        self.is_clean = True

    def run(self, channel: Channel) -> None:
        """Ask what is still open. Raises BrokenError when the container is lost, or Stopped."""
        self._began = self._began or time.monotonic()
        self._terms = Terms(
            source=self._job.source,
            limits=self._job.limits,
            uid=self._uid,
            deadline=self._began + self._job.limits.total_seconds,
            stop=self.check_stop,
        )
        if not any(self._waiting) and self.load is None:
            self._sit(channel, [], shown=True)
        for number, batch in enumerate(self._job.batches):
            while self._open(number):
                self._sit(channel, self._waiting[number], shown=batch.shown)

    def lost(self, ending: Ending) -> None:
        """The container is gone: charge the call that was open. A load is tried again first."""
        asks = next((asks for asks in self._waiting if asks), None)
        if asks and self.load is not None:
            self._charge(asks, ending, Answer(ending=ending))

    def give_up(self, ending: Ending) -> None:
        """Whatever is still open ends like this."""
        self.load = self.load or Load(ending=ending)
        for asks in self._waiting:
            while asks:
                self._fill(asks.pop(0), Answer(ending=ending))

    def answers(self) -> tuple[tuple[tuple[Answer, ...], ...], ...]:
        return tuple(tuple(map(_complete, batch)) for batch in self._answers)

    @property
    def known_load(self) -> Load:
        assert self.load is not None, "a session that ran or was given up knows its load"
        return self.load

    @property
    def seconds(self) -> float:
        return time.monotonic() - (self._began or time.monotonic())

    def check_stop(self) -> None:
        if self._stop():
            raise Stopped

    # ------------------------------------------------------------------------------------- inside

    def _open(self, number: int) -> bool:
        """Whether a batch has open questions, after those are filled that will not be asked."""
        asks = self._waiting[number]
        has_failed = self.load is not None and self.load.ending is not Ending.LOADED
        is_late = time.monotonic() >= self._terms.deadline
        self._refuse(asks, lambda ask: has_failed or is_late or self._is_hopeless(ask))
        return bool(asks)

    def _is_hopeless(self, ask: Ask) -> bool:
        crashes_on = self._crashes[ask.function] >= CRASHES_IN_A_ROW
        return ask.function in self._limited or (crashes_on and self._is_of_several(ask))

    def _is_of_several(self, ask: Ask) -> bool:
        batch, question = ask.place
        return len(self._answers[batch][question]) > 1

    def _refuse(self, asks: list[Ask], is_refused: Callable[[Ask], bool]) -> None:
        for ask in filter(is_refused, list(asks)):
            asks.remove(ask)
            self._fill(ask, Answer(ending=Ending.NOT_RUN))

    def _fill(self, ask: Ask, answer: Answer) -> None:
        self._put(ask.place, ask.first, [answer] * ask.calls)

    def _put(self, place: Place, first: int, answers: list[Answer]) -> None:
        batch, question = place
        self._answers[batch][question][first : first + len(answers)] = answers

    def _sit(self, channel: Channel, asks: list[Ask], *, shown: bool) -> None:
        sitter = Sitter(channel, self._terms, asks, shown=shown)
        try:
            sitting = sitter.sit()
        except BrokenError:
            sitting = sitter.so_far()
            self._keep(asks, sitting)
            self.load = self.load or sitting.load
            raise
        self._keep(asks, sitting)
        if self.load is None:
            self.load = _load_of(sitting)
        if self.load.ending is Ending.LOADED:
            self._settle(asks, sitting)

    def _keep(self, asks: list[Ask], sitting: Sitting) -> None:
        self.is_clean = self.is_clean and sitting.is_clean
        asks[:] = sitting.asks
        for place, first, answers in sitting.answered:
            self._put(place, first, answers)
            self._crashes.pop(self._function(place), None)
            if not LIMITS.isdisjoint([answer.ending for answer in answers]):
                self._limited.add(self._function(place))

    def _settle(self, asks: list[Ask], sitting: Sitting) -> None:
        """Charge whoever was open when the child ended without an answer.

        Not where the job's time was up in the middle of a call: that is not run, like all the rest.
        """
        if sitting.load is not None and sitting.load.ending is not Ending.LOADED:
            self._charge_load(asks, sitting.load)
        elif sitting.open_ending is not None and asks and not sitting.is_out_of_time:
            self._charge_open(asks, sitting)

    def _charge_open(self, asks: list[Ask], sitting: Sitting) -> None:
        assert sitting.open_ending is not None
        if sitting.load is None and sitting.open_ending is Ending.PROTOCOL:
            self.give_up(Ending.PROTOCOL)  # it would say the same before every answer
            return
        answer = with_text(Answer(ending=sitting.open_ending), sitting.open_text)
        self._charge(asks, sitting.open_ending, answer)

    def _charge(self, asks: list[Ask], ending: Ending, answer: Answer) -> None:
        ask = asks.pop(0)
        if ask.calls > 1:
            asks[:0] = ask.singles()  # asked again one by one, so that one call is charged
            return
        self._fill(ask, answer)
        if ending in LIMITS:
            self._limited.add(ask.function)
        elif self._is_of_several(ask):
            self._crashes[ask.function] += 1

    def _charge_load(self, asks: list[Ask], load: Load) -> None:
        """The file loaded before and did not now: the question that was to be asked carries it."""
        if asks:
            self._fill(asks.pop(0), Answer(ending=load.ending, trouble=load.trouble))

    def _function(self, place: Place) -> str:
        return self._job.batches[place[0]].questions[place[1]].function


def _load_of(sitting: Sitting) -> Load:
    """What is known of the first load. A child that broke the protocol may well have loaded."""
    if sitting.load is not None:
        return sitting.load
    assert sitting.open_ending is not None
    if sitting.open_ending is Ending.PROTOCOL:
        return Load(ending=Ending.LOADED)
    return Load(ending=sitting.open_ending)


def _complete(answers: list[Answer | None]) -> tuple[Answer, ...]:
    assert all(answers), "a job that is over has an answer to every call"
    return cast("tuple[Answer, ...]", tuple(answers))
