"""The domain of a function in pack.toml: what parameters may be, and what holds between them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grader.core.domain import (
    Choice,
    Decimal,
    Domain,
    Items,
    Like,
    Record,
    Spec,
    Text,
    Truth,
    Whole,
)
from grader.core.relations import NoRelationError, parse_relation

MOST_ITEMS = 1000
FAR = 1000  # numbers reach so far on both sides of 0 when the author does not say
Complaint = str | None


def complains(value: Any) -> Complaint:
    """Say what is wrong with a `domain`, or with the relations of one."""
    if not isinstance(value, Mapping) or not value:
        return "must be a table with one entry for each parameter"
    return next((said for name, spec in value.items() for said in _spec_problems(name, spec)), None)


def relations(value: Any) -> Complaint:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        return "must be a list of texts"
    for text in value:
        try:
            parse_relation(text)
        except NoRelationError as error:
            return f"cannot be read: {error}"
    return None


def read_domain(keys: Mapping[str, Any]) -> Domain | None:
    """Return the domain of a sound function, or None when it declares none."""
    if "domain" not in keys:
        return None
    return Domain(
        parameters=tuple(keys["parameters"]),
        specs=tuple(_spec(keys["domain"][name]) for name in keys["parameters"]),
        relations=tuple(parse_relation(text) for text in keys.get("relations", [])),
    )


def _spec_problems(name: str, spec: Any) -> Iterator[str]:
    """Yield what is wrong with one parameter, or with what is inside it."""
    if not isinstance(spec, Mapping) or spec.get("type") not in _TYPES:
        yield f"must give `{name}` a `type`, one of: {', '.join(_TYPES)}"
        return
    known = {"type", *_TYPES[spec["type"]]}
    for key, value in spec.items():
        if key not in known:
            yield f"has a key `{key}` in `{name}`; known there: {', '.join(sorted(known))}"
        elif said := KEYS[key](value):
            yield f"has a `{key}` in `{name}` that {said}"
    for key in _REQUIRED.get(spec["type"], ()):
        if key not in spec:
            yield f"must give `{name}` the key `{key}`"
    yield from _range_problems(name, spec)


def _range_problems(name: str, spec: Mapping[str, Any]) -> Iterator[str]:
    if not all(_is_number(spec.get(key, 0)) for pair in _RANGES for key in pair):
        return
    for low, high in _RANGES:
        if low in spec and high in spec and spec[low] > spec[high]:
            yield f"has a `{low}` above the `{high}` in `{name}`"


def _type(value: Any) -> Complaint:
    return None if value in _TYPES else f"must be one of: {', '.join(_TYPES)}"


def _number(value: Any) -> Complaint:
    return None if _is_number(value) else "must be a number"


def _length(value: Any) -> Complaint:
    is_length = type(value) is int and 0 <= value <= MOST_ITEMS
    return None if is_length else f"must be a whole number from 0 to {MOST_ITEMS}"


def _letters(value: Any) -> Complaint:
    return None if isinstance(value, str) and value else "must be a text that is not empty"


def _of(value: Any) -> Complaint:
    return next(_spec_problems("of", value), None)


def _fields(value: Any) -> Complaint:
    if not isinstance(value, Mapping) or not value:
        return "must be a table with one entry for each key of the dictionary"
    return next((said for name, spec in value.items() for said in _spec_problems(name, spec)), None)


def _values(value: Any) -> Complaint:
    return None if isinstance(value, list) and value else "must be a list that is not empty"


def _parameter(value: Any) -> Complaint:
    return None if isinstance(value, str) and value else "must be the name of a parameter"


def _is_number(value: Any) -> bool:
    return type(value) in {int, float} and math.isfinite(value)


KEYS: Mapping[str, Callable[[Any], Complaint]] = {
    "type": _type,
    "min": _number,
    "max": _number,
    "usual_max": _number,
    "min_length": _length,
    "max_length": _length,
    "alphabet": _letters,
    "of": _of,
    "fields": _fields,
    "values": _values,
    "parameter": _parameter,
}
_RANGES = (("min", "max"), ("min", "usual_max"), ("min_length", "max_length"))
_TYPES: Mapping[str, tuple[str, ...]] = {
    "int": ("min", "max", "usual_max"),
    "float": ("min", "max"),
    "bool": (),
    "text": ("min_length", "max_length", "alphabet"),
    "list": ("of", "min_length", "max_length"),
    "record": ("fields",),
    "choice": ("values",),
    "like": ("parameter",),
}
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "list": ("of",),
    "record": ("fields",),
    "choice": ("values",),
    "like": ("parameter",),
}


def _spec(keys: Mapping[str, Any]) -> Spec:
    return _READERS[keys["type"]](keys)


def _whole(keys: Mapping[str, Any]) -> Spec:
    low, high = _limits(keys)
    usual = keys.get("usual_max")
    return Whole(
        low=math.ceil(low),
        high=math.floor(high),
        usual=None if usual is None else math.floor(usual),
    )


def _decimal(keys: Mapping[str, Any]) -> Spec:
    low, high = _limits(keys)
    return Decimal(low=float(low), high=float(high))


def _limits(keys: Mapping[str, Any]) -> tuple[float, float]:
    low = keys.get("min", min(-FAR, keys.get("max", FAR)))
    return low, keys.get("max", max(FAR, low))


def _lengths(keys: Mapping[str, Any], longest: int) -> dict[str, int]:
    shortest = keys.get("min_length", 0)
    return {"shortest": shortest, "longest": keys.get("max_length", max(longest, shortest))}


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Spec]] = {
    "int": _whole,
    "float": _decimal,
    "bool": lambda _keys: Truth(),
    "text": lambda keys: Text(alphabet=keys.get("alphabet", "abcxyz "), **_lengths(keys, 12)),
    "list": lambda keys: Items(of=_spec(keys["of"]), **_lengths(keys, 8)),
    "record": lambda keys: Record(
        fields=tuple((name, _spec(field)) for name, field in keys["fields"].items())
    ),
    "choice": lambda keys: Choice(values=tuple(keys["values"])),
    "like": lambda keys: Like(parameter=keys["parameter"]),
}
