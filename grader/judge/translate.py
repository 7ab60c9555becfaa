"""Turn a sandbox's run into the facts that the core decides on: the only way in.

Trusts what the host saw, not what the learner's program says. Every text is cleaned of control
characters and cut here once more; the output of a hidden case is dropped, whoever sent it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from grader.core.facts import CaseFact, Definition, Ending, Fault, LoadFact, Observed
from grader.core.model import Case, Visibility
from grader.core.values import cut
from grader.core.verdict import CASE, LOAD
from sandbox.outside.sandbox import Answer, Defined, Load, Run, Trouble
from sandbox.outside.sandbox import Ending as Given

NAME_BYTES = 200
TEXT_BYTES = 1024
QUOTED_BYTES = 300
OUTPUT_BYTES = 64 * 1024
ALL_OUTPUT_BYTES = 128 * 1024  # of all cases: it is kept for good, and shown on one page
LEAST_OUTPUT_BYTES = 1024  # of a case, however much was printed before it
MOST_DEFINITIONS = 200
MOST_PARAMETERS = 50

_LINE_END = re.compile("\r\n|\r")
# Controls other than tab and LF, marks that reorder text, and halves of characters.
_UNSHOWABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)

_LOAD_ENDINGS = {ending: Ending(ending.value) for ending in Given if ending.value in LOAD}
# A file that loaded for one case may fail to load for the next one, which then carries the error.
_CASE_ENDINGS = {ending: Ending(ending.value) for ending in Given if ending.value in CASE} | {
    Given.SYNTAX_ERROR: Ending.RAISED
}


def observe(run: Run, batches: Sequence[Sequence[Sequence[Case]]]) -> Observed:
    """Return the facts of a run whose questions asked these cases in this order.

    Raises ValueError when the run does not answer exactly what was asked: that is our fault.
    """
    facts = {
        case.id: _case_fact(case, answer)
        for batch, answered in zip(batches, run.answers, strict=True)
        for asked, answers in zip(batch, answered, strict=True)
        for case, answer in zip(asked, answers, strict=True)
    }
    return Observed(
        load=_load_fact(run.load),
        cases={**facts, **dict(_cut_output(facts))},
        image=run.image,
        python=run.python,
        seconds=run.seconds,
    )


def _cut_output(facts: Mapping[str, CaseFact]) -> Iterator[tuple[str, CaseFact]]:
    """The cases asked first keep what they printed; when it was too much, later ones only begin."""
    left = ALL_OUTPUT_BYTES
    for name, fact in facts.items():
        if fact.output:
            kept = cut(fact.output, limit=max(left, LEAST_OUTPUT_BYTES))
            left -= len(kept.encode())
            if kept != fact.output:
                yield name, replace(fact, output=kept)


def _case_fact(case: Case, answer: Answer) -> CaseFact:
    is_plain = answer.ending is _RETURNED and type(answer.value) in _SMALL
    if is_plain and not answer.printed and answer.arguments_after is None and not answer.output:
        return _returned(answer.value)  # type: ignore[arg-type]  # looked at just above
    shown = case.visibility is Visibility.VISIBLE
    return CaseFact(
        ending=_CASE_ENDINGS.get(answer.ending, Ending.PROTOCOL),
        value=answer.value,
        fault=_fault(answer.trouble),
        type_name=_name(answer.type_name) if answer.type_name else None,
        arguments_after=answer.arguments_after,
        output=_text(answer.output, OUTPUT_BYTES) if shown else "",
        printed=answer.printed,
    )


_SMALL = frozenset({int, bool})
_RETURNED = Given.RETURNED  # looking up a member of an enumeration takes longer than all the rest


@lru_cache(maxsize=4096, typed=True)
def _returned(value: int) -> CaseFact:
    """Most of hundreds of generated inputs return one of a few numbers, and nothing else."""
    return CaseFact(ending=Ending.RETURNED, value=value)


def _load_fact(load: Load) -> LoadFact:
    return LoadFact(
        ending=_LOAD_ENDINGS.get(load.ending, Ending.PROTOCOL),
        fault=_fault(load.trouble),
        defined=tuple(_definition(defined) for defined in load.defined[:MOST_DEFINITIONS]),
    )


def _definition(defined: Defined) -> Definition:
    parameters = defined.parameters
    return Definition(
        name=_name(defined.name),
        line=_place(defined.line),
        parameters=None
        if parameters is None
        else tuple(_name(parameter) for parameter in parameters[:MOST_PARAMETERS]),
    )


def _fault(trouble: Trouble | None) -> Fault | None:
    if trouble is None:
        return None
    return Fault(
        kind=_name(trouble.kind),
        text=_text(trouble.text, TEXT_BYTES).strip(),
        line=_place(trouble.line),
        column=_place(trouble.column),
        quoted=None if trouble.quoted is None else _one_line(trouble.quoted, QUOTED_BYTES),
        base=None if trouble.base is None else _name(trouble.base),
        caller=_place(trouble.caller),
    )


def _place(number: int | None) -> int | None:
    """A line or column that no file of 64 KiB can have is not one."""
    return number if number is not None and 1 <= number <= 64 * 1024 else None


def _name(text: str) -> str:
    return _one_line(text, NAME_BYTES)


def _one_line(text: str, limit: int) -> str:
    return " ".join(_text(text, limit).rstrip("\n").split("\n"))


def _text(text: str, limit: int) -> str:
    # Cut before cleaning, so that the work is bounded, and after, because a mark is longer.
    bounded = _LINE_END.sub("\n", text[:limit])
    return cut(_UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", bounded), limit=limit)
