"""What a sandbox is asked for a pack: cases in batches, limits, never an expected answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from grader.core.facts import Observed
from grader.core.model import Case, Pack, PackLimits, Visibility
from grader.judge.translate import observe
from sandbox.outside.sandbox import Batch, Job, Limits, Question, Sandbox

Stop: TypeAlias = Callable[[], bool]


def never() -> bool:
    return False


def batches(cases: Sequence[Case]) -> tuple[tuple[Case, ...], ...]:
    """Part cases into batches: the visible ones first, so that no output can hold a hidden input.

    Inside a batch, cases that only advise come last: whatever they break is not scored.
    """
    parted = (
        tuple(sorted((c for c in cases if c.visibility is shown), key=lambda case: not case.scored))
        for shown in (Visibility.VISIBLE, Visibility.HIDDEN)
    )
    return tuple(batch for batch in parted if batch)


def run(
    pack: Pack,
    source: str,
    cases: Sequence[Case],
    *,
    sandbox: Sandbox,
    stop: Stop = never,
    fresh: bool = False,
) -> Observed:
    """Run a source on these cases and return what was observed."""
    parted = batches(cases)
    job = Job(
        source=source,
        batches=tuple(_batch(batch) for batch in parted),
        limits=_limits(pack.limits),
        fresh=fresh or pack.fresh,
    )
    return observe(sandbox.run(job, stop=stop), parted)


def _batch(cases: Sequence[Case]) -> Batch:
    return Batch(
        questions=tuple(Question(function=c.function, calls=(c.arguments,)) for c in cases),
        shown=all(case.visibility is Visibility.VISIBLE for case in cases),
    )


def _limits(limits: PackLimits) -> Limits:
    return Limits(
        load_seconds=limits.load_seconds,
        case_seconds=limits.case_seconds,
        total_seconds=limits.total_seconds,
        memory_bytes=limits.memory_bytes,
        output_bytes=limits.output_bytes,
        processes=limits.processes,
    )
