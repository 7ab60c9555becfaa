"""The keys of a domain in pack.toml: what each must be, and which go with which type.

Every problem is told with its place, such as `people.of.fields.age`, so that its line can be found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from grader.core.relations import NoRelationError, parse_relation
from grader.packs import keys, python_text
from grader.packs.suggest import listed

MOST_ITEMS = 1000
MOST_FIELDS = 50
MOST_PARTS = 2_000  # of the smallest value that fits
_DEEPEST = 12  # keys below a parameter
_MOST_LISTS = 4  # in each other
Complaint: TypeAlias = str | None
Told: TypeAlias = Iterator[tuple[str, str]]  # places and what is wrong there


def told(domain: Any, place: str = "") -> Told:
    """Yield everything that is wrong with a domain, or with the fields of a record."""
    if not isinstance(domain, Mapping) or not domain:
        yield place, "must be a table with one entry for each parameter"
        return
    if len(domain) > MOST_FIELDS:
        yield place, f"has {len(domain)} entries, and may have {MOST_FIELDS}"
        return
    for name, spec in domain.items():
        yield from _of_spec(spec, f"{place}.{name}" if place else str(name))
        if not place and isinstance(spec, Mapping) and "optional" in spec:
            said = "is a parameter, which is always given; `optional` is for the fields of a record"
            yield name, f"{said}, `or_none` for what may be None"


def relations(value: Any) -> Complaint:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        return "must be a list of texts"
    said = [_relation(text) for text in value]
    return "; ".join(dict.fromkeys(filter(None, said))) or None


def _relation(text: str) -> Complaint:
    try:
        parse_relation(text)
    except NoRelationError as error:
        return f"cannot be read: {error}"
    return None


def _of_spec(spec: Any, place: str) -> Told:
    """Yield what is wrong with one parameter, or with what is inside it."""
    if place.count(".") > _DEEPEST or place.count(".of") > _MOST_LISTS:
        yield place, "is nested too deeply"
        return
    if not isinstance(spec, Mapping):
        yield place, 'must be a table, such as { type = "int", min = 0 }'
        return
    kind = spec.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        said = "needs a `type`" if kind is None else f"has an unknown type {kind!r}"
        yield place, f"{said}{listed(kind, TYPES)}"
        return
    if kind == "like" and "." in place:
        yield place, "can be like nothing: only a whole parameter can"
    yield from _of_keys(spec, place, _known(kind))
    for key in _REQUIRED.get(kind, ()):
        if key not in spec:
            yield place, f"needs the key `{key}`"
    yield from ((place, said) for said in _together(kind, spec))


def _known(kind: str) -> tuple[str, ...]:
    return ("type", *TYPES[kind], *(() if kind == "like" else _EVERYWHERE))


def _of_keys(spec: Mapping[str, Any], place: str, known: tuple[str, ...]) -> Told:
    for key, value in spec.items():
        if key not in known:
            yield place, f"has no key `{key}`{listed(key, known)}"
        elif key in _NESTED:
            yield from _NESTED[key](spec["type"], value, f"{place}.{key}")
        elif said := KEYS[key](value):
            yield place, f"has a `{key}` that {said}"


def _of_items(kind: str, value: Any, place: str) -> Told:
    """One table for what all items are; a list of tables for parts, or for what they may be."""
    if kind not in _OF_MANY:
        yield from _of_spec(value, place)
    elif not isinstance(value, list) or not value:
        yield place, f"of a {kind} must be a list of tables, one for each {_OF_MANY[kind]}"
    else:
        for spec in value:
            yield from _of_spec(spec, place)


def _of_keys_of(_kind: str, value: Any, place: str) -> Told:
    yield from _of_spec(value, place)
    if isinstance(value, Mapping) and value.get("type") in set(TYPES) - {"text"}:
        yield place, "must have the type text: the keys of a dictionary are texts here"


def _of_fields(_kind: str, value: Any, place: str) -> Told:
    if not isinstance(value, Mapping) or not value:
        yield place, "must be a table with one entry for each key of the dictionary"
    else:
        yield from told(value, place)


def _together(kind: str, spec: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with keys beside each other."""
    if all(keys.is_number(spec.get(key, 0)) for pair in _RANGES for key in pair):
        yield from _ranges(kind, spec)
    if "length" in spec and ("min_length" in spec or "max_length" in spec):
        yield "has a `length`, so it needs no `min_length` and no `max_length`"
    if kind == "list" and isinstance(spec.get("of"), Mapping):
        yield from _items(spec, spec["of"])
    if kind == "record":
        yield from _unknown_fields(spec)
    if _least_parts(spec) > MOST_PARTS:
        yield f"is too large: its smallest value has more than {MOST_PARTS:,} parts"
    every, usual = spec.get("alphabet"), spec.get("usual_alphabet")
    if isinstance(every, str) and isinstance(usual, str) and set(usual) - set(every):
        yield "has a `usual_alphabet` with characters that are not in its `alphabet`"


