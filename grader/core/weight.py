"""How plain an input is to read: few parts first, then small numbers, then the first choices."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from grader.core.compare import compare
from grader.core.domain import (
    Choice,
    Decimal,
    Dictionary,
    Domain,
    Either,
    Items,
    Record,
    Row,
    Spec,
)
from grader.core.edges import size
from grader.core.fitting import fits
from grader.core.model import Arguments, Value

_DECIMAL = 100.0  # what a digit weighs, beside the magnitude of whole numbers
Weight: TypeAlias = tuple[int, float, str, str]  # the last one is the input itself, as text


def weight(domain: Domain | None, arguments: Arguments) -> Weight:
    """Order inputs of a function by how much there is to read in them; never equal."""
    if domain is None:
        parts, magnitude, text = size(arguments)
        return parts, magnitude, "", text
    named = zip(domain.parameters, arguments, strict=True)
    parts, magnitude, text = size([_ranked(domain.spec_of(name), value) for name, value in named])
    return parts, magnitude, text, repr(arguments)


def _ranked(spec: Spec, value: Value) -> Value:
    """The value with the place of each choice instead of the choice."""
    rank = _RANKS.get(type(spec))
    return value if rank is None else rank(spec, value)


def _decimal(_spec: Decimal, value: float) -> Value:
    """A decimal number is as plain as it has few digits behind the point; `3.8e-06` has many."""
    if value.is_integer():
        return value
    return math.copysign(abs(value) + _DECIMAL * len(repr(value)), value)


def _choice(spec: Choice, value: Value) -> Value:
    places = (place for place, one in enumerate(spec.values) if compare(value, one).ok)
    return next(places, len(spec.values))


def _record(spec: Record, value: dict[str, Value]) -> Value:
    return {name: _ranked(field, value[name]) for name, field in spec.fields if name in value}


def _either(spec: Either, value: Value) -> Value:
    found = next((one for one in spec.of if fits(one, value)), None)
    return value if found is None else _ranked(found, value)


_RANKS: Mapping[type, Callable[[Any, Any], Value]] = {
    Choice: _choice,
    Decimal: _decimal,
    Dictionary: lambda spec, value: {key: _ranked(spec.of, item) for key, item in value.items()},
    Items: lambda spec, value: [_ranked(spec.of, item) for item in value],
    Row: lambda spec, value: [_ranked(of, part) for of, part in zip(spec.of, value, strict=True)],
    Record: _record,
    Either: _either,
}
