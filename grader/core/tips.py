"""A thought to check for the errors that beginners meet: one line for each, by what Python said.

The first row that fits counts. What is unusual has no row: no advice is better than a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.core.builtin_errors import is_known
from grader.core.facts import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Tip:
    """`kind` is the exception; `text` and `line` are patterns in its text and in its line.

    `meant`: the learner's own `raise` made it, and not a slip.
    """

    kind: str
    says: str
    text: str = ""
    line: str = ""
    meant: bool = False

    def fits(self, fault: Fault) -> bool:
        return (
            fault.kind == self.kind
            and re.search(self.text, fault.text) is not None
            and re.search(self.line, fault.quoted or "") is not None
            and self.meant is _is_meant(fault)
        )


def tip_of(fault: Fault | None) -> str | None:
    """Return the thought for an error, or None."""
    return next((tip.says for tip in TIPS if fault is not None and tip.fits(fault)), None)


def tip_of_type(type_name: str | None) -> str:
    """Return the thought for a value that is not plain data."""
    if type_name and is_known(type_name):
        return TO_RAISE
    if type_name and type_name.startswith("dict with a key"):
        return "The keys of a dictionary have to be texts here."
    return TYPES.get(type_name or "", _PLAIN)


def _is_meant(fault: Fault) -> bool:
    return re.match(rf"\s*raise\s+{re.escape(fault.kind)}\b", fault.quoted or "") is not None


_MODULES = "math|statistics|random|itertools|functools|collections|operator|string|re|json"
_NOTHING = (
    "Something gave back nothing: a function of yours without `return`, or `append()`, `sort()`, "
    "`print()`."
)

TIPS: tuple[Tip, ...] = (
    Tip(
        kind="ModuleNotFoundError",
        says="Only Python's standard library can be imported here.",
    ),
    Tip(
        kind="EOFError",
        says="Nobody types here, so `input()` finds nothing. The values come as arguments.",
    ),
    Tip(
        kind="RecursionError",
        says="The function calls itself too often. Which call is to be the last, and does every "
        "call come closer to it?",
    ),
    Tip(
        kind="UnboundLocalError",
        says="On this way through, nothing has given the name a value yet. One that gets a value "
        "anywhere in a function belongs to it, even if another thing has the same name.",
    ),
    Tip(
        kind="NameError",
        says="Is the name written as where it was made, is each text in quotes, and each module "
        "imported?",
    ),
    Tip(
        kind="KeyError",
        says="A dictionary has the keys that were put into it, and no others.",
    ),
    Tip(
        kind="IndexError",
        says="The first item has index 0, the last one `len(…) - 1`; an empty list has none.",
    ),
    Tip(
        kind="AttributeError",
        text="'dict' object has no attribute '(add|append|extend|insert|remove)'",
        says="`{}` is an empty dictionary. `[]` is an empty list, `set()` an empty set.",
    ),
    Tip(
        kind="AttributeError",
        text="'dict' object",
        says='A value in a dictionary is taken by its key in brackets: `a["key"]`.',
    ),
    Tip(
        kind="AttributeError",
        text="'NoneType' object",
        says=_NOTHING,
    ),
    Tip(
        kind="AttributeError",
        line=rf"\b({_MODULES})\.\w",
        text=r"'(int|float|str|list|dict|tuple|bool)' object",
        says="Before the point a module was meant, but its name holds something else here. "
        "Give your own value another name.",
    ),
    Tip(
        kind="TypeError",
        text="NoneType",
        says=_NOTHING,
    ),
    Tip(
        kind="TypeError",
        text="object is not callable",
        says="Brackets behind a name call it. Does this name hold a value instead of a function?",
    ),
    Tip(
        kind="TypeError",
        text="object cannot be interpreted as an integer",
        line=r"\brange\(",
        says="`range(…)` wants whole numbers, such as `len(items)`. `for … in` goes through a list "
        "by itself.",
    ),
    Tip(
        kind="TypeError",
        text="exceptions must derive from BaseException",
        says='Behind `raise` stands an exception, such as `ValueError("…")`, not a text.',
    ),
    Tip(
        kind="TypeError",
        text="'(builtin_)?function",
        says="A function is called with brackets: `name(…)`. Without them it is the function "
        "itself.",
    ),
    Tip(
        kind="TypeError",
        text="'coroutine'",
        says="An `async def` function gives its value only to `await`. Leave out `async`.",
    ),
    Tip(
        kind="TypeError",
        text=r"unsupported operand.*'str'|can only concatenate str|not supported between.*'str'",
        says="One of the two is a text. Does a function of yours return one: quotes, `str()`, an "
        "f-string?",
    ),
    Tip(
        kind="ValueError",
        text="empty",
        says="There may be nothing in it. What should come out then?",
    ),
    Tip(
        kind="ZeroDivisionError",
        says="Look at the divisor before you divide: what should come out when it is 0?",
    ),
    Tip(
        kind="NotImplementedError",
        says="Nothing is written here yet.",
        meant=True,
    ),
    Tip(
        kind="AssertionError",
        says="What your own `assert` demands was not so.",
    ),
    Tip(
        kind="SyntaxError",
        line=r"^\s*(>>>|\.\.\. )",
        says="`>>>` and `...` are signs of Python's prompt. Leave them out.",
    ),
    Tip(
        kind="SyntaxError",
        line="```",
        says="Marks such as ``` are no Python. Only the code belongs into the file.",
    ),
    Tip(
        kind="SyntaxError",
        text="expected ':'",
        line=r"^\s*else(\s+if\b|\s.*:\s*$)",
        says="Behind `else` stands no condition; behind `elif` one does.",
    ),
    Tip(
        kind="SyntaxError",
        text="expected ':'",
        says="A colon is missing. Every `def`, `for`, `if` and `while` line ends with one.",
    ),
    Tip(
        kind="SyntaxError",
        text="was never closed",
        says="The mark shows a bracket that opens. The one that closes it is missing.",
    ),
    Tip(
        kind="SyntaxError",
        text="^unmatched",
        says="This bracket closes none. It is one too many, or one that opens is missing.",
    ),
    Tip(
        kind="SyntaxError",
        text="^unterminated (f-)?string literal",
        says="A text ends with the same quote that begins it, on the same line.",
    ),
    Tip(
        kind="IndentationError",
        text="^expected an indented block",
        says="The line before ends with a colon, so this one begins four blanks further right.",
    ),
    Tip(
        kind="IndentationError",
        text="^unexpected indent|^unindent does not match",
        says="Lines that belong together begin at the same place: count the blanks before them.",
    ),
    Tip(
        kind="SyntaxError",
        text="outside function",
        says="What belongs to a function stands further to the right than its `def`.",
    ),
    Tip(
        kind="SyntaxError",
        text="invalid character",
        says="It may have been copied from a text. Type it anew.",
    ),
    Tip(
        kind="SyntaxError",
        text="invalid syntax",
        line=r"\braise\s+\w+\s*,",
        says='That is how Python 2 was written. Now it is `raise ValueError("…")`.',
    ),
    Tip(
        kind="SyntaxError",
        text="invalid syntax",
        line=r"&&|\|\||!(?!=)",
        says="In Python these words are written out: `and`, `or`, `not`.",
    ),
    Tip(
        kind="SyntaxError",
        text="invalid syntax",
        line=r"\+\+|--\s*$",
        says="Python has no `++` and no `--`. One more is `count += 1`.",
    ),
    Tip(
        kind="SyntaxError",
        text="invalid syntax",
        line=r"[=!]==",
        says="Python compares with `==` and `!=`.",
    ),
    Tip(
        kind="SyntaxError",
        text="invalid syntax",
        line=r"\?",
        says="Python writes a choice as `this if condition else that`.",
    ),
    Tip(
        kind="SyntaxError",
        text="invalid syntax",
        line=r"^\s*def\s+\w+\s*\(.*\b(int|float|str|bool|list|dict)\s+\w",
        says="A type stands behind its parameter: `block: int`. It can be left out.",
    ),
    Tip(
        kind="SyntaxError",
        text="invalid syntax",
        line=r"^\s*(int|float|double|void|public|static|function|func|fn|let|var|const)\s+\w",
        says="That is not Python. A function begins with `def name(…):`.",
    ),
    Tip(
        kind="SyntaxError",
        text="^invalid syntax$",
        says="Up to the mark Python could read it. Look there and just before it.",
    ),
    Tip(
        kind="TabError",
        says="Indent with blanks alone, four for each level.",
    ),
)


_PLAIN = "Numbers, texts, `True`, `False`, `None`, lists, tuples and dictionaries can be."
_TO_LIST = "`list(…)` makes a list of it, `sum(…)` a number."
_TO_DICT = "`dict(…)` makes a plain dictionary of it."
_TO_CALL = "A function is called with brackets: `name(…)`. Without them it is the function itself."
_TO_NUMBER = "`int(…)` makes a whole number of it, `float(…)` a decimal one."
TO_RAISE = 'An error is raised, not returned: `raise ValueError("…")`.'
TYPES: Mapping[str, str] = {
    "coroutine": "Leave out `async`: calling such a function only prepares it.",
    "generator": f"`yield` or `(… for … in …)` makes a generator. {_TO_LIST}",
    **dict.fromkeys(("map", "filter", "zip", "range", "set", "frozenset", "deque"), _TO_LIST),
    **dict.fromkeys(("Counter", "defaultdict", "OrderedDict"), _TO_DICT),
    **dict.fromkeys(("dict_keys", "dict_values", "dict_items", "reversed", "enumerate"), _TO_LIST),
    **dict.fromkeys(("function", "method", "builtin_function_or_method"), _TO_CALL),
    "method-wrapper": _TO_CALL,
    "type": f"A class is called with brackets, too. {TO_RAISE}",
    **dict.fromkeys(("Decimal", "Fraction", "complex"), _TO_NUMBER),
    "NotImplementedType": "`NotImplemented` is a value. `raise NotImplementedError` is an error.",
}
