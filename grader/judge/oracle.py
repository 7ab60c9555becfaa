"""What the right answers are: the pack's own solution says so, in a container of its own.

The result is stored with the pack's version, so that a worker never runs the solution, and never
beside a learner's program. What the known misconceptions answer is stored with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from grader.core import explain
from grader.core.decide import decide
from grader.core.facts import CaseFact, Ending, Observed
from grader.core.model import Case, Pack, Raised, Value, Visibility, WrongSolution
from grader.core.source import clean
from grader.core.values import expected_to_plain, to_plain
from grader.errors import PackBroken
from grader.judge import generated_file, prepared
from grader.judge.jobs import Stop, never, run
from grader.packs import Problem
from sandbox.outside.sandbox import Sandbox

SOLUTION = "solution.py"
_TRIES = 2
_MOST_TOLD = 3  # ways in which a function fails on generated inputs
_UNSURE = frozenset({Ending.TIME_LIMIT, Ending.MEMORY_LIMIT, Ending.PROCESS_LIMIT, Ending.NOT_RUN})


def prepare(pack: Pack, sandbox: Sandbox, *, stop: Stop = never) -> dict[str, Any]:
    """Return the record of right answers and known mistakes, in plain JSON data.

    Raises PackBroken, with the problems in its details, when the solution fails a call.
    """
    record = answers(pack, sandbox, stop=stop)
    return {**record, "mistakes": _mistakes(pack, record, sandbox, stop)}


def answers(pack: Pack, sandbox: Sandbox, *, stop: Stop = never) -> dict[str, Any]:
    """Return the record without the mistakes: what the solution answers. Raises PackBroken."""
    generated = tuple(
        prepared.generated_case(function, number, arguments)
        for function in pack.functions
        for number, arguments in enumerate(generated_file.inputs_of(pack, function))
    )
    source = clean(pack.solution)
    seen = run(
        pack, source, pack.cases, generated=generated, sandbox=sandbox, stop=stop, fresh=True
    )
    problems = tuple(_problems(pack, seen, (*pack.cases, *generated)))
    if problems:
        listed = "\n".join(str(problem) for problem in problems)
        raise PackBroken(f"The solution does not run:\n{listed}", problems=problems)
    return {
        "format": prepared.FORMAT,
        "pack_version": pack.version,
        "image": seen.image,
        "python": seen.python,
        "expected": {case.id: _answer(case, seen) for case in pack.cases},
        "generated": {
            function.name: [
                {"args": to_plain(list(case.arguments)), "expected": _answer(case, seen)}
                for case in generated
                if case.function == function.name
            ]
            for function in pack.functions
            if function.domain is not None
        },
    }


def expected_values(pack: Pack, record: Mapping[str, Any]) -> dict[str, Value]:
    """Return the value of each named case that has one. Raises ValueError for another version's."""
    expected = prepared.read(pack, record).expected
    found = ((case.id, expected[case.id]) for case in pack.cases)
    return {name: value for name, value in found if not isinstance(value, Raised)}


def _answer(case: Case, seen: Observed) -> Any:
    fact = seen.cases[case.id]
    raised = fact.ending is Ending.RAISED
    return expected_to_plain(Raised(kinds=case.raises) if raised else fact.value)


# ---------------------------------------------------------------------- when the solution fails


def _problems(pack: Pack, seen: Observed, cases: Sequence[Case]) -> list[Problem]:
    message = explain.load(seen.load, pack.limits)
    if message is not None:
        line = seen.load.fault.line if seen.load.fault else None
        return [Problem(file=SOLUTION, line=line or 1, message=message)]
    found = ((case, seen.cases[case.id]) for case in cases)
    failed = [(case, fact) for case, fact in found if not _is_answer(case, fact)]
    return list(_told(pack, failed))