def _ranges(kind: str, spec: Mapping[str, Any]) -> Iterator[str]:
    for low, high in _RANGES:
        if low in spec and high in spec and spec[low] > spec[high]:
            yield f"has a `{low}` above its `{high}`"
    least, most = spec.get("min", 0), spec.get("max", math.inf)
    if kind == "int" and least <= most < math.ceil(least):
        yield "has no whole number between its `min` and its `max`"


def _items(spec: Mapping[str, Any], of: Mapping[str, Any]) -> Iterator[str]:
    if spec.get("sorted") and not _has_order(of):
        yield "is `sorted`, so its items must be int, float, text or tuples of these"
    if spec.get("same_length") and (of.get("type") not in _SIZED or of.get("or_none")):
        yield f"has `same_length`, so its items must be {' or '.join(_SIZED)}"


def _least_parts(spec: Any) -> int:
    """How many parts the smallest value has; of what is no sound spec, one."""
    if not isinstance(spec, Mapping):
        return 1
    of, fields = spec.get("of"), spec.get("fields")
    if isinstance(fields, Mapping):
        return sum(map(_least_parts, fields.values()))
    if isinstance(of, list):
        return sum(map(_least_parts, of))
    length = spec.get("length", spec.get("min_length", 0))
    return _least_parts(of) * max(1, length) if type(length) is int else 1


def _has_order(of: Any) -> bool:
    if not isinstance(of, Mapping) or of.get("or_none"):
        return False
    if of.get("type") == "tuple" and isinstance(of.get("of"), list):
        return all(map(_has_order, of["of"]))
    return of.get("type") in _IN_ORDER


def _unknown_fields(spec: Mapping[str, Any]) -> Iterator[str]:
    written, fields = spec.get("relations", []), spec.get("fields")
    if relations(written) is None and isinstance(fields, Mapping):
        for text in written:
            for name in sorted(parse_relation(text).parameters - fields.keys()):
                yield f"has a relation `{text}` that names `{name}`, which is no field"


def _number(value: Any) -> Complaint:
    return None if keys.is_number(value) else "must be a number, at most 1.8e308"


def _length(value: Any) -> Complaint:
    is_length = type(value) is int and 0 <= value <= MOST_ITEMS
    return None if is_length else f"must be a whole number from 0 to {MOST_ITEMS}"


def _letters(value: Any) -> Complaint:
    return None if isinstance(value, str) and value else "must be a text that is not empty"


def _values(value: Any) -> Complaint:
    if isinstance(value, str):
        try:
            return None if python_text.read(value) else "must not be empty"
        except python_text.NotPlainError as error:
            return str(error)
    is_list = isinstance(value, list) and bool(value)
    return None if is_list else "must be a list that is not empty, or a text with Python values"


def _parameter(value: Any) -> Complaint:
    return None if isinstance(value, str) and value else "must be the name of a parameter"


def _type(value: Any) -> Complaint:
    known = isinstance(value, str) and value in TYPES
    return None if known else f"must be one of: {', '.join(TYPES)}"


def _nested(kind: str, key: str) -> Callable[[Any], Complaint]:
    """The same for a value that stands alone, as in the documentation."""
    return lambda value: next((said for _place, said in _NESTED[key](kind, value, key)), None)


def _of(value: Any) -> Complaint:
    return _nested("tuple" if isinstance(value, list) else "list", "of")(value)


KEYS: Mapping[str, Callable[[Any], Complaint]] = {
    "type": _type,
    "min": _number,
    "max": _number,
    "usual_max": _number,
    "length": _length,
    "min_length": _length,
    "max_length": _length,
    "alphabet": _letters,
    "usual_alphabet": _letters,
    "of": _of,
    "sorted": keys.flag,
    "distinct": keys.flag,
    "same_length": keys.flag,
    "keys": _nested("dict", "keys"),
    "fields": _nested("record", "fields"),
    "relations": relations,
    "optional": keys.flag,
    "or_none": keys.flag,
    "values": _values,
    "parameter": _parameter,
}
_NESTED: Mapping[str, Callable[[str, Any, str], Told]] = {
    "of": _of_items,
    "keys": _of_keys_of,
    "fields": _of_fields,
}
_OF_MANY = {"tuple": "part", "either": "kind"}
_IN_ORDER = frozenset({"int", "float", "text"})
_SIZED = ("list", "text")
_RANGES = (("min", "max"), ("min", "usual_max"), ("min_length", "max_length"))
_LENGTHS = ("length", "min_length", "max_length")
_EVERYWHERE = ("or_none", "optional")
TYPES: Mapping[str, tuple[str, ...]] = {
    "int": ("min", "max", "usual_max"),
    "float": ("min", "max"),
    "bool": (),
    "text": (*_LENGTHS, "alphabet", "usual_alphabet"),
    "list": ("of", *_LENGTHS, "sorted", "distinct", "same_length"),
    "tuple": ("of",),
    "dict": ("of", "keys", *_LENGTHS),
    "record": ("fields", "relations"),
    "choice": ("values",),
    "either": ("of",),
    "like": ("parameter",),
}
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "list": ("of",),
    "tuple": ("of",),
    "dict": ("of",),
    "record": ("fields",),
    "choice": ("values",),
    "either": ("of",),
    "like": ("parameter",),
}
