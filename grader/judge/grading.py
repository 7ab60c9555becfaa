"""Grade one source against one pack version: run it, observe, let the core decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from grader.core.decide import decide
from grader.core.facts import Ending, Fault, LoadFact, Observed
from grader.core.model import Case, Grade, Pack, Visibility
from grader.core.source import clean, inside, repeated
from grader.errors import GraderError, SourceRejected, SourceTooLarge
from grader.judge import prepared as records
from grader.judge.again import remembering
from grader.judge.jobs import Stop, never, run
from sandbox.outside.sandbox import CRASHES_IN_A_ROW, Sandbox

Scope: TypeAlias = Literal["all", "visible"]
GENERATED_SECONDS = 8.0  # for all cases of a submission together, before generated ones are dropped
_REFUSED: Mapping[type[GraderError], Ending] = {
    SourceTooLarge: Ending.SOURCE_TOO_LARGE,
    SourceRejected: Ending.SOURCE_REJECTED,
}


def grade(
    pack: Pack,
    prepared: Mapping[str, Any],
    source: bytes | str,
    *,
    sandbox: Sandbox,
    scope: Scope = "all",
    stop: Stop = never,
) -> Grade:
    """Return the grade. Raises SandboxUnavailable or Stopped when nothing may be concluded."""
    known = records.read(pack, prepared)
    generated: Sequence[Case] = known.generated if scope == "all" else ()
    cases = tuple(c for c in pack.cases if scope == "all" or c.visibility is Visibility.VISIBLE)
    try:
        text = clean(source)
    except (SourceTooLarge, SourceRejected) as refusal:
        seen = _refused(refusal, prepared)
    else:
        seen, generated = _observe(
            pack, text, cases, generated=generated, sandbox=sandbox, stop=stop
        )
        seen = _placed(seen, text)

    def decided(observed: Observed) -> Grade:
        return decide(
            pack,
            observed,
            cases=cases,
            expected=known.expected,
            generated=generated,
            mistakes=known.mistakes.get(scope, {}),
        )

    graded = decided(seen)
    remembers = remembering(
        graded,
        lambda asked: run(pack, clean(source), asked, sandbox=sandbox, stop=stop),
        generated=generated,
        expected=known.expected,
    )
    return decided(replace(seen, remembers=remembers)) if remembers else graded


def _placed(seen: Observed, text: str) -> Observed:
    """Where a function is missing or wrong, the text may say why."""
    is_missing = any(fact.ending is Ending.MISSING for fact in seen.cases.values())
    placed = replace(seen.load, inside=inside(text) if is_missing else {}, repeated=repeated(text))
    return replace(seen, load=placed)


def _refused(refusal: SourceTooLarge | SourceRejected, prepared: Mapping[str, Any]) -> Observed:
    """Return what is observed of a source that never reached a container: nothing but why."""
    line = refusal.details.get("line")
    fault = Fault(kind="", text=refusal.message, line=line if isinstance(line, int) else None)
    return Observed(
        load=LoadFact(ending=_REFUSED[type(refusal)], fault=fault),
        cases={},
        image=prepared["image"],
        python=prepared["python"],
        seconds=0.0,
    )


def _observe(
    pack: Pack,
    source: str,
    cases: Sequence[Case],
    *,
    generated: Sequence[Case],
    sandbox: Sandbox,
    stop: Stop,
) -> tuple[Observed, Sequence[Case]]:
    """Run all cases; return what was seen, and the generated ones that count.

    A slow program must not fail for the number of its inputs: where time for generated ones ran
    out, none of that function counts, and named cases that had to wait get the pack's own time.
    """
    hurried = _hurried(pack) if generated else pack
    seen = _without_harm(hurried, source, cases, generated=generated, sandbox=sandbox, stop=stop)
    late = _unfinished(seen, (*cases, *generated)) if generated else frozenset()
    if not late:
        return seen, generated
    kept = [case for case in generated if case.function not in late]
    if late & _unfinished(seen, cases):
        named = _without_harm(pack, source, cases, generated=(), sandbox=sandbox, stop=stop)
        seen = _joined(seen, named)
    return seen, kept


def _hurried(pack: Pack) -> Pack:
    seconds = min(pack.limits.total_seconds, GENERATED_SECONDS)
    return replace(pack, limits=replace(pack.limits, total_seconds=seconds))


def _is_whole(seen: Observed) -> bool:
    return Ending.NOT_RUN not in [fact.ending for fact in seen.cases.values()]


def _unfinished(seen: Observed, cases: Sequence[Case]) -> frozenset[str]:
    """Return the functions with a scored case that was not run though nothing was wrong with it."""
    if seen.load.ending is not Ending.LOADED or _is_whole(seen):
        return frozenset()
    endings = [(case.function, seen.cases[case.id].ending) for case in cases if case.scored]
    limited = {name for name, ending in endings if ending in _LIMITS}
    crashes = Counter(name for name, ending in endings if ending in _CRASHES)
    crashing = {name for name, count in crashes.items() if count >= CRASHES_IN_A_ROW}
    not_run = frozenset(name for name, ending in endings if ending is Ending.NOT_RUN)
    return not_run - limited - crashing


def _without_harm(
    pack: Pack,
    source: str,
    cases: Sequence[Case],
    *,
    generated: Sequence[Case],
    sandbox: Sandbox,
    stop: Stop,
) -> Observed:
    """Run all cases; when one that only advises kept scored ones from running, run those again."""
    seen = run(pack, source, cases, generated=generated, sandbox=sandbox, stop=stop)
    if _is_whole(seen) or not _advice_did_harm(seen, (*cases, *generated)):
        return seen
    scored = [case for case in cases if case.scored]
    again = run(pack, source, scored, generated=generated, sandbox=sandbox, stop=stop)
    return _joined(seen, again)


def _joined(first: Observed, second: Observed) -> Observed:
    """Return what was seen twice: the second time counts where a case was asked again."""
    cases = {**first.cases, **second.cases}
    return replace(second, cases=cases, seconds=first.seconds + second.seconds)


def _advice_did_harm(seen: Observed, cases: Sequence[Case]) -> bool:
    advised = {
        case.function
        for case in cases
        if not case.scored and seen.cases[case.id].ending not in _HARMLESS
    }
    return any(
        case.scored and case.function in advised and seen.cases[case.id].ending is Ending.NOT_RUN
        for case in cases
    )


_LIMITS = frozenset(
    {Ending.TIME_LIMIT, Ending.MEMORY_LIMIT, Ending.PROCESS_LIMIT, Ending.OUTPUT_LIMIT}
)
_CRASHES = frozenset({Ending.CRASHED, Ending.PROTOCOL})
_HARMLESS = frozenset({Ending.RETURNED, Ending.RAISED, Ending.MISSING, Ending.NOT_RUN})
