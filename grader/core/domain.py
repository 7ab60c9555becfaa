"""Which inputs make sense for a function: its domain, as the author of a pack declares it.

Says whether an input fits, and how one parameter narrows another. Generates nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from grader.core.compare import compare
from grader.core.model import Arguments, Value
from grader.core.relations import Bounds, Relation, bounds_of
from grader.core.values import short


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    low: int
    high: int
    usual: int | None = None  # generated numbers go no further, when they can help it

    @property
    def top(self) -> int:
        """The greatest number that is generated."""
        return self.high if self.usual is None else max(self.low, min(self.high, self.usual))


@dataclass(frozen=True, slots=True, kw_only=True)
class Decimal:
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    shortest: int
    longest: int
    alphabet: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    of: Spec
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    fields: tuple[tuple[str, Spec], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Like:
    """The value of an earlier parameter, the same or a little changed."""

    parameter: str


Spec: TypeAlias = Whole | Decimal | Truth | Text | Items | Record | Choice | Like


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """`specs` follow the order of the parameters."""

    parameters: tuple[str, ...]
    specs: tuple[Spec, ...]
    relations: tuple[Relation, ...] = ()

    def spec_of(self, parameter: str) -> Spec:
        """Return a parameter's own spec, or that of the parameter it is like."""
        spec = self.specs[self.parameters.index(parameter)]
        return self.spec_of(spec.parameter) if isinstance(spec, Like) else spec

    def narrowed(self, parameter: str, known: Mapping[str, Value]) -> Spec | None:
        """Return what is left for a parameter beside known ones; None when nothing is."""
        return narrow(self.spec_of(parameter), bounds_of(parameter, self.relations, known))


def misfit(domain: Domain, arguments: Arguments) -> str | None:
    """Say why an input is outside the domain, or return None when it is inside."""
    known = dict(zip(domain.parameters, arguments, strict=True))
    for parameter, value in known.items():
        if not fits(domain.spec_of(parameter), value):
            return f"`{parameter}` may not be {short(value)}"
    broken = next((r for r in domain.relations if not r.holds(known)), None)
    return f"it breaks `{broken.text}`" if broken else None


def fits(spec: Spec, value: Value) -> bool:
    """Whether a value is one of those that a spec describes."""
    return _FITS[type(spec)](spec, value)


def _whole_fits(spec: Whole, value: Value) -> bool:
    return type(value) is int and spec.low <= value <= spec.high


def _decimal_fits(spec: Decimal, value: Value) -> bool:
    return type(value) is float and spec.low <= value <= spec.high


def _text_fits(spec: Text, value: Value) -> bool:
    return (
        isinstance(value, str)
        and spec.shortest <= len(value) <= spec.longest
        and set(value) <= set(spec.alphabet)
    )


def _items_fit(spec: Items, value: Value) -> bool:
    return (
        isinstance(value, list)
        and spec.shortest <= len(value) <= spec.longest
        and all(fits(spec.of, item) for item in value)
    )


def _record_fits(spec: Record, value: Value) -> bool:
    fields = dict(spec.fields)
    if not isinstance(value, dict) or value.keys() != fields.keys():
        return False
    return all(fits(field, value[name]) for name, field in fields.items())


def _choice_fits(spec: Choice, value: Value) -> bool:
    return any(compare(value, choice).ok for choice in spec.values)


_FITS: Mapping[type, Callable[[Any, Value], bool]] = {
    Whole: _whole_fits,
    Decimal: _decimal_fits,
    Truth: lambda _spec, value: type(value) is bool,
    Text: _text_fits,
    Items: _items_fit,
    Record: _record_fits,
    Choice: _choice_fits,
    Like: lambda _spec, _value: True,  # the spec of the parameter it is like is asked instead
}


def narrow(spec: Spec, bounds: Bounds) -> Spec | None:
    """Cut a spec down to its bounds; None when nothing is left."""
    if isinstance(spec, (Whole, Decimal)):
        return _narrow_number(spec, bounds.low, bounds.high)
    if isinstance(spec, Items):
        return _narrow_items(spec, bounds)
    if isinstance(spec, Text):
        shortest, longest = _lengths(spec, bounds)
        text = replace(spec, shortest=shortest, longest=longest)
        return text if shortest <= longest else None
    return spec


def _narrow_number(
    spec: Whole | Decimal, low: float | None, high: float | None
) -> Whole | Decimal | None:
    lowest = spec.low if low is None else max(spec.low, low)
    highest = spec.high if high is None else min(spec.high, high)
    if lowest > highest:
        return None
    if isinstance(spec, Whole):
        return Whole(low=-int(-lowest // 1), high=int(highest // 1), usual=spec.usual)
    return Decimal(low=float(lowest), high=float(highest))


def _narrow_items(spec: Items, bounds: Bounds) -> Items | None:
    shortest, longest = _lengths(spec, bounds)
    of = spec.of
    if isinstance(of, (Whole, Decimal)):
        narrowed = _narrow_number(of, bounds.each_low, bounds.each_high)
        if narrowed is None:  # only an empty list can keep to that
            longest, narrowed = 0, of
        of = narrowed
    return Items(of=of, shortest=shortest, longest=longest) if shortest <= longest else None


def _lengths(spec: Items | Text, bounds: Bounds) -> tuple[int, int]:
    shortest = spec.shortest if bounds.shortest is None else max(spec.shortest, bounds.shortest)
    longest = spec.longest if bounds.longest is None else min(spec.longest, bounds.longest)
    return shortest, longest
