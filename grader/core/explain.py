"""What a learner is told of one case or one load: what happened, where, and what to try.

Speaks in the learner's own lines and quotes them. Whether somebody may read it is not decided
here but in `feedback`.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from grader.core import verdict
from grader.core.compare import Difference, Match
from grader.core.facts import CaseFact, Definition, Ending, Fault, LoadFact
from grader.core.model import Arguments, Case, Expected, Function, Pack, PackLimits, Raised
from grader.core.nearmiss import near_miss
from grader.core.tips import tip_of
from grader.core.values import literal, short

_SHOWN_AFTER = 120  # bytes of changed arguments
_LIKE = 0.7  # how alike two names must be before one is taken for a misspelling of the other


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A sentence and a thought to check; either may be missing."""

    message: str | None = None
    hint: str | None = None


SILENT = Note()
_RAISE = "`raise` stops a function with an exception; nothing is returned then."


def call_text(function: str, arguments: Arguments) -> str:
    """Return the call as a learner would write it: `name(1, [2])`."""
    inside = literal(arguments)
    return function + (inside[:-2] + ")" if inside.endswith(",)") else inside)


def load(fact: LoadFact, limits: PackLimits) -> str | None:
    """Say why a file could not be loaded, or None when it was."""
    said = verdict.LOAD[fact.ending].says.format(**_fault_words(fact.fault), **_words(limits))
    return "\n".join(part for part in (said, tip_of(fact.fault)) if part) or None


def case(
    case: Case, fact: CaseFact, *, match: Match | None, expected: Expected, limits: PackLimits
) -> Note:
    """Explain a case that did not pass. Of one that did, only changed arguments are told."""
    if match is not None and match.ok:
        return Note(message=_changed_arguments(fact) or None)
    if fact.ending is Ending.RETURNED:
        return _returned(case, fact, match, expected)
    words = {"name": case.function, "type_name": _of_type(fact.type_name)}
    meaning = verdict.CASE[fact.ending]
    said = meaning.says.format(**words, **_fault_words(fact.fault), **_words(limits))
    if isinstance(expected, Raised) and fact.ending is Ending.RAISED:
        return Note(message=f"{said}\nExpected {wanted(expected)}.", hint=case.hint)
    return Note(message=said, hint=tip_of(fact.fault) or meaning.tip)


def wanted(expected: Expected) -> str:
    """Return what was expected, as it stands in a sentence or in a column."""
    if isinstance(expected, Raised):
        return "the exception " + " or ".join(f"`{kind}`" for kind in expected.kinds)
    return short(expected)


def headline(case: Case, fact: CaseFact, note: Note, expected: Expected) -> str | None:
    """Return the one sentence that stands for a whole function, from its most telling case."""
    if fact.ending is not Ending.RETURNED:
        return note.message
    call = call_text(case.function, case.arguments)
    said = f"`{call}` returned {short(fact.value)}; expected {wanted(expected)}."
    return f"{said} {note.message}" if note.message else said


def changed_arguments(name: str, fact: CaseFact) -> str | None:
    """Say that a function changed what it was given, though its answer is right."""
    if fact.arguments_after is None:
        return None
    after = call_text(name, fact.arguments_after)
    return (
        f"The answer is right, but `{name}` changed the arguments it was given: afterwards they "
        f"were `{after}`. Whoever calls it still needs them."
    )


def missing(name: str, pack: Pack, defined: tuple[Definition, ...]) -> str:
    """Say that a function is not there, and which other name it may have been given."""
    said = verdict.CASE[Ending.MISSING].says.format(name=name)
    asked = {function.name for function in pack.functions}
    meant = _misspelt(name, {d.name: d for d in defined if d.name not in asked})
    if meant is None:
        return said
    return f"{said} You defined `{meant.name}`{_on_line(meant.line)}; the task asks for `{name}`."


