"""What a learner is told of one case or one load: what happened, where, and what to try.

Speaks in the learner's own lines and quotes them. Whether somebody may read it is not decided
here but in `feedback`.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.core import verdict
from grader.core.builtin_errors import is_known
from grader.core.compare import Difference, Match
from grader.core.facts import CaseFact, Ending, Fault, LoadFact
from grader.core.in_place import is_untouched
from grader.core.model import Arguments, Case, Expected, PackLimits, Raised, Value
from grader.core.nearmiss import near_miss
from grader.core.tips import TO_RAISE, tip_of, tip_of_type
from grader.core.values import literal, short

_SHOWN_AFTER = 120  # bytes of changed arguments
_SLIPS = frozenset({"NameError", "UnboundLocalError", "AttributeError", "TypeError"})
_IN_A_SENTENCE = 160  # characters of a call; a longer one is beside the sentence anyway


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A sentence and a thought to check; either may be missing.

    `error`: the learner's own, when the sentence tells of nothing else.
    """

    message: str | None = None
    hint: str | None = None
    error: Fault | None = None


SILENT = Note()
REMEMBERS = Note(
    message="All visible cases pass; called several times, it does not stay right.",
    hint="Does something stay from one call to the next: a global variable, or a list or "
    "dictionary as a default value? Such a default is made only once.",
)
_UNTOUCHED = "What was given as `{name}` has not changed; what is returned does not count here."
_GIVEN = (
    "`x = …` only gives a name another value; `x[i] = …` and `x.append(…)` change what is there."
)
_RAISE = "`raise` stops a function with an exception; nothing is returned then."


def call_text(function: str, arguments: Arguments) -> str:
    """Return the call as a learner would write it: `name(1, [2])`."""
    inside = literal(arguments)
    return function + (inside[:-2] + ")" if inside.endswith(",)") else inside)


def load(fact: LoadFact, limits: PackLimits) -> str | None:
    """Say why a file could not be loaded, or None when it was."""
    said = verdict.LOAD[fact.ending].says.format(**_fault_words(fact.fault), **_words(limits))
    parts = (said, _called_from(fact), tip_of(fact.fault))
    return "\n".join(part for part in parts if part) or None


def _called_from(fact: LoadFact) -> str | None:
    """A test of the learner's own at the end of the file: the error is in what it called."""
    if fact.ending is not Ending.RAISED or fact.fault is None or fact.fault.caller is None:
        return None
    return (
        f"Line {fact.fault.caller} led there; it stands outside of functions, so it runs while the "
        "file is loaded."
    )


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
    hint = _thought(fact) or meaning.tip
    if isinstance(expected, Raised) and fact.ending in {Ending.RAISED, Ending.WRONG_TYPE}:
        slip = hint if fact.fault is None or fact.fault.kind in _SLIPS else None
        hint = slip or _own_exception(fact.fault, expected) or case.hint or hint
        return Note(message=f"{said}\nExpected {wanted(expected)}.", hint=hint)
    error = fact.fault if fact.ending is Ending.RAISED else None
    return Note(message=said, hint=hint, error=error)


def _thought(fact: CaseFact) -> str | None:
    if fact.ending is Ending.WRONG_TYPE:
        return tip_of_type(fact.type_name)
    return tip_of(fact.fault) if fact.ending is Ending.RAISED else None


def _own_exception(fault: Fault | None, expected: Raised) -> str | None:
    if fault is None or is_known(fault.kind):
        return None
    return f"An exception class of your own counts when it is derived from `{expected.kinds[0]}`."


def wanted(expected: Expected) -> str:
    """Return what was expected, as it stands in a sentence or in a column."""
    if isinstance(expected, Raised):
        return "the exception " + " or ".join(f"`{kind}`" for kind in expected.kinds)
    return short(expected)


def quoted(value: Value) -> str:
    """Return a value as code in a sentence; one that holds a backtick stays as it is."""
    text = short(value)
    return text if "`" in text else f"`{text}`"


def _asked_for(expected: Expected) -> str:
    return wanted(expected) if isinstance(expected, Raised) else quoted(expected)


def headline(case: Case, fact: CaseFact, note: Note, expected: Expected) -> str | None:
    """Return the one sentence that stands for a whole function, from its most telling case."""
    if fact.ending is not Ending.RETURNED:
        return note.message
    call = call_text(case.function, case.arguments)
    fits = len(call) <= _IN_A_SENTENCE and "`" not in call
    which = f"`{call}`" if fits else f"In the case `{case.id}` it"
    said = f"{which} returned {quoted(fact.value)}; expected {_asked_for(expected)}."
    if case.changes:
        value = quoted(fact.value)
        said = f"{which} left `{case.changes}` as {value}; expected {_asked_for(expected)}."
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


def _returned(case: Case, fact: CaseFact, match: Match | None, expected: Expected) -> Note:
    """Explain another value. The author's own hint counts where no rule explains it better."""
    if isinstance(expected, Raised) or match is None:
        return Note(hint=_named(fact.value, expected) or case.hint or _RAISE)
    if is_untouched(case, fact):
        return Note(message=_UNTOUCHED.format(name=case.changes), hint=case.hint or _GIVEN)
    near = near_miss(fact.value, expected, printed=fact.printed, rules=case.rules)
    if near is not None:
        return Note(message=near.says.format(expected=quoted(expected)), hint=near.tip)
    sentences = [_first_difference(match), _changed_arguments(fact)]
    return Note(message=" ".join(s for s in sentences if s) or None, hint=case.hint)


def _named(value: Value, expected: Expected) -> str | None:
    """The thought for whoever returns the name of an error as a text."""
    kinds = expected.kinds if isinstance(expected, Raised) else ()
    is_named = isinstance(value, str) and any(kind in value for kind in kinds)
    return TO_RAISE if is_named else None


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
        return f"{what} has {quoted(match.returned)}; expected {quoted(match.expected)}."
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


def _of_type(type_name: str | None) -> str:
    return f" but a `{type_name}`" if type_name else ""


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"
