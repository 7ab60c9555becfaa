"""Names that do not fit: a function that is not there, other parameters, a name nobody defined.

Says which one was meant, where that can be told. Everything that is known of the file's own names
was said by the learner's process or is read from the text; it is used for words alone.
"""

from __future__ import annotations

import builtins
import math
import re
import sys
from collections.abc import Iterable
from difflib import get_close_matches

from grader.core import verdict
from grader.core.facts import CaseFact, Definition, Ending, Fault, Inside, LoadFact
from grader.core.model import Function, Pack

_LIKE = 0.7  # how alike two names must be before one is taken for a misspelling of the other
_UNDEFINED = re.compile(r"name '(\w+)' is not defined")
_BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_"))


def missing(name: str, pack: Pack, load: LoadFact, fact: CaseFact | None = None) -> str:
    """Say that a function is not there: what its name holds instead, or where it may be."""
    said = verdict.CASE[Ending.MISSING].says.format(name=name)
    if fact is not None and fact.fault is not None and fact.fault.kind == "TypeError":
        return _no_function(name, fact.fault)
    if place := load.inside.get(name):
        return _inside(name, place, pack, load)
    asked = {function.name for function in pack.functions}
    meant = _misspelt(name, {d.name: d for d in load.defined if d.name not in asked})
    if meant is None:
        return said
    return f"{said} You defined `{meant.name}`{_on_line(meant.line)}; the task asks for `{name}`."


def _inside(name: str, place: Inside, pack: Pack, load: LoadFact) -> str:
    """Say what a function stands inside of: once for all that stand there, and briefly again."""
    if place.holder is None:
        said = verdict.CASE[Ending.MISSING].says.format(name=name)
        return (
            f"{said} Line {place.line} has `def {name}`, but further to the right. "
            "Move it to the left edge."
        )
    first, *others = _together(name, place, pack, load)
    if name != first:
        return f"`{name}` stands inside `{place.holder}`, too."
    where = f"`{place.holder}` (line {place.holder_line})"
    return f"{_stand(name, others, where)} {_move(others, place)}"


def _stand(name: str, others: list[str], where: str) -> str:
    if not others:
        return f"`{name}` stands inside {where}, where the task does not look."
    if len(others) == 1:
        return f"`{name}` and `{others[0]}` stand inside {where}, where the task does not look."
    count = len(others)
    return (
        f"`{name}` and {count} more functions stand inside {where}, where the task does not look."
    )


def _move(others: list[str], place: Inside) -> str:
    if place.takes_self:
        return "Move what is inside to the left edge, without `self`."
    return "Move them to the left edge." if others else "Move it to the left edge."


def _together(name: str, place: Inside, pack: Pack, load: LoadFact) -> list[str]:
    """List the missing functions of the task that stand under one line, in the task's order."""
    defined = {definition.name for definition in load.defined} - {name}
    return [
        function.name
        for function in pack.functions
        if function.name in load.inside
        and function.name not in defined
        and load.inside[function.name].holder_line == place.holder_line
    ]


def _no_function(name: str, fault: Fault) -> str:
    """What the name holds is told by the learner's own process, as the last word of its text."""
    kind = fault.text.rpartition(" ")[2]
    said = f"`{name}` is no function: it holds a value of type `{kind}`."
    if kind != "NoneType":
        return said
    return f"{said} Does a decorator return the function that takes its place?"


def parameters(function: Function, fact: CaseFact, defined: tuple[Definition, ...]) -> str | None:
    """Say that a function takes another number of arguments, when the call itself was refused."""
    own = _own(function, defined)
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


def other_order(function: Function, defined: tuple[Definition, ...]) -> str | None:
    """Say that a function has the right parameters in another order: they come by position."""
    own = _own(function, defined)
    if own is None or own.parameters == function.parameters:
        return None
    if own.parameters is None or sorted(own.parameters) != sorted(function.parameters):
        return None
    return (
        f"Your `{function.name}`{_on_line(own.line)} has its parameters in another order; "
        f"the task calls it as `{function.name}({', '.join(function.parameters)})`."
    )


def repeated(name: str, load: LoadFact) -> str | None:
    """Say that a function is defined more than once: the one that was worked on may not count."""
    lines = load.repeated.get(name)
    if lines is None:
        return None
    listed = f"{', '.join(map(str, lines[:-1]))} and {lines[-1]}"
    return f"`{name}` is defined on lines {listed}; only the last one counts."


def undefined(fault: Fault | None, known: Iterable[str]) -> str | None:
    """Say which name may be meant by one that is not defined, or that a module is not imported."""
    found = _UNDEFINED.match(fault.text) if fault and fault.kind == "NameError" else None
    if fault is None or found is None:
        return None
    name, is_module = found[1], found[1] in sys.stdlib_module_names
    if is_module and re.search(rf"\b{name}\s*\.", fault.quoted or ""):
        return f"Write `import {name}` at the top of the file."
    if is_of_a_call(fault) and callable(getattr(math, name, None)):
        return f"`{name}` belongs to a module: `import math` at the top, then `math.{name}(…)`."
    close = get_close_matches(name, {*known, *(() if is_module else _BUILTINS)}, n=1, cutoff=_LIKE)
    return f"There is a `{close[0]}`. Is that the name you mean?" if close else None


def is_of_a_call(fault: Fault) -> bool:
    """Whether a name that nobody defined was called, as far as the line shows it."""
    found = _UNDEFINED.match(fault.text) if fault.kind == "NameError" else None
    called = rf"\b{re.escape(found[1])}\s*\(" if found else None
    return called is not None and re.search(called, fault.quoted or "") is not None


def _own(function: Function, defined: tuple[Definition, ...]) -> Definition | None:
    return next((d for d in defined if d.name == function.name and d.parameters is not None), None)


def _misspelt(name: str, defined: dict[str, Definition]) -> Definition | None:
    folded = {own.casefold(): definition for own, definition in defined.items()}
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=_LIKE)
    return folded[close[0]] if close else None


def _on_line(line: int | None) -> str:
    return "" if line is None else f" (line {line})"


def _count(parameters: int) -> str:
    return {0: "no arguments", 1: "1 argument"}.get(parameters, f"{parameters} arguments")