def parameters(function: Function, fact: CaseFact, defined: tuple[Definition, ...]) -> str | None:
    """Say that a function takes another number of arguments, when the call itself was refused."""
    own = next((d for d in defined if d.name == function.name and d.parameters is not None), None)
    if own is None or own.parameters is None or fact.fault is None:
        return None
    if fact.fault.kind != "TypeError" or fact.fault.line not in {None, own.line}:
        return None
    has, wants = len(own.parameters), len(function.parameters)
    if has == wants:
        return None
    listed = ", ".join(function.parameters)
    return (
        f"Your `{function.name}`{_on_line(own.line)} takes {_count(has)}; "
        f"the task calls it with {wants}: `{function.name}({listed})`."
    )


def _returned(case: Case, fact: CaseFact, match: Match | None, expected: Expected) -> Note:
    """Explain another value. The author's own hint counts where no rule explains it better."""
    if isinstance(expected, Raised) or match is None:
        return Note(hint=case.hint or _RAISE)
    near = near_miss(fact.value, expected, printed=fact.printed, rules=case.rules)
    if near is not None:
        return Note(message=near.says.format(expected=short(expected)), hint=near.tip)
    sentences = [_first_difference(match), _changed_arguments(fact)]
    return Note(message=" ".join(s for s in sentences if s) or None, hint=case.hint)


def _first_difference(match: Match) -> str:
    """Say where two values differ; nothing when they are plainly two different values."""
    place = "".join(f"[{short(step)}]" for step in match.path)
    what = f"At `{place}` it" if place else "It"
    if match.difference is Difference.TYPE:
        wanted, got = type(match.expected).__name__, type(match.returned).__name__
        return f"{what} returned a value of type `{got}`; expected `{wanted}`."
    if match.difference is Difference.LENGTH:
        assert isinstance(match.returned, (list, tuple))
        assert isinstance(match.expected, (list, tuple))
        return f"{what} has {_items(len(match.returned))}; expected {len(match.expected)}."
    if match.difference is Difference.KEYS:
        return f"{what} has other keys than expected."
    if place:
        return f"{what} has {short(match.returned)}; expected {short(match.expected)}."
    return ""


def _changed_arguments(fact: CaseFact) -> str:
    if fact.arguments_after is None:
        return ""
    after = literal(fact.arguments_after, limit=_SHOWN_AFTER)
    return f"It also changed the arguments it was given; afterwards they were `{after}`."


def _fault_words(fault: Fault | None) -> dict[str, str]:
    """Return the words that a sentence about an error is filled with."""
    if fault is None:
        return {"trouble": "it did not say which.", "place": "", "line": "your file"}
    trouble = ": ".join(part for part in (fault.kind, fault.text) if part) + _quotation(fault)
    place = "" if fault.line is None else f" on line {fault.line}"
    line = "your file" if fault.line is None else f"line {fault.line}"
    return {"trouble": trouble, "place": place, "line": line}


def _quotation(fault: Fault) -> str:
    """Quote the learner's line with its number, and point at the column when it is known."""
    if fault.quoted is None or not fault.quoted.strip() or fault.line is None:
        return ""
    margin = f"  {fault.line} | "
    quoted = fault.quoted.rstrip()
    before = quoted[: fault.column - 1] if fault.column else ""
    if not before.strip() or (fault.column or 0) > len(quoted) + 1:
        return f"\n{margin}{quoted}"  # a mark under the first character would say nothing
    space = "".join("\t" if character == "\t" else " " for character in before)
    return f"\n{margin}{quoted}\n{' ' * len(margin)}{space}^"


def _words(limits: PackLimits) -> dict[str, str]:
    return verdict.in_words(limits)


def _misspelt(name: str, defined: dict[str, Definition]) -> Definition | None:
    folded = {own.casefold(): definition for own, definition in defined.items()}
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=_LIKE)
    return folded[close[0]] if close else None


def _on_line(line: int | None) -> str:
    return "" if line is None else f" (line {line})"


def _of_type(type_name: str | None) -> str:
    return f" but a `{type_name}`" if type_name else ""


def _count(parameters: int) -> str:
    return {0: "no arguments", 1: "1 argument"}.get(parameters, f"{parameters} arguments")


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"