def _told(pack: Pack, failed: Sequence[tuple[Case, CaseFact]]) -> Iterator[Problem]:
    """Say each thing once, with the first call that it is true of and how many others there are."""
    ended = {case.function for case, fact in failed if fact.ending is not Ending.NOT_RUN}
    groups: dict[tuple[str, int, str], list[tuple[Case, CaseFact]]] = {}
    for case, fact in failed:
        if fact.ending is not Ending.NOT_RUN or case.function not in ended:
            key = (case.function, _line(fact), _message(pack, case, fact))
            groups.setdefault(key, []).append((case, fact))
    told: Counter[str] = Counter()
    for (function, line, message), found in groups.items():
        told[function] += 1
        first, fact = found[0]
        if told[function] <= _MOST_TOLD or not is_generated(first):
            tip = _TIPS.get(fact.ending, "") if is_generated(first) else ""
            where = _where([case for case, _fact in found])
            yield Problem(file=SOLUTION, line=line, message=f"{where}: {message}{tip}")
    for function, count in told.items():
        if (more := count - _MOST_TOLD) > 0:
            message = f"`{function}` ends without an answer in {more} more ways"
            yield Problem(file=SOLUTION, message=message)


def _is_answer(case: Case, fact: CaseFact) -> bool:
    """An exception is an answer where the author expects it, and the only one where he asks so."""
    if fact.ending is Ending.RAISED and fact.fault is not None:
        return fact.fault.kind in case.raises
    return fact.ending is Ending.RETURNED and not case.must_raise


def is_generated(case: Case) -> bool:
    return "#" in case.id


def _line(fact: CaseFact) -> int:
    return (fact.fault.line if fact.fault else None) or 1


def _where(cases: Sequence[Case]) -> str:
    first, others = cases[0], cases[1:]
    generated = sum(map(is_generated, others))
    counts = ((len(others) - generated, "more of your cases"), (generated, "generated ones"))
    more = " and ".join(f"{count} {what}" for count, what in counts if count)
    where = f"case {first.id}"
    if is_generated(first):
        where = f"generated {explain.call_text(first.function, first.arguments)}"
    return f"{where} (and {more})" if more else where


def _message(pack: Pack, case: Case, fact: CaseFact) -> str:
    if fact.ending is Ending.RETURNED:
        return f"it returned a value, but should raise {' or '.join(case.raises)}"
    if fact.ending is Ending.NOT_RUN:
        return "there was no time left for it"
    note = explain.case(case, fact, match=None, expected=None, limits=pack.limits)
    return note.message or ""


_TIPS: Mapping[Ending, str] = {
    Ending.RAISED: "\nLeave such inputs out of the domain, or list the exception under `raises`.",
    Ending.TIME_LIMIT: "\nKeep such inputs out with `usual_max`, or give more time in [limits].",
    Ending.NOT_RUN: "\nKeep slow inputs out with `usual_max`, or give more time in [limits].",
}


# ------------------------------------------------------------------------- what mistakes answer


def _mistakes(
    pack: Pack, record: Mapping[str, Any], sandbox: Sandbox, stop: Stop
) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the signatures of the wrong solutions, by scope and function. The first one counts."""
    known = prepared.read(pack, record)
    found: dict[str, dict[str, dict[str, Any]]] = {"all": {}, "visible": {}}
    for wrong in pack.wrong:
        seen = _seen(pack, wrong, known, sandbox, stop)
        for scope, function, signature in _signatures(pack, known, seen, wrong):
            entry = {"id": PurePosixPath(wrong.file).stem, "hint": wrong.hint}
            found[scope].setdefault(function, {}).setdefault(signature, entry)
    return found


def _seen(
    pack: Pack, wrong: WrongSolution, known: prepared.Prepared, sandbox: Sandbox, stop: Stop
) -> Observed:
    """Run a wrong solution; again when it hit a limit, which may have been a busy machine's doing.

    One that loops on purpose does so each time.
    """
    for _ in range(_TRIES):
        seen = run(
            pack,
            clean(wrong.source),
            pack.cases,
            generated=known.generated,
            sandbox=sandbox,
            stop=stop,
        )
        if not any(fact.ending in _UNSURE for fact in seen.cases.values()):
            break
    return seen


def _signatures(
    pack: Pack, known: prepared.Prepared, seen: Observed, wrong: WrongSolution
) -> Iterator[tuple[str, str, str]]:
    """Yield scope, function and signature of what a wrong solution is known for."""
    visible = [case for case in pack.cases if case.visibility is Visibility.VISIBLE]
    scopes: tuple[tuple[str, Sequence[Case], Sequence[Case]], ...] = (
        ("all", pack.cases, known.generated),
        ("visible", visible, ()),
    )
    for scope, cases, generated in scopes:
        graded = decide(pack, seen, cases=cases, generated=generated, expected=known.expected)
        for function in graded.functions:
            if function.name in wrong.fails and function.signature is not None:
                yield scope, function.name, function.signature
