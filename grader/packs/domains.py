"""The domain of a function, read from the keys of pack.toml. `domain_keys` has looked at them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from grader.core.domain import (
    Choice,
    Decimal,
    Dictionary,
    Domain,
    Either,
    Items,
    Like,
    Record,
    Row,
    Spec,
    Text,
    Truth,
    Whole,
)
from grader.core.relations import parse_relation
from grader.packs import python_text

FAR = 1000  # numbers reach so far on both sides of 0 when the author does not say
ALPHABET = "abcxyz "
_LONGEST_TEXT = 12
_LONGEST_LIST = 8
_NOTHING = Choice(values=(None,))


def read_domain(keys: Mapping[str, Any]) -> Domain | None:
    """Return the domain of a sound function, or None when it declares none."""
    if "domain" not in keys:
        return None
    return Domain(
        parameters=tuple(keys["parameters"]),
        specs=tuple(_spec(keys["domain"][name]) for name in keys["parameters"]),
        relations=tuple(parse_relation(text) for text in keys.get("relations", [])),
    )


def _spec(keys: Mapping[str, Any]) -> Spec:
    spec = _READERS[keys["type"]](keys)
    return Either(of=(_NOTHING, spec)) if keys.get("or_none") else spec


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


def _text(keys: Mapping[str, Any]) -> Text:
    shortest, longest = _lengths(keys, _LONGEST_TEXT)
    return Text(
        shortest=shortest,
        longest=longest,
        alphabet=keys.get("alphabet", keys.get("usual_alphabet", ALPHABET)),
        usual=keys.get("usual_alphabet"),
    )


def _list(keys: Mapping[str, Any]) -> Spec:
    shortest, longest = _lengths(keys, _LONGEST_LIST)
    return Items(
        of=_spec(keys["of"]),
        shortest=shortest,
        longest=longest,
        in_order=keys.get("sorted", False),
        distinct=keys.get("distinct", False),
        alike=keys.get("same_length", False),
    )


def _dictionary(keys: Mapping[str, Any]) -> Spec:
    shortest, longest = _lengths(keys, _LONGEST_LIST)
    names = _text(keys.get("keys", {}))
    return Dictionary(keys=names, of=_spec(keys["of"]), shortest=shortest, longest=longest)


def _record(keys: Mapping[str, Any]) -> Spec:
    fields: Mapping[str, Any] = keys["fields"]
    return Record(
        fields=tuple((name, _spec(field)) for name, field in fields.items()),
        optional=tuple(name for name, field in fields.items() if field.get("optional")),
        relations=tuple(parse_relation(text) for text in keys.get("relations", [])),
    )


def _lengths(keys: Mapping[str, Any], longest: int) -> tuple[int, int]:
    if "length" in keys:
        return keys["length"], keys["length"]
    shortest = keys.get("min_length", 0)
    return shortest, keys.get("max_length", max(longest, shortest))


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Spec]] = {
    "int": _whole,
    "float": _decimal,
    "bool": lambda _keys: Truth(),
    "text": _text,
    "list": _list,
    "tuple": lambda keys: Row(of=tuple(map(_spec, keys["of"]))),
    "dict": _dictionary,
    "record": _record,
    "choice": lambda keys: Choice(values=tuple(python_text.values_of(keys["values"]))),
    "either": lambda keys: Either(of=tuple(map(_spec, keys["of"]))),
    "like": lambda keys: Like(parameter=keys["parameter"]),
}
