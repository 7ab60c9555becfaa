"""Which inputs make sense for a function: its domain, as the author of a pack declares it.

Plain data, and how one parameter narrows another. `fitting` says whether an input is inside,
`edges` which ones lie at its borders.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from grader.core.model import Value
from grader.core.relations import Bounds, Relation, bounds_of


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
    usual: str | None = None  # generated texts are made of these letters alone

    @property
    def letters(self) -> str:
        """What generated texts are made of."""
        return self.alphabet if self.usual is None else self.usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """A list. `alike`: its items are lists or texts, all of one length."""

    of: Spec
    shortest: int
    longest: int
    in_order: bool = False
    distinct: bool = False
    alike: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A tuple: so many parts, each of its own kind."""

    of: tuple[Spec, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dictionary:
    """Any keys, and values of one kind."""

    keys: Text
    of: Spec
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A dictionary with known keys; those in `optional` may be missing."""

    fields: tuple[tuple[str, Spec], ...]
    optional: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()  # between the fields

    @property
    def domain(self) -> Domain:
        """The fields, seen like the parameters of a function."""
        names, specs = zip(*self.fields, strict=True)
        return Domain(parameters=names, specs=specs, relations=self.relations)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Either:
    """What fits one of these."""

    of: tuple[Spec, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Like:
    """The value of an earlier parameter, the same or a little changed."""

    parameter: str


Spec: TypeAlias = (
    Whole | Decimal | Truth | Text | Items | Row | Dictionary | Record | Choice | Either | Like
)


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

    @property
    def order(self) -> tuple[str, ...]:
        """Parameters as they are best chosen: what is computed from others comes after them."""
        return tuple(sorted(self.parameters, key=self._is_computed))

    def _is_computed(self, parameter: str) -> bool:
        """Whether it equals a sum or a field, which cannot be chosen to fit it."""
        sides = [side for r in self.relations for side in (r, r.turned()) if r.operator == "=="]
        return any(
            side.left.is_whole(parameter) and (side.right.of == "sum" or side.right.path)
            for side in sides
        )

    def narrowed(self, parameter: str, known: Mapping[str, Value]) -> Spec | None:
        """Return what is left for a parameter beside known ones; None when nothing is."""
        spec = self.spec_of(parameter)
        number = spec.of if isinstance(spec, Items) else spec
        whole = not isinstance(number, Decimal)
        return narrow(spec, bounds_of(parameter, self.relations, known, whole=whole))


def narrow(spec: Spec, bounds: Bounds) -> Spec | None:
    """Cut a spec down to its bounds; None when nothing is left."""
    if isinstance(spec, (Whole, Decimal)):
        return _narrow_number(spec, bounds.low, bounds.high)
    if isinstance(spec, Items):
        return _narrow_items(spec, bounds)
    if isinstance(spec, (Text, Dictionary)):
        shortest, longest = _lengths(spec, bounds)
        sized = replace(spec, shortest=shortest, longest=longest)
        return sized if shortest <= longest else None
    return spec


def _narrow_number(
    spec: Whole | Decimal, low: float | None, high: float | None
) -> Whole | Decimal | None:
    lowest = spec.low if low is None else max(spec.low, low)
    highest = spec.high if high is None else min(spec.high, high)
    if isinstance(spec, Decimal):
        return None if lowest > highest else Decimal(low=float(lowest), high=float(highest))
    least, greatest = -int(-lowest // 1), int(highest // 1)
    return None if least > greatest else replace(spec, low=least, high=greatest)


def _narrow_items(spec: Items, bounds: Bounds) -> Items | None:
    shortest, longest = _lengths(spec, bounds)
    of = spec.of
    if isinstance(of, (Whole, Decimal)):
        narrowed = _narrow_number(of, bounds.each_low, bounds.each_high)
        if narrowed is None:  # only an empty list can keep to that
            longest, narrowed = 0, of
        of = narrowed
    sized = replace(spec, of=of, shortest=shortest, longest=longest)
    return sized if shortest <= longest else None


def _lengths(spec: Items | Text | Dictionary, bounds: Bounds) -> tuple[int, int]:
    shortest = spec.shortest if bounds.shortest is None else max(spec.shortest, bounds.shortest)
    longest = spec.longest if bounds.longest is None else min(spec.longest, bounds.longest)
    return shortest, longest
