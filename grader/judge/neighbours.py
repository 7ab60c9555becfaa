"""Inputs close to those that an author wrote: one number more, an item less, two values swapped.

Stays inside what the author's own cases span, so that nothing is asked that the task leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TypeAlias

from grader.core.model import Arguments, Value

MOST = 400
_MOST_ITEMS = 6  # of a list or a text that are changed one by one
_MOST_SPREAD = 64  # values of a whole number between the smallest and the largest
_SMALL = (0, 1, 2, 3)
_MOST_EACH = 12  # values of a parameter that are combined with those of the others

Place: TypeAlias = tuple[int | str, ...]
Span: TypeAlias = tuple[float, float]


def neighbours(seen: Sequence[Arguments], numbers: Sequence[int] = ()) -> list[Arguments]:
    """Return other arguments than those seen, the smallest first, at most MOST of them.

    `numbers` are worth trying wherever a whole number stands: those that the solution mentions.
    """
    spans = _spans(seen)
    known = {repr(arguments) for arguments in seen}
    made: dict[str, Arguments] = {}
    for arguments in _changed(seen, (*numbers, *_SMALL), spans):
        text = repr(arguments)
        if text not in known and text not in made and _is_inside(arguments, spans):
            made[text] = arguments
    return sorted(made.values(), key=size)[:MOST]


def size(arguments: Arguments) -> tuple[int, str]:
    """How much there is to read: the order in which inputs are preferred."""
    text = repr(arguments)
    return len(text), text


def _changed(
    seen: Sequence[Arguments], numbers: Sequence[int], spans: Mapping[Place, Span]
) -> Iterator[Arguments]:
    for arguments in seen:
        for position, value in enumerate(arguments):
            others = [*_variants(value, numbers), *_spread(value, spans[position,])]
            for other in others:
                yield (*arguments[:position], other, *arguments[position + 1 :])
    yield from islice(product(*_pools(seen, numbers)), 20 * MOST)


def _spread(value: Value, span: Span) -> Iterator[Value]:
    """Whole numbers all over what the author used for a parameter."""
    if type(value) is int:
        low, high = int(span[0]), int(span[1])
        yield from range(low, high + 1, max(1, (high - low) // _MOST_SPREAD))


def _pools(seen: Sequence[Arguments], numbers: Sequence[int]) -> list[list[Value]]:
    """The shortest values of each parameter, written or close to one that was."""
    pools = []
    for values in zip(*seen, strict=True):
        near = [other for value in values for other in (value, *_variants(value, numbers))]
        unique = {repr(value): value for value in near}
        pools.append(sorted(unique.values(), key=lambda v: size((v,)))[:_MOST_EACH])
    return pools


def _variants(value: Value, numbers: Sequence[int]) -> Iterator[Value]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value * 2, value // 2, *numbers)
    elif isinstance(value, float):
        yield from (value + 1, value - 1, value * 2, value / 2, 0.0)
    elif isinstance(value, str):
        yield from _texts(value)
    elif isinstance(value, list):
        yield from _lists(value, numbers)
    elif isinstance(value, tuple):
        yield from _tuples(value, numbers)
    elif isinstance(value, dict):
        yield from _tables(value, numbers)


def _texts(text: str) -> Iterator[Value]:
    """Shorter, longer, turned round; and its marks alone, which nobody thinks of."""
    yield from ("", text[:-1], text + text[:1], text[::-1], text.swapcase(), text[:-1] + "x")
    yield from sorted({mark for mark in text if not mark.isalnum()})[:_MOST_ITEMS]


def _lists(items: list[Value], numbers: Sequence[int]) -> Iterator[Value]:
    yield from ([], items[::-1], items + items[:1])
    for position in range(min(len(items), _MOST_ITEMS)):
        before, after = items[:position], items[position + 1 :]
        yield before + after
        yield from ([*before, other, *after] for other in _variants(items[position], numbers))


def _tuples(parts: tuple[Value, ...], numbers: Sequence[int]) -> Iterator[Value]:
    for position, part in enumerate(parts[:_MOST_ITEMS]):
        for other in _variants(part, numbers):
            yield (*parts[:position], other, *parts[position + 1 :])


def _tables(table: dict[str, Value], numbers: Sequence[int]) -> Iterator[Value]:
    for key, value in table.items():
        yield from ({**table, key: other} for other in _variants(value, numbers))


def _spans(seen: Sequence[Arguments]) -> Mapping[Place, Span]:
    """The smallest and largest number or length at each place; all items of a list are one."""
    spans: dict[Place, Span] = {}
    for place, measure in (found for arguments in seen for found in _measures(arguments)):
        low, high = spans.get(place, (measure, measure))
        spans[place] = min(low, measure), max(high, measure)
    return spans


def _measures(arguments: Arguments) -> Iterator[tuple[Place, float]]:
    todo: list[tuple[Place, Value]] = [((i,), value) for i, value in enumerate(arguments)]
    while todo:
        place, value = todo.pop()
        if isinstance(value, (int, float)):
            yield place, value
        elif isinstance(value, (str, list, tuple, dict)):
            yield place, len(value)
        if isinstance(value, (list, tuple)):
            todo.extend(((*place, "items"), item) for item in value)
        elif isinstance(value, dict):
            todo.extend(((*place, key), item) for key, item in value.items())


def _is_inside(arguments: Arguments, spans: Mapping[Place, Span]) -> bool:
    return all(
        place in spans and spans[place][0] <= measure <= spans[place][1]
        for place, measure in _measures(arguments)
    )
