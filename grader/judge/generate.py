"""Inputs of a function, made from its domain: edges, the smallest ones, then some that are drawn.

Hypothesis draws, from a seed that belongs to the domain. Another version of it may draw others, so
what was drawn is kept: in the record of a published version, and beside the pack for its readers.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from itertools import islice
from typing import Any, Final
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, given, reject, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, Unsatisfiable
from hypothesis.internal.conjecture.providers import HypothesisProvider

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
from grader.core.edges import edge_inputs, small_inputs, usual_length, variations
from grader.core.model import Arguments, Function, Value
from grader.core.values import to_plain

WANTED: Final = 100
_EDGES: Final = 30
_SMALL: Final = 40
_ROUNDS: Final = 5  # of drawing: many inputs are drawn twice, or break a relation
_NEAR: Final = 64  # half of all numbers are this close to the least one
_Strategy = st.SearchStrategy[Any]
_LOCK = threading.Lock()
_MOST_KEPT: Final = 100
_KEPT: Final[dict[str, tuple[Arguments, ...]]] = {}  # by the digest of the domain


def inputs(function: Function) -> tuple[Arguments, ...]:
    """Return different inputs inside the domain: WANTED, or as many as there are.

    A check asks for them several times, an author's page after every change; the last are kept.
    """
    if function.domain is None:
        return ()
    key = digest(function)
    found = _KEPT.get(key)
    if found is None:
        found = made(function, function.domain)
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = found
    return found


def made(function: Function, domain: Domain) -> tuple[Arguments, ...]:
    """Make them anew, in about a tenth of a second."""
    candidates = [*edge_inputs(domain, _EDGES), *small_inputs(domain, _SMALL)]
    found = {repr(to_plain(one)): one for one in candidates}
    for number in range(_ROUNDS):
        missing = WANTED - len(found)
        drawn = _drawn(domain, int(digest(function), 16) + number, 2 * missing) if missing else []
        new = {repr(to_plain(one)): one for one in drawn}
        found |= dict(islice(((k, v) for k, v in new.items() if k not in found), missing))
    return tuple(found.values())


def digest(function: Function) -> str:
    """Return what tells one domain from another: the seed is made of it."""
    return sha256(f"{function.name} {written(function.domain)}".encode()).hexdigest()[:32]


def written(part: object) -> str:
    """What an author left as it is stays out: a new kind of key moves no seed of an older pack."""
    if isinstance(part, tuple):
        return f"({', '.join(map(written, part))})"
    if not is_dataclass(part):
        return repr(part)
    found = ((field, getattr(part, field.name)) for field in fields(part))
    said = (f"{f.name}={written(value)}" for f, value in found if value != f.default)
    return f"{type(part).__name__}({', '.join(said)})"


def _drawn(domain: Domain, seed_number: int, draws: int) -> list[Arguments]:
    found: list[Arguments] = []

    @seed(seed_number)
    @settings(
        max_examples=draws,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(_arguments(domain))
    def keep(arguments: Arguments) -> None:
        found.append(arguments)

    # Where nothing fits all relations, what was counted out has to do.
    with _nothing_local(), suppress(Unsatisfiable, InvalidArgument):
        keep()
    return found


@contextmanager
def _nothing_local() -> Iterator[None]:
    """Draw nothing from the numbers and texts of whatever program is loaded here.

    Hypothesis does, so that the same domain had other inputs on another machine; and it keeps them
    in a folder of files, in the middle of somebody's pack.
    """
    with _LOCK, patch.object(HypothesisProvider, "_maybe_draw_constant", _no_constant):
        yield


def _no_constant(*_args: object, **_options: object) -> None:
    return None


@st.composite
def _arguments(draw: Any, domain: Domain) -> Arguments:
    """Draw one parameter after another, each within what the ones before leave for it."""
    known: dict[str, Value] = {}
    for name in domain.order:
        known[name] = draw(_parameter(domain, name, known))
    if not all(relation.holds(known) for relation in domain.relations):
        reject()
    return tuple(known[name] for name in domain.parameters)


def _parameter(domain: Domain, name: str, known: Mapping[str, Value]) -> _Strategy:
    own = domain.specs[domain.parameters.index(name)]
    if isinstance(own, Like):
        original = domain.spec_of(name)
        almost = st.sampled_from(variations(original, known[own.parameter]))
        return st.one_of(st.just(known[own.parameter]), almost, _strategy(original))
    narrowed = domain.narrowed(name, known)
    return st.nothing() if narrowed is None else _strategy(narrowed)


def _strategy(spec: Spec) -> _Strategy:
    strategy: _Strategy = _STRATEGIES[type(spec)](spec)
    return strategy


def _wholes(spec: Whole) -> _Strategy:
    near = st.integers(spec.low, min(spec.top, spec.low + _NEAR))
    return st.one_of(near, st.integers(spec.low, spec.top))


def _decimals(spec: Decimal) -> _Strategy:
    return st.floats(spec.low, spec.high, allow_nan=False, allow_infinity=False)


def _texts(spec: Text) -> _Strategy:
    """Not `st.text`, which looks at all of Unicode first, and keeps it in a folder of files."""
    letters = st.sampled_from(spec.letters)
    return st.lists(letters, min_size=spec.shortest, max_size=spec.longest).map("".join)


def _items(spec: Items) -> _Strategy:
    if spec.alike and isinstance(spec.of, (Items, Text)):
        row = spec.of
        lengths = st.integers(row.shortest, usual_length(row))
        return lengths.flatmap(lambda n: _list(spec, replace(row, shortest=n, longest=n)))
    return _list(spec, spec.of)


def _list(spec: Items, of: Spec) -> _Strategy:
    drawn = st.lists(
        _strategy(of),
        min_size=spec.shortest,
        max_size=usual_length(spec),
        unique_by=(lambda item: repr(to_plain(item))) if spec.distinct else None,
    )
    return drawn.map(sorted) if spec.in_order else drawn


def _dictionaries(spec: Dictionary) -> _Strategy:
    keys, values = _strategy(spec.keys), _strategy(spec.of)
    return st.dictionaries(keys, values, min_size=spec.shortest, max_size=usual_length(spec))


def _records(spec: Record) -> _Strategy:
    """Keys in the order of the domain: a record that is read should look like one."""
    names = spec.domain.parameters
    whole = _arguments(spec.domain).map(lambda values: dict(zip(names, values, strict=True)))
    if not spec.optional:
        return whole
    return st.tuples(whole, st.sets(st.sampled_from(spec.optional))).map(
        lambda drawn: {name: value for name, value in drawn[0].items() if name not in drawn[1]}
    )


_STRATEGIES: Mapping[type, Any] = {
    Whole: _wholes,
    Decimal: _decimals,
    Truth: lambda _spec: st.booleans(),
    Text: _texts,
    Items: _items,
    Row: lambda spec: st.tuples(*map(_strategy, spec.of)),
    Dictionary: _dictionaries,
    Record: _records,
    Choice: lambda spec: st.sampled_from(spec.values),
    Either: lambda spec: st.one_of(*map(_strategy, spec.of)),
}
