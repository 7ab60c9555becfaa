"""The inputs where mistakes live: the edges of a domain, and its smallest inputs, in order.

Everything here is counted out, not drawn: the same domain always gives the same inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice, product, zip_longest
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
from grader.core.fitting import fits
from grader.core.model import Arguments, Value
from grader.core.values import to_plain

_MOST_COMBINED = 4000
_MOST_PER_PARAMETER = 12
USUAL_LENGTH = 8  # generated lists are not longer, unless they must be


def edge_inputs(domain: Domain, count: int) -> list[Arguments]:
    """Return inputs at the borders of the domain, the plainest combinations first."""
    return _inputs(domain, _edges, count)


def small_inputs(domain: Domain, count: int) -> list[Arguments]:
    """Return the smallest inputs of the domain, smallest first."""
    return sorted(_inputs(domain, _small, count * 3), key=size)[:count]


def size(value: object) -> tuple[int, float, str]:
    """How much there is to read in a value: parts first, then magnitude, then its text."""
    parts, magnitude = _weigh(value)
    return parts, magnitude, repr(value)


def _weigh(value: object) -> tuple[int, float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        weights = [_weigh(item) for item in value]
        return 1 + sum(w[0] for w in weights), sum(w[1] for w in weights)
    if isinstance(value, str):
        return 1, float(len(value))
    if isinstance(value, (int, float)):
        # Beyond 2**53 whole numbers are told apart by their texts alone, which never overflow.
        return 1, float(max(-(2**53), min(2**53, abs(value)))) + (value < 0) / 2
    return 1, 0.0


def _inputs(domain: Domain, of: Callable[[Spec], list[Value]], count: int) -> list[Arguments]:
    """Combine the values of all parameters, such that the sum of their positions grows."""
    ranked = islice(_combined(domain, of, {}), _MOST_COMBINED)
    found: dict[str, Arguments] = {}
    for _rank, known in sorted(ranked, key=lambda pair: pair[0]):
        arguments = tuple(known[name] for name in domain.parameters)
        if all(relation.holds(known) for relation in domain.relations):
            found.setdefault(repr(to_plain(arguments)), arguments)
        if len(found) == count:
            break
    return list(found.values())


def _combined(
    domain: Domain, of: Callable[[Spec], list[Value]], known: Mapping[str, Value]
) -> Iterator[tuple[int, Mapping[str, Value]]]:
    """Yield all parameters' values with the sum of their positions, one parameter after another."""
    if len(known) == len(domain.parameters):
        yield 0, known
        return
    name = domain.order[len(known)]
    for position, value in enumerate(_values(domain, name, of, known)[:_MOST_PER_PARAMETER]):
        for rank, rest in _combined(domain, of, {**known, name: value}):
            yield position + rank, rest


def _values(
    domain: Domain, name: str, of: Callable[[Spec], list[Value]], known: Mapping[str, Value]
) -> list[Value]:
    own = domain.specs[domain.parameters.index(name)]
    if isinstance(own, Like):
        return variations(domain.spec_of(name), known[own.parameter])
    narrowed = domain.narrowed(name, known)
    return [] if narrowed is None else of(narrowed)


def _edges(spec: Spec) -> list[Value]:
    return (_EDGES.get(type(spec)) or _SMALL[type(spec)])(spec)


def _small(spec: Spec) -> list[Value]:
    return _SMALL[type(spec)](spec)


def _whole_edges(spec: Whole) -> list[Value]:
    wanted = (spec.low, spec.low + 1, spec.top, spec.top - 1, -1, 0, 1, 2)
    return _distinct([n for n in wanted if spec.low <= n <= spec.top])


def _decimal_edges(spec: Decimal) -> list[Value]:
    wanted = (spec.low, spec.high, 0.0, 1.0, -1.0, 0.5, spec.low / 2 + spec.high / 2)
    return _distinct([n for n in wanted if spec.low <= n <= spec.high])


def _text_edges(spec: Text) -> list[Value]:
    letters = spec.letters
    lengths = sorted({spec.shortest, min(max(spec.shortest, 1), spec.longest), spec.longest})
    mixed = [(letters * length)[:length] for length in lengths]
    return [*mixed, *(letters[0] * length for length in lengths if length > 1)]


def _small_wholes(spec: Whole) -> list[Value]:
    start = min(max(spec.low, 0), spec.high)
    ups = range(start, min(spec.high, start + 9) + 1)
    downs = range(start - 1, max(spec.low, start - 3) - 1, -1)
    return [*ups, *downs]


def _small_decimals(spec: Decimal) -> list[Value]:
    start = min(max(spec.low, 0.0), spec.high)
    return [n for n in (start + step for step in (0.0, 1.0, 0.5, 2.0, 0.1)) if n <= spec.high]


def _small_texts(spec: Text) -> list[Value]:
    longest = min(spec.longest, max(spec.shortest, 2))
    return [
        "".join(letters)
        for length in range(spec.shortest, longest + 1)
        for letters in islice(product(spec.letters, repeat=length), 5)
    ]


def _edge_lists(spec: Items, items: list[Value]) -> list[Value]:
    """Lists of few items first: all alike, rising, falling; then one of the greatest length."""
    found = [_lists_of(spec, pool) for pool in _pools(spec, items)]
    lists = [one for turn in zip_longest(*found) for one in turn if one is not None]
    arranged: list[Value] = [sorted(one) if spec.in_order else one for one in lists]
    return _distinct([one for one in arranged if fits(spec, one)])


