"""What must hold between the parameters of a function: `each totals >= prefix_len`.

A relation is a term, a comparison and another term. A term is a whole number, a parameter, or
`each`, `length` or `sum` of one.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from grader.core.model import Value

_TERM = re.compile(r"(?:(each|length|sum)\s+)?([A-Za-z_]\w*)|(-?\d+)")
_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
    "!=": operator.ne,
}
_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "!=": "!="}
_RELATION = re.compile(r"\s*(.+?)\s*(<=|>=|==|!=|<|>)\s*(.+?)\s*")


class NoRelationError(ValueError):
    """The text is not a relation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A number, or some view of a parameter: all its items, its length, their sum, or itself."""

    parameter: str | None = None
    of: str | None = None
    number: int = 0

    def values(self, known: Mapping[str, Value]) -> tuple[Value, ...]:
        """Return every value that the relation must hold for; none when there is no such."""
        if self.parameter is None:
            return (self.number,)
        value = known[self.parameter]
        if self.of is None:
            return (value,)
        items = tuple(value) if isinstance(value, (list, str)) else ()
        if self.of == "each":
            return items
        numbers = [item for item in items if isinstance(item, (int, float))]
        return (len(items) if self.of == "length" else sum(numbers),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    text: str
    left: Term
    operator: str
    right: Term

    def holds(self, known: Mapping[str, Value]) -> bool:
        """Whether it holds for every pair of values. Values that cannot be compared never do."""
        pairs = product(self.left.values(known), self.right.values(known))
        try:
            return all(_OPERATORS[self.operator](left, right) for left, right in pairs)
        except TypeError:
            return False

    @property
    def parameters(self) -> frozenset[str]:
        terms = (self.left, self.right)
        return frozenset(term.parameter for term in terms if term.parameter is not None)

    def turned(self) -> Relation:
        """The same relation, seen from its other side."""
        other = _TURNED[self.operator]
        return replace(self, left=self.right, operator=other, right=self.left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What relations leave for one parameter: for itself, for each item, for its length."""

    low: float | None = None
    high: float | None = None
    each_low: float | None = None
    each_high: float | None = None
    shortest: int | None = None
    longest: int | None = None


def parse_relation(text: str) -> Relation:
    """Read a relation. Raises NoRelationError."""
    found = _RELATION.fullmatch(text)
    if found is None:
        raise NoRelationError(f"`{text}` is not written TERM >= TERM")
    return Relation(text=text, left=_term(found[1]), operator=found[2], right=_term(found[3]))


def _term(text: str) -> Term:
    found = _TERM.fullmatch(text)
    if found is None:
        raise NoRelationError(f"`{text}` is no number, no parameter and no `each` of one")
    if found[3] is not None:
        return Term(number=int(found[3]))
    return Term(parameter=found[2], of=found[1])


def bounds_of(parameter: str, relations: Iterable[Relation], known: Mapping[str, Value]) -> Bounds:
    """Return what the relations with known parameters leave for this one."""
    bounds = Bounds()
    for relation in relations:
        for side in (relation, relation.turned()):
            is_ready = side.right.parameter is None or side.right.parameter in known
            if side.left.parameter == parameter and is_ready:
                bounds = _tightened(bounds, side, known)
    return bounds


def _tightened(bounds: Bounds, side: Relation, known: Mapping[str, Value]) -> Bounds:
    numbers = [v for v in side.right.values(known) if isinstance(v, (int, float))]
    names = _BOUNDS.get(side.left.of)
    if names is None or not numbers:
        return bounds
    low, high = names
    step = 1 if side.operator in {"<", ">"} else 0
    changes: dict[str, float] = {}
    if side.operator in {">=", ">", "=="}:
        changes[low] = _tighter(max, getattr(bounds, low), max(numbers) + step)
    if side.operator in {"<=", "<", "=="}:
        changes[high] = _tighter(min, getattr(bounds, high), min(numbers) - step)
    return replace(bounds, **changes)  # type: ignore[arg-type]  # lengths are compared with ints


def _tighter(pick: Callable[..., float], old: float | None, new: float) -> float:
    return new if old is None else pick(old, new)


_BOUNDS: Mapping[str | None, tuple[str, str]] = {
    None: ("low", "high"),
    "each": ("each_low", "each_high"),
    "length": ("shortest", "longest"),
}
