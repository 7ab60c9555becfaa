"""Grade one source against one pack version: run it, observe, let the core decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from grader.core.decide import decide
from grader.core.facts import Ending, Fault, LoadFact, Observed
from grader.core.model import Case, Grade, Pack, Visibility
from grader.core.source import clean
from grader.errors import GraderError, SourceRejected, SourceTooLarge
from grader.judge import prepared as records
from grader.judge.jobs import Stop, never, run
from sandbox.outside.sandbox import Sandbox

Scope: TypeAlias = Literal["all", "visible"]
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
    generated = known.generated if scope == "all" else ()
    cases = tuple(c for c in pack.cases if scope == "all" or c.visibility is Visibility.VISIBLE)
    try:
        text = clean(source)
    except (SourceTooLarge, SourceRejected) as refusal:
        seen = _refused(refusal, prepared)
    else:
        seen = _observe(pack, text, cases, generated=generated, sandbox=sandbox, stop=stop)
    return decide(
        pack,
        seen,
        cases=cases,
        expected=known.expected,
        generated=generated,
        mistakes=known.mistakes.get(scope, {}),
    )


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
) -> Observed:
    """Run all cases; when one that only advises kept scored ones from running, run those again."""
    seen = run(pack, source, cases, generated=generated, sandbox=sandbox, stop=stop)
    if not _advice_did_harm(seen, (*cases, *generated)):
        return seen
    scored = [case for case in cases if case.scored]
    again = run(pack, source, scored, generated=generated, sandbox=sandbox, stop=stop)
    return replace(again, cases={**seen.cases, **again.cases}, seconds=seen.seconds + again.seconds)


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


_HARMLESS = frozenset({Ending.RETURNED, Ending.RAISED, Ending.MISSING, Ending.NOT_RUN})
