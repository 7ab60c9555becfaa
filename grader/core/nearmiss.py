"""The one rule that would have let a wrong answer pass: 8.0 for 8, 1 for True, another order.

A near miss is found by bringing both values into one looser form and comparing again by the pack's
rules, so that a sentence never claims more than the comparison itself would.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.core.forms import (
    composed,
    everywhere,
    folded,
    listed,
    number,
    ordered,
    stripped,
    whole,
    without_repeats,
)
from grader.core.model import EXACT, Rules, Value
from grader.core.nearly import (
    Applies,
    Told,
    as_number_text,
    as_text,
    close,
    in_parts,
    nothing,
    printed,
    rounded,
    same_when,
    sign,
    truthy,
    whole_part,
    wrapped,
)

_MOST_PARTS = 500
_CHEAP = 2  # rules at the head of the table that look at no part of a value


class Near(StrEnum):
    PRINTED = "printed"
    NOTHING = "nothing"
    WHOLE_NUMBER = "whole_number"
    TRUTH_VALUE = "truth_value"
    TRUTHY = "truthy"
    TEXT = "text"
    NO_NUMBER = "no_number"
    SEQUENCE = "sequence"
    ORDER = "order"
    REPEATS = "repeats"
    WRAPPED = "wrapped"
    PARTS = "parts"
    CLOSE = "close"
    ROUNDED = "rounded"
    WHOLE_PART = "whole_part"
    SIGN = "sign"
    LOOKS = "looks"
    SPACE = "space"
    LETTER_CASE = "letter_case"


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """What to say of a near miss, beside the two values. `{expected}` is filled in as a literal.

    `hidden` says it of a case that nobody may see; unset, `says` does it as it stands.
    """

    kind: Near
    says: str
    tip: str
    hidden: str | None = None

    def of_hidden(self) -> str:
        clause = self.hidden or self.says[:1].lower() + self.says[1:]
        return f"All visible cases pass; in a hidden case {clause}"


def near_miss(
    returned: Value, expected: Value, *, printed: bool, rules: Rules = EXACT
) -> NearMiss | None:
    """Return the first rule of the table that the two values differ by, and by nothing else.

    A value that nobody would read through is not brought into a dozen forms.
    """
    is_small = _is_small(returned) and _is_small(expected)
    told = Told(printed=printed, rules=rules)
    for applies, miss in _TABLE if is_small else _TABLE[:_CHEAP]:
        if applies(returned, expected, told):
            return miss
    return None


def _is_small(value: Value) -> bool:
    """Whether a value has few parts; looks at no more of them than that."""
    todo: list[Value] = [value]
    for _ in range(_MOST_PARTS):
        if not todo:
            return True
        part = todo.pop()
        if isinstance(part, dict):
            part = list(part.values())
        if isinstance(part, (list, tuple)):
            if len(part) > _MOST_PARTS:
                return False
            todo.extend(part)
    return not todo


_TABLE: tuple[tuple[Applies, NearMiss], ...] = (
    (
        printed,
        NearMiss(
            kind=Near.PRINTED,
            says="It printed something, but returned nothing (`None`).",
            tip="`print` shows a value on the screen. `return` hands it to the caller, "
            "and only that is compared.",
        ),
    ),
    (
        nothing,
        NearMiss(
            kind=Near.NOTHING,
            says="It returned nothing (`None`).",
            tip="A function hands back what follows `return`. Does every way through end in one?",
        ),
    ),
    (
        same_when(everywhere(whole)),
        NearMiss(
            kind=Near.WHOLE_NUMBER,
            says="The value is right, its type is not.",
            tip="In Python `/` always gives a decimal number; `//` gives a whole one.",
        ),
    ),
    (
        same_when(everywhere(number)),
        NearMiss(
            kind=Near.TRUTH_VALUE,
            says="The value is right, its type is not.",
            tip="`True` and `False` are values of their own; 1 and 0 are numbers.",
        ),
    ),
    (
        as_text,
        NearMiss(
            kind=Near.TEXT,
            says="That is the value written as a text.",
            hidden="it returned the value written as a text.",
            tip="Return the value itself, not `str()` of it and not an f-string.",
        ),
    ),
    (
        as_number_text,
        NearMiss(
            kind=Near.NO_NUMBER,
            says="That is a text, not a number.",
            hidden="it returned a text, not a number.",
            tip="Return the value itself, not `str()` of it and not an f-string.",
        ),
    ),
    (
        truthy,
        NearMiss(
            kind=Near.TRUTHY,
            says="That only counts as {expected}, for example in an `if`.",
            hidden="it returned something that is neither `True` nor `False`.",
            tip="Return exactly `True` or `False`, for example the result of a comparison.",
        ),
    ),
    (
        same_when(everywhere(listed)),
        NearMiss(
            kind=Near.SEQUENCE,
            says="The items are right, but a list and a tuple are not the same.",
            tip="Square brackets make a list, round ones a tuple; `list()` and `tuple()` convert.",
        ),
    ),
    (
        same_when(everywhere(ordered)),
        NearMiss(
            kind=Near.ORDER,
            says="The items are right, their order is not.",
            tip="Does something sort the items, reverse them, or pass them through a set?",
        ),
    ),
    (
        same_when(everywhere(without_repeats)),
        NearMiss(
            kind=Near.REPEATS,
            says="The items are right, but not how often each is there.",
            tip="A set keeps each item once; a list keeps every one.",
        ),
    ),
    (
        wrapped,
        NearMiss(
            kind=Near.WRAPPED,
            says="The value is right, but it is inside a list or tuple.",
            tip="Return the value itself. A comma after it makes a tuple.",
        ),
    ),
    (
        in_parts,
        NearMiss(
            kind=Near.PARTS,
            says="These are its parts; one number is asked for.",
            hidden="it returned the parts, and not their sum.",
            tip="`sum()` adds up a list, `a + b` two numbers.",
        ),
    ),
    (
        close,
        NearMiss(
            kind=Near.CLOSE,
            says="That is very close: only the last digits differ.",
            tip="Is something rounded before the end?",
        ),
    ),
    (
        rounded,
        NearMiss(
            kind=Near.ROUNDED,
            says="That is the number, rounded.",
            hidden="it returned the number, rounded.",
            tip="Return it as it was computed; `round()` is for people who read it.",
        ),
    ),
    (
        whole_part,
        NearMiss(
            kind=Near.WHOLE_PART,
            says="That is the number without what stands behind its point.",
            hidden="it returned the number without what stands behind its point.",
            tip="`//` and `int()` leave out what stands behind the point; `/` keeps it.",
        ),
    ),
    (
        sign,
        NearMiss(
            kind=Near.SIGN,
            says="The number is right, its sign is not.",
            tip="Is something subtracted the other way round?",
        ),
    ),
    (
        same_when(everywhere(composed)),
        NearMiss(
            kind=Near.LOOKS,
            says="The text looks right, but some of its characters are other ones.",
            tip="Some characters look alike: `ascii()` of a text tells them apart.",
        ),
    ),
    (
        same_when(everywhere(stripped)),
        NearMiss(
            kind=Near.SPACE,
            says="The text is right apart from blanks or ends of lines.",
            tip="`repr()` of a text shows its blanks and line ends.",
        ),
    ),
    (
        same_when(everywhere(folded)),
        NearMiss(
            kind=Near.LETTER_CASE,
            says="The text is right apart from capital and small letters.",
            tip="`upper()` and `lower()` change every letter of a text.",
        ),
    ),
)


_FAR = frozenset(
    {Near.NOTHING, Near.NO_NUMBER, Near.WHOLE_PART}
)  # told like the others, and yet not nearly right


def tells_near_miss(message: str) -> bool:
    """Whether a sentence made here says that a value was nearly right."""
    told = (miss for _, miss in _TABLE if miss.kind not in _FAR)
    return any(
        said in message for miss in told for said in (miss.says.split("{")[0], miss.of_hidden())
    )
