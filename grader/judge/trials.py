"""Run every mutant of a solution: each must fail a scored case, or be listed as equivalent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader import packs
from grader.core.model import Equivalent, Grade, Pack, Verdict
from grader.core.source import clean
from grader.judge.mutants import Mutant, mutants
from grader.judge.oracle import SOLUTION
from grader.judge.telling import Search, Telling
from grader.judge.workbench import Bench, hurried
from grader.packs import Problem, Severity

_LEAST_SECONDS = 0.25  # below, a machine that is busy elsewhere would catch mutants by chance
MOST_TOLD = 40  # survivors for which an input is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Survivor:
    """A mutant that every scored case lets pass. `telling` is None when no input was found."""

    mutant: Mutant
    telling: Telling | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """What came of all mutants; `total` is the sum of the other three."""

    caught: int = 0
    equivalent: int = 0
    survivors: tuple[Survivor, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def total(self) -> int:
        return self.caught + self.equivalent + len(self.survivors)


def try_mutants(pack: Pack, prepared: Mapping[str, Any], bench: Bench) -> Trials:
    """Raises SandboxUnavailable or Stopped."""
    try:
        made = mutants(clean(pack.solution))
    except ValueError as error:
        warning = Problem(severity=Severity.WARNING, file=SOLUTION, message=f"no mutants: {error}")
        return Trials(problems=(warning,))
    caught = _caught(pack, prepared, made, bench)
    listed = {_key(entry) for entry in pack.equivalents}
    left = [m for m in made if m not in caught and _key(m) not in listed]
    survivors = _survivors(pack, left, bench)
    return Trials(
        caught=len(caught),
        equivalent=len(made) - len(caught) - len(left),
        survivors=survivors,
        problems=(*_false_claims(pack, made, caught), *_problems(survivors)),
    )


def _caught(
    pack: Pack, prepared: Mapping[str, Any], made: Sequence[Mutant], bench: Bench
) -> dict[Mutant, str]:
    """Return what catches each mutant. Many loop for ever, so they get the solution's own time.

    One that is listed as equivalent gets a learner's: a busy machine must not prove it wrong.
    """
    quick = hurried(pack, least_seconds=_LEAST_SECONDS)
    listed = {_key(entry) for entry in pack.equivalents}
    first = dict(zip(made, bench.grade_all(quick, prepared, _sources(made)), strict=True))
    failed = [mutant for mutant in made if first[mutant].verdict is not Verdict.PASSED]
    doubted = [mutant for mutant in failed if _key(mutant) in listed]
    again = dict(zip(doubted, bench.grade_all(pack, prepared, _sources(doubted)), strict=True))
    grades = {mutant: again.get(mutant, first[mutant]) for mutant in failed}
    return {m: _catcher(g) for m, g in grades.items() if g.verdict is not Verdict.PASSED}


def _sources(made: Sequence[Mutant]) -> list[str]:
    return [mutant.source for mutant in made]


def _catcher(graded: Grade) -> str:
    """Return what catches a mutant: a case, or the function when no single case does."""
    failed = next((f for f in graded.functions if f.verdict is not Verdict.PASSED), None)
    if failed is None:
        return graded.verdict
    cases = (c.id for c in failed.cases if c.scored and c.verdict is not Verdict.PASSED)
    return next(cases, f"a generated case of {failed.name}")


def _survivors(pack: Pack, left: Sequence[Mutant], bench: Bench) -> tuple[Survivor, ...]:
    search = Search(pack, bench)
    return tuple(
        Survivor(
            mutant=mutant,
            telling=search.find(mutant.source, mutant.function) if place < MOST_TOLD else None,
        )
        for place, mutant in enumerate(left)
    )


def _key(change: Mutant | Equivalent) -> tuple[str, ...]:
    """What an author copies may be wrapped or spaced in another way."""
    texts = (change.function, change.before, change.after)
    return tuple(" ".join(text.split()) for text in texts)


def _false_claims(
    pack: Pack, made: Sequence[Mutant], caught: Mapping[Mutant, str]
) -> Iterator[Problem]:
    lines = packs.find_lines(pack.files["pack.toml"])
    catchers = {_key(mutant): by for mutant, by in caught.items()}
    known = {_key(mutant) for mutant in made}
    for position, entry in enumerate(pack.equivalents):
        line = lines.of("equivalent", position, "after")
        if _key(entry) in catchers:
            message = f"`{entry.after}` is not equivalent: {catchers[_key(entry)]} catches it"
            yield Problem(file="pack.toml", line=line, message=message)
        elif _key(entry) not in known:
            message = f"no mutant changes `{_key(entry)[1]}` to `{_key(entry)[2]}`"
            yield Problem(severity=Severity.WARNING, file="pack.toml", line=line, message=message)


def _problems(survivors: Sequence[Survivor]) -> Iterator[Problem]:
    for one in survivors:
        known = f"; {one.telling.call} does" if one.telling else ""
        message = f"no case tells `{one.mutant.after}` from `{one.mutant.before}`{known}"
        yield Problem(file=SOLUTION, line=one.mutant.line, message=message)