def _pools(spec: Items, items: list[Value]) -> list[list[Value]]:
    """Items that can stand in one list: all of them, or those of the same length."""
    if not spec.alike:
        return [items]
    by_length: dict[int, list[Value]] = {}
    for item in items:
        by_length.setdefault(len(item) if isinstance(item, (list, str)) else 0, []).append(item)
    return list(by_length.values())


def _lists_of(spec: Items, items: list[Value]) -> list[list[Any]]:
    lists: list[list[Any]] = []
    lengths = [n for n in (0, 1, 2, 3) if spec.shortest <= n <= spec.longest]
    for length in lengths or [spec.shortest]:
        if length == 1:
            lists += [[item] for item in items[:5]]
        else:
            rising = [items[n % len(items)] for n in range(length)] if items else []
            lists += [rising, rising[::-1], rising[-1:] * length, rising[:1] * length]
    if items:
        lists.append([items[n % len(items)] for n in range(usual_length(spec))])
    return lists


def usual_length(spec: Items | Text | Dictionary) -> int:
    """Return the length of the longest value that is generated."""
    return max(spec.shortest, min(spec.longest, USUAL_LENGTH))


def _dictionaries(spec: Dictionary) -> list[Value]:
    """None, one, two and three entries, and as many as are generated at most."""
    keys, values = _small(spec.keys), _small(spec.of)
    lengths = sorted({n for n in (0, 1, 2, 3, usual_length(spec)) if n <= spec.longest})
    made: list[Value] = [
        dict(zip(map(str, keys[:length]), order * length, strict=False))
        for length in lengths
        for order in (values, values[::-1], values[-1:])
    ]
    return _distinct([one for one in made if fits(spec, one)])


def _rows(spec: Row) -> list[Value]:
    choices = {str(position): _small(part) for position, part in enumerate(spec.of)}
    return [tuple(one.values()) for one in _one_by_one(choices)]


def _records(spec: Record) -> list[Value]:
    """A plain record, then some in which each field in turn has its other values."""
    if spec.relations:
        found = _inputs(spec.domain, _small, _MOST_PER_PARAMETER)
        whole = [dict(zip(spec.domain.parameters, one, strict=True)) for one in found]
    else:
        whole = _one_by_one({name: _small(field) for name, field in spec.fields})
    return _distinct(
        [*whole[:1], *(one for some in whole[:1] for one in _less(spec, some)), *whole]
    )


def _less(spec: Record, whole: dict[str, Value]) -> Iterator[Value]:
    """Without each key that may be missing, and without all of them."""
    for left_out in (*((name,) for name in spec.optional), spec.optional):
        yield {name: value for name, value in whole.items() if name not in left_out}


def _one_by_one(choices: Mapping[str, list[Value]]) -> list[dict[str, Value]]:
    """The plainest of all, then each in turn with its other values."""
    narrow = {name: values[:_MOST_PER_PARAMETER] for name, values in choices.items()}
    plain: dict[str, Value] = {name: values[len(values) // 2] for name, values in narrow.items()}
    changed = [{**plain, name: value} for name, values in narrow.items() for value in values[:5]]
    return [plain, *changed]


def _in_turn(spec: Either, of: Callable[[Spec], list[Value]]) -> list[Value]:
    turns = zip_longest(*([(value,) for value in of(one)] for one in spec.of), fillvalue=())
    return _distinct([value for turn in turns for value in chain(*turn)])


_EDGES: Mapping[type, Callable[[Any], list[Value]]] = {
    Whole: _whole_edges,
    Decimal: _decimal_edges,
    Text: _text_edges,
    Items: lambda spec: _edge_lists(spec, _edges(spec.of)),
    Either: lambda spec: _in_turn(spec, _edges),
}
_SMALL: Mapping[type, Callable[[Any], list[Value]]] = {
    Whole: _small_wholes,
    Decimal: _small_decimals,
    Truth: lambda _spec: [False, True],
    Text: _small_texts,
    Items: lambda spec: _edge_lists(spec, _small(spec.of)),
    Row: _rows,
    Dictionary: _dictionaries,
    Record: _records,
    Choice: lambda spec: list(spec.values),
    Either: lambda spec: _in_turn(spec, _small),
}


def variations(spec: Spec, value: Value) -> list[Value]:
    """Return the value itself and values that are almost the same, as far as the spec allows."""
    return _distinct([value, *(v for v in _varied(spec, value) if fits(spec, v))])


def _varied(spec: Spec, value: Value) -> Iterator[Value]:
    if isinstance(spec, Record) and isinstance(value, dict):
        for name, field in spec.fields:
            for other in variations(field, value[name])[1:] if name in value else ():
                yield {**value, name: other}
    elif isinstance(spec, Items) and isinstance(value, list):
        yield from (value[::-1], value[:-1], value + value[-1:], value[1:])
        others = [item for item in _small(spec.of) if item not in value[:1]]
        yield [*others[:1], *value[1:]]
        yield [*value[:-1], *others[-1:]]
    else:
        yield from (other for other in _small(spec) if other != value)


def _distinct(values: list[Value]) -> list[Value]:
    return list({repr(to_plain(value)): value for value in values}.values())
