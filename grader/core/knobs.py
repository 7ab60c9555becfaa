"""The whole numbers in an input, and the same input with some of them turned down.

Where a mistake shows only beyond a limit, the limit is found by halving, not by trying.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias, TypeGuard

from grader.core.model import Arguments, Value

_MOST_LEAVES = 12
_MOST_PAIRED = 4
_SMALL = 3  # up to here every number is tried anyway
_PROBES = 8
Path: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """Numbers that are turned down together, from the magnitude of the first one.

    `shifts`: each loses as much as the first; else all of them become equal.
    """

    paths: tuple[Path, ...]
    magnitude: int
    sign: int = 1
    shifts: bool = False

    def turned(self, arguments: Arguments, magnitude: int) -> Arguments:
        """Return the input with this magnitude for the first number."""
        for path in self.paths:
            lost = self.magnitude - magnitude
            now = _at(arguments, path) - self.sign * lost if self.shifts else self.sign * magnitude
            arguments = _with(arguments, path, now)
        return arguments


def knobs(arguments: Arguments) -> list[Knob]:
    """Return what can be turned: numbers that are equal, each one, then two or all by one step."""
    leaves = [(path, number) for path, number in _leaves(arguments) if abs(number) > _SMALL]
    leaves = leaves[:_MOST_LEAVES]
    alike: dict[int, list[Path]] = {}
    for path, number in leaves:
        alike.setdefault(number, []).append(path)
    equal = [_knob(number, *paths) for number, paths in alike.items() if len(paths) > 1]
    single = [_knob(number, path) for path, number in leaves]
    first = leaves[:_MOST_PAIRED]
    groups = [*combinations(first, 2), *([tuple(leaves)] if len(leaves) > 2 else [])]
    shifted = [_shift(group) for group in groups if len({n > 0 for _p, n in group}) == 1]
    return [*equal, *single, *shifted]


def rungs(magnitude: int) -> list[int]:
    """Return smaller magnitudes to leap to, the smallest first; the last one is half of it."""
    wanted = (0, 1, 2, 3, *(magnitude // part for part in (1000, 100, 10, 4, 2)))
    return sorted({rung for rung in wanted if rung < magnitude})


def probes(low: int, high: int) -> list[int]:
    """Return magnitudes between one that is right and one that is wrong, both left out."""
    inside = range(low + 1, high)
    if len(inside) <= _PROBES:
        return list(inside)
    return sorted({inside[len(inside) * n // (_PROBES + 1)] for n in range(1, _PROBES + 1)})


def _knob(number: int, *paths: Path) -> Knob:
    return Knob(paths=paths, magnitude=abs(number), sign=1 if number > 0 else -1)


def _shift(group: tuple[tuple[Path, int], ...]) -> Knob:
    """Numbers of one sign; the smallest of them can lose all that it has."""
    ordered = sorted(group, key=lambda leaf: abs(leaf[1]))
    least = ordered[0][1]
    return Knob(
        paths=tuple(path for path, _number in ordered),
        magnitude=abs(least),
        sign=1 if least > 0 else -1,
        shifts=True,
    )


def _leaves(value: Value, path: Path = ()) -> Iterator[tuple[Path, int]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, (list, tuple)):
        for position, item in enumerate(value):
            yield from _leaves(item, (*path, position))
    elif is_whole(value):
        yield path, int(value)


def is_whole(value: Value) -> TypeGuard[int | float]:
    """Whether this is a whole number; `8.0` is one, too, and stays what it is."""
    return type(value) is int or (type(value) is float and value.is_integer())


def _at(value: Value, path: Path) -> int:
    for step in path:
        assert isinstance(value, (dict, list, tuple))
        value = value[step]  # type: ignore[index]  # a path of `_leaves`
    assert is_whole(value)
    return int(value)


def _with(value: Arguments, path: Path, number: int) -> Arguments:
    changed = _changed(value, path, number)
    assert isinstance(changed, tuple)
    return changed


def _changed(value: Value, path: Path, number: int) -> Value:
    if not path:
        return float(number) if isinstance(value, float) else number
    step, rest = path[0], path[1:]
    if isinstance(value, dict):
        assert isinstance(step, str)
        return {**value, step: _changed(value[step], rest, number)}
    assert isinstance(value, (list, tuple))
    assert isinstance(step, int)
    items = [*value[:step], _changed(value[step], rest, number), *value[step + 1 :]]
    return items if isinstance(value, list) else tuple(items)
