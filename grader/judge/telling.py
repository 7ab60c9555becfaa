"""For a mutant that no case catches, an input that tells it from the solution.

Looks among inputs close to the author's own; what is found is written so that it can be pasted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from grader.core.builtin_errors import is_expected
from grader.core.edges import small_inputs
from grader.core.facts import CaseFact, Ending
from grader.core.fitting import misfit
from grader.core.model import Arguments, Case, Function, Pack, Verdict, Visibility
from grader.core.source import clean
from grader.core.values import literal
from grader.judge.jobs import run
from grader.judge.neighbours import MOST, neighbours, size
from grader.judge.oracle import answers
from grader.judge.workbench import Bench
from grader.packs import written


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A call on which a mutant and the solution differ, and the case that would catch it."""

    call: str
    case: str


class Search:
    """Finds telling inputs; what is made of the solution's answers is made once per function."""

    def __init__(self, pack: Pack, bench: Bench) -> None:
        self._pack = pack
        self._bench = bench
        self._numbers = _numbers(pack.solution)
        self._asked: dict[str, tuple[Pack, dict[str, object]] | None] = {}

    def find(self, source: str, function: str) -> Telling | None:
        """Look at the mutant's own function first, then at those that may call it."""
        ordered = sorted(self._pack.functions, key=lambda f: f.name != function)
        found = (self._smallest(source, function) for function in ordered)
        return next((telling for telling in found if telling is not None), None)

    def _smallest(self, source: str, function: Function) -> Telling | None:
        if function.name not in self._asked:
            self._asked[function.name] = self._ask(function)
        asked = self._asked[function.name]
        if asked is None:
            return None
        pack, prepared = asked
        graded = self._bench.grade(pack, prepared, source)
        failed = {c.id for f in graded.functions for c in f.cases if c.verdict in _TELLING}
        inputs = [case.arguments for case in pack.cases if case.id in failed]
        return _told(function.name, min(inputs, key=size)) if inputs else None

    def _ask(self, function: Function) -> tuple[Pack, dict[str, object]] | None:
        """A pack of the inputs that the solution answers, with its answers; None without any."""
        wide = _asking(self._pack, function, self._inputs(function))
        if not wide.cases:
            return None
        bench = self._bench
        source = clean(wide.solution)
        seen = run(wide, source, wide.cases, sandbox=bench.sandbox, stop=bench.stop)
        answered = [case for case in wide.cases if _is_answer(case, seen.cases[case.id])]
        narrow = replace(wide, cases=tuple(answered))
        return (narrow, answers(narrow, bench.sandbox, stop=bench.stop)) if answered else None

    def _inputs(self, function: Function) -> Sequence[Arguments]:
        """The smallest inputs of the domain, and those close to the author's own inside of it."""
        cases = [c for c in self._pack.cases if c.function == function.name and c.scored]
        near = neighbours([case.arguments for case in cases], self._numbers)
        domain = function.domain
        if domain is None:
            return near
        return [*small_inputs(domain, MOST), *(one for one in near if misfit(domain, one) is None)]


def _is_answer(case: Case, fact: CaseFact) -> bool:
    is_right = fact.ending is Ending.RAISED and is_expected(fact.fault, case.raises)
    return fact.ending is Ending.RETURNED or is_right


def _numbers(source: str) -> tuple[int, ...]:
    """Return the whole numbers that a source mentions, and the ones beside them."""
    found = {int(digits) for digits in _WHOLE.findall(source)}
    return tuple(sorted({number + step for number in found for step in (-1, 0, 1)}))[:_MOST_NUMBERS]


_WHOLE = re.compile(r"(?<![\w.])\d{1,18}(?![\w.])")
_MOST_NUMBERS = 30
_TELLING = frozenset({Verdict.WRONG_ANSWER, Verdict.WRONG_TYPE, Verdict.RAISED})


def _asking(pack: Pack, function: Function, inputs: Iterable[Arguments]) -> Pack:
    cases = tuple(
        Case(
            id=f"try-{position}",
            function=function.name,
            visibility=Visibility.HIDDEN,
            arguments=arguments,
            rules=function.rules,
            raises=function.raises,
            changes=function.changes,
        )
        for position, arguments in enumerate(inputs)
    )
    return replace(pack, functions=(replace(function, domain=None),), cases=cases)


def _told(function: str, arguments: Arguments) -> Telling:
    shown = ", ".join(literal(argument) for argument in arguments)
    return Telling(call=f"{function}({shown})", case=_case(function, arguments))


def _case(function: str, arguments: Arguments) -> str:
    """The case as pack.toml writes it, but for the hint, which only its author knows."""
    shown = written.arguments(arguments)
    number = sha256(shown.encode()).hexdigest()[:6]
    return (
        "[[cases]]\n"
        f'id = "{_slug(function)}-{number}"\n'
        f'function = "{function}"\n'
        'visibility = "hidden"\n'
        f"args = {shown}\n"
    )


def _slug(function: str) -> str:
    words = re.findall("[a-z0-9]+", function.lower())
    return "-".join(words) or "case"
