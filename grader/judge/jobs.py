"""What a sandbox is asked for a pack: cases in batches, limits, never an expected answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import NamedTuple, TypeAlias

from grader.core import in_place
from grader.core.facts import Observed
from grader.core.model import Case, Pack, PackLimits, Visibility
from grader.core.same import Same
from grader.judge.translate import observe
from sandbox.outside.sandbox import Batch, Job, Limits, Question, Sandbox

Stop: TypeAlias = Callable[[], bool]

# A fresh module for each generated input would cost more than all named cases together; inputs of
# one question may spoil each other, but never those of another one.
INPUTS_TO_A_QUESTION = 25


class Asked(NamedTuple):
    """Cases that share a fresh module, and the question that they make."""

    cases: tuple[Case, ...]
    question: Question


def never() -> bool:
    return False


def batches(cases: Sequence[Case], generated: Sequence[Case] = ()) -> tuple[tuple[Asked, ...], ...]:
    """Part cases into batches: the visible ones first, so that no output can hold a hidden input.

    Inside a batch, cases that only advise come last: whatever they break is not scored.
    """
    visible = [case for case in cases if case.visibility is Visibility.VISIBLE]
    hidden = [case for case in cases if case.visibility is Visibility.HIDDEN]
    parted = (
        (*_singles(visible, scored=True), *_singles(visible, scored=False)),
        (
            *_singles(hidden, scored=True),
            *_together(Same(generated)),
            *_singles(hidden, scored=False),
        ),
    )
    return tuple(batch for batch in parted if batch)


def _singles(cases: Iterable[Case], *, scored: bool) -> Iterator[Asked]:
    return (_alone(Same(case)) for case in cases if case.scored is scored)


@lru_cache(maxsize=4096)
def _alone(case: Same[Case]) -> Asked:
    return _asked((case.it,))


@lru_cache(maxsize=32)
def _together(cases: Same[Sequence[Case]]) -> tuple[Asked, ...]:
    """The questions of a pack's generated inputs are made once: encoding hundreds takes time."""
    return tuple(map(_asked, _groups(cases.it)))


def _groups(cases: Sequence[Case]) -> Iterator[tuple[Case, ...]]:
    for _function, mine in groupby(cases, key=lambda case: case.function):
        inputs = tuple(mine)
        for start in range(0, len(inputs), INPUTS_TO_A_QUESTION):
            yield inputs[start : start + INPUTS_TO_A_QUESTION]


def _asked(cases: tuple[Case, ...]) -> Asked:
    calls = tuple(case.arguments for case in cases)
    return Asked(cases, Question(function=cases[0].function, calls=calls))


def run(
    pack: Pack,
    source: str,
    cases: Sequence[Case],
    *,
    sandbox: Sandbox,
    generated: Sequence[Case] = (),
    stop: Stop = never,
    fresh: bool = False,
) -> Observed:
    """Run a source on these cases and return what was observed."""
    return _run(pack, source, batches(cases, generated), sandbox, stop=stop, fresh=fresh)


def run_groups(
    pack: Pack, source: str, groups: Sequence[Sequence[Case]], *, sandbox: Sandbox, stop: Stop
) -> Observed:
    """The same for hidden cases, each group of them one after the other in one fresh module."""
    parted = (tuple(_asked(tuple(group)) for group in groups),)
    return _run(pack, source, parted, sandbox, stop=stop)


def _run(
    pack: Pack,
    source: str,
    parted: Sequence[Sequence[Asked]],
    sandbox: Sandbox,
    *,
    stop: Stop,
    fresh: bool = False,
) -> Observed:
    job = Job(
        source=source,
        batches=tuple(_batch(batch) for batch in parted),
        limits=limits_of(pack.limits),
        fresh=fresh or pack.fresh,
    )
    asked = [[one.cases for one in batch] for batch in parted]
    cases = (case for batch in asked for group in batch for case in group)
    return in_place.answered(pack, cases, observe(sandbox.run(job, stop=stop), asked))


def _batch(asked: Sequence[Asked]) -> Batch:
    return Batch(
        questions=tuple(one.question for one in asked),
        shown=all(case.visibility is Visibility.VISIBLE for one in asked for case in one.cases),
    )


def limits_of(limits: PackLimits) -> Limits:
    """The processor's time is no narrower than the clock's: each call may use what it was promised.

    Many calls share a process, and a bound on it would end whichever of them is open by then.
    """
    return Limits(
        load_seconds=limits.load_seconds,
        case_seconds=limits.case_seconds,
        cpu_seconds=ceil(limits.total_seconds) + 1,
        total_seconds=limits.total_seconds,
        memory_bytes=limits.memory_bytes,
        output_bytes=limits.output_bytes,
        processes=limits.processes,
    )
