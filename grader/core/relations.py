"""What must hold between the parameters of a function: `each totals >= prefix_len`.

A relation is a term, a comparison and another term. A term is a number, a parameter, a field of one
(`span.start`), or `each`, `length` or `sum` of these; a whole number may be added or taken away.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from grader.core.model import Value

_TERM = re.compile(
    r"(?:(?P<of>each|length|sum)\s+)?(?P<name>[A-Za-z_]\w*)(?P<path>(?:\.[A-Za-z_]\w*)*)"
    r"(?:\s*(?P<sign>[+-])\s*(?P<plus>\d+))?|(?P<number>-?\d+(?:\.\d+)?)"
)
_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
    "!=": operator.ne,
}
_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "!=": "!="}
_RELATION = re.compile(r"\s*([^<>=!]+?)\s*(<=|>=|==|!=|<|>)\s*([^<>=!]+?)\s*")
_CALL = re.compile(r"(len|length|sum|each|all|any)\s*\(\s*([A-Za-z_][\w.]*)\s*\)")
_CALLED = {"len": "length", "length": "length", "sum": "sum"}


class NoRelationError(ValueError):
    """The text is not a relation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A number, or some view of a parameter: all its items, its length, their sum, or itself."""

    parameter: str | None = None
    of: str | None = None
    path: tuple[str, ...] = ()  # of fields
    number: float = 0  # by itself, or added to the rest

    def is_whole(self, parameter: str) -> bool:
        """Whether it is this parameter itself, and nothing of it."""
        return self.parameter == parameter and self.of is None and not self.path

    def values(self, known: Mapping[str, Value]) -> tuple[Value, ...]:
        """Return every value that the relation must hold for; none when there is no such.

        What is missing, or None, takes part in no relation. Raises TypeError.
        """
        if self.parameter is None:
            return (self.number,)
        found = tuple(self._seen(known.get(self.parameter)))
        return tuple(value + self.number for value in found) if self.number else found

    def _seen(self, value: Value) -> Iterable[Any]:
        if self.of == "each":
            items = value if isinstance(value, (list, tuple, str)) else ()
            return (one for item in items if (one := self._field(item)) is not None)
        inner = self._field(value)
        if inner is None:
            return ()
        return (inner,) if self.of is None else (_MEASURES[self.of](inner),)

    def _field(self, value: Value) -> Value:
        for name in self.path:
            value = value.get(name) if isinstance(value, dict) else None
        return value


def _length(value: Value) -> int:
    return len(value) if isinstance(value, (list, tuple, dict, str)) else 0


def _sum(value: Value) -> float:
    items = value if isinstance(value, (list, tuple)) else ()
    return sum(item for item in items if isinstance(item, (int, float)))


_MEASURES: Mapping[str, Callable[[Value], float]] = {"length": _length, "sum": _sum}


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    text: str
    left: Term
    operator: str
    right: Term

    def holds(self, known: Mapping[str, Value]) -> bool:
        """Whether it holds for every pair of values. Values that cannot be compared never do."""
        try:
            pairs = product(self.left.values(known), self.right.values(known))
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
        raise NoRelationError(f"`{text}` is not TERM, a comparison such as `<=`, and another TERM")
    return Relation(text=text, left=_term(found[1]), operator=found[2], right=_term(found[3]))


def _term(text: str) -> Term:
    found = _TERM.fullmatch(text)
    if found is None:
        raise NoRelationError(f"`{text}` is no term{_meant(text)}")
    if found["number"] is not None:
        is_whole = "." not in found["number"]
        return Term(number=int(found["number"]) if is_whole else float(found["number"]))
    return Term(
        parameter=found["name"],
        of=found["of"],
        path=tuple(found["path"].split(".")[1:]),
        number=int(f"{found['sign']}{found['plus']}") if found["plus"] else 0,
    )


def _meant(text: str) -> str:
    call = _CALL.fullmatch(text)
    if call:
        return f"; write `{_CALLED.get(call[1], 'each')} {call[2]}`"
    return ": a number, a parameter, or `each`, `length` or `sum` of one"


def bounds_of(
    parameter: str, relations: Iterable[Relation], known: Mapping[str, Value], *, whole: bool = True
) -> Bounds:
    """Return what the relations with known parameters leave for this one.

    `whole`: its numbers are whole ones, so that `n > 3` begins at 4.
    """
    bounds = Bounds()
    for relation in relations:
        for side in (relation, relation.turned()):
            is_ready = side.right.parameter is None or side.right.parameter in known
            if side.left.parameter == parameter and not side.left.path and is_ready:
                bounds = _tightened(bounds, side, known, whole=whole)
    return bounds


def _tightened(
    bounds: Bounds, side: Relation, known: Mapping[str, Value], *, whole: bool
) -> Bounds:
    names = _BOUNDS.get(side.left.of)
    numbers = _numbers(side, known)
    if names is None or not numbers:
        return bounds
    low, high = names
    is_whole = whole or side.left.of == "length"
    least, greatest = max(numbers), min(numbers)
    if side.operator in {"<", ">"} and is_whole:
        least, greatest = math.floor(least) + 1, math.ceil(greatest) - 1
    elif is_whole:
        least, greatest = math.ceil(least), math.floor(greatest)
    changes: dict[str, float] = {}
    if side.operator in {">=", ">", "=="}:
        changes[low] = _tighter(max, getattr(bounds, low), least)
    if side.operator in {"<=", "<", "=="}:
        changes[high] = _tighter(min, getattr(bounds, high), greatest)
    return replace(bounds, **changes)  # type: ignore[arg-type]  # lengths are whole numbers


def _numbers(side: Relation, known: Mapping[str, Value]) -> list[float]:
    try:
        values = side.right.values(known)
    except TypeError:
        return []
    found = (v - side.left.number for v in values if isinstance(v, (int, float)))
    return [number for number in found if math.isfinite(number)]


def _tighter(pick: Callable[..., float], old: float | None, new: float) -> float:
    return new if old is None else pick(old, new)


_BOUNDS: Mapping[str | None, tuple[str, str]] = {
    None: ("low", "high"),
    "each": ("each_low", "each_high"),
    "length": ("shortest", "longest"),
}
