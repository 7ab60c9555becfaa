"""Smaller inputs of a domain than a given one: where to look for a simpler counterexample."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, TypeVar

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
    Whole,
)
from grader.core.fitting import fits, misfit
from grader.core.knobs import is_whole
from grader.core.model import Arguments, Value
from grader.core.weight import Weight, weight

_MOST_ITEMS = 12  # of a list whose items are made smaller one by one
_MOST_LETTERS = 24
_Sliced = TypeVar("_Sliced", str, list[Value])


def smaller_inputs(domain: Domain, arguments: Arguments) -> list[Arguments]:
    """Return different smaller inputs inside the domain, the smallest first."""
    limit = weight(domain, arguments)
    found: dict[str, tuple[Weight, Arguments]] = {}
    for candidate in _changed(domain, arguments):
        heavy = weight(domain, candidate)
        if heavy < limit and misfit(domain, candidate) is None:
            found.setdefault(heavy[-1], (heavy, candidate))
    return [candidate for _heavy, candidate in sorted(found.values(), key=itemgetter(0))]


def has_other_shape(candidate: Arguments, arguments: Arguments) -> bool:
    """Whether more than the size of whole numbers was changed."""
    return _without_numbers(candidate) != _without_numbers(arguments)


def _without_numbers(value: Value) -> Value:
    if isinstance(value, dict):
        return {key: _without_numbers(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_numbers(item) for item in value]
    return 0 if is_whole(value) else value


def _changed(domain: Domain, arguments: Arguments) -> Iterator[Arguments]:
    """Change one parameter, or one and all that are like it, or two numbers by the same step."""
    known = dict(zip(domain.parameters, arguments, strict=True))
    for name in domain.parameters:
        for value in _smaller(domain.spec_of(name), known[name]):
            yield tuple({**known, name: value}.values())
            twins = _twins(domain, known, name)
            if twins:
                yield tuple({**known, **dict.fromkeys((name, *twins), value)}.values())
        yield from _alike(domain, known, name)
        own = domain.specs[domain.parameters.index(name)]
        if isinstance(own, Like):
            other = own.parameter
            yield tuple({**known, name: known[other], other: known[name]}.values())
    yield from _together(known)


def _twins(domain: Domain, known: Mapping[str, Value], name: str) -> list[str]:
    """Return the parameters that are like this one and have the same value."""
    return [
        other
        for other, spec in zip(domain.parameters, domain.specs, strict=True)
        if isinstance(spec, Like) and spec.parameter == name and known[other] == known[name]
    ]


def _alike(domain: Domain, known: Mapping[str, Value], name: str) -> Iterator[Arguments]:
    """Change the same field of two records in the same way, so that what is equal stays equal."""
    own = domain.specs[domain.parameters.index(name)]
    spec = domain.spec_of(name)
    if not isinstance(own, Like) or not isinstance(spec, Record):
        return
    first, second = known[own.parameter], known[name]
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    for key, field in spec.fields:
        if key in first and key in second and first[key] == second[key]:
            for value in _smaller(field, first[key]):
                pair = {own.parameter: {**first, key: value}, name: {**second, key: value}}
                yield tuple({**known, **pair}.values())


def _together(known: Mapping[str, Value]) -> Iterator[Arguments]:
    numbers = [name for name, value in known.items() if type(value) is int]
    for position, first in enumerate(numbers):
        for second in numbers[position + 1 :]:
            for step in (1, 2, 5, 10, 100):
                a, b = known[first], known[second]
                assert isinstance(a, int)
                assert isinstance(b, int)
                yield tuple({**known, first: a - step, second: b - step}.values())


def _smaller(spec: Spec, value: Value) -> Iterator[Value]:
    shrink = _SHRINKS.get(type(spec))
    return iter(()) if shrink is None else shrink(spec, value)


def _wholes(spec: Whole, value: int) -> Iterator[Value]:
    least = min(max(spec.low, 0), spec.high)
    distance = value - least
    yield from (least, least + 1, least + 2, least + 3)
    for divisor in (16, 8, 4, 2):
        yield least + distance // divisor
    yield from (value - 10, value - 2, value - 1, value + 1)


def _decimals(spec: Decimal, value: float) -> Iterator[Value]:
    """Whole numbers first, then fewer digits behind the point."""
    least = min(max(spec.low, 0.0), spec.high)
    yield from (least, least + 1.0, least + 2.0, float(round(value)), float(int(value)))
    yield from (round(value, places) for places in (1, 2, 3))
    yield from (0.5, float(int(value / 2)), float(int(value / 10)))


def _texts(spec: Text, value: str) -> Iterator[Value]:
    """Shorter ones, then such as have plainer letters in some place or in all."""
    yield from ("", value[:1])
    yield from (before + after for before, after in _without_a_part(value))
    for place in range(min(len(value), _MOST_LETTERS)):
        before, after = value[:place], value[place + 1 :]
        yield before + after
        for letter in spec.letters[:2]:
            yield before + letter + after
    yield spec.letters[0] * len(value)


def _without_a_part(value: _Sliced) -> Iterator[tuple[_Sliced, _Sliced]]:
    """What stands before and behind each half and each quarter."""
    for size in {len(value) - len(value) // 2, len(value) // 4} - {0, 1}:
        for start in range(0, len(value), size):
            yield value[:start], value[start + size :]


def _lists(spec: Items, value: list[Value]) -> Iterator[Value]:
    yield from ([], value[:1], value[-1:], value[:2])
    yield from ([*before, *after] for before, after in _without_a_part(value))
    for position in range(min(len(value), _MOST_ITEMS)):
        before, item, after = value[:position], value[position], value[position + 1 :]
        yield [*before, *after]
        for other in _smaller(spec.of, item):
            yield [*before, other, *after]
    if value:
        for other in _smaller(spec.of, value[0]):
            yield [other] * len(value)
    if spec.alike:
        yield from ([_cut(item, end) for item in value] for end in (0, -1))


def _cut(item: Value, end: int) -> Value:
    """A row without its first or last part: all rows of a list get shorter together."""
    if not isinstance(item, (list, str)):
        return item
    return item[1:] if end == 0 else item[:-1]


def _rows(spec: Row, value: tuple[Value, ...]) -> Iterator[Value]:
    for position, part in enumerate(spec.of):
        for other in _smaller(part, value[position]):
            yield (*value[:position], other, *value[position + 1 :])


def _dictionaries(spec: Dictionary, value: dict[str, Value]) -> Iterator[Value]:
    yield {}
    for key, item in list(value.items())[:_MOST_ITEMS]:
        yield {name: other for name, other in value.items() if name != key}
        for other in _smaller(spec.of, item):
            yield {**value, key: other}


def _records(spec: Record, value: dict[str, Value]) -> Iterator[Value]:
    for name, field in spec.fields:
        if name in value:
            for other in _smaller(field, value[name]):
                yield {**value, name: other}
    for name in spec.optional:
        yield {key: item for key, item in value.items() if key != name}


def _either(spec: Either, value: Value) -> Iterator[Value]:
    for one in spec.of:
        if isinstance(one, Choice) or fits(one, value):
            yield from _smaller(one, value)


_SHRINKS: Mapping[type, Callable[[Any, Any], Iterator[Value]]] = {
    Whole: _wholes,
    Decimal: _decimals,
    Text: _texts,
    Items: _lists,
    Row: _rows,
    Dictionary: _dictionaries,
    Record: _records,
    Choice: lambda spec, _value: iter(spec.values),
    Either: _either,
}
