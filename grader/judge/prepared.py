"""The record that a published pack carries: right answers, generated inputs, known mistakes.

Written once by `oracle`, read for every grading: what was decoded is kept for the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grader.core.model import Case, Diagnosis, Expected, Function, Pack, Visibility
from grader.core.same import Same
from grader.core.signature import Mistakes
from grader.core.values import expected_from_plain, from_plain

FORMATS = frozenset({1, 2})  # 1 knew named cases only
FORMAT = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """`expected` has named and generated cases; `mistakes` are by scope, then by function."""

    expected: Mapping[str, Expected]
    generated: tuple[Case, ...]
    mistakes: Mapping[str, Mapping[str, Mistakes]]


def read(pack: Pack, record: Mapping[str, Any]) -> Prepared:
    """Decode a record. Raises ValueError for one of another version of the pack."""
    if record["format"] not in FORMATS or record["pack_version"] != pack.version:
        raise ValueError("these expected values belong to another version of the pack")
    return _decoded(Same(pack), Same(record))


@lru_cache(maxsize=32)
def _decoded(pack: Same[Pack], record: Same[Mapping[str, Any]]) -> Prepared:
    return _decode(pack.it, record.it)


def generated_case(function: Function, number: int, arguments: Any) -> Case:
    return Case(
        id=f"{function.name}#{number}",
        function=function.name,
        visibility=Visibility.HIDDEN,
        arguments=tuple(arguments),
        rules=function.rules,
        raises=function.raises,
        changes=function.changes,
    )


def _decode(pack: Pack, record: Mapping[str, Any]) -> Prepared:
    named = {case.id: expected_from_plain(record["expected"][case.id]) for case in pack.cases}
    generated = dict(_generated(pack, record.get("generated", {})))
    answers = {case.id: expected for case, expected in generated.values()}
    return Prepared(
        expected={**named, **answers},
        generated=tuple(case for case, _expected in generated.values()),
        mistakes={
            scope: {name: _mistakes(known) for name, known in by_function.items()}
            for scope, by_function in record.get("mistakes", {}).items()
        },
    )


def _generated(
    pack: Pack, stored: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[Case, Expected]]]:
    for function in pack.functions:
        for number, entry in enumerate(stored.get(function.name, [])):
            case = generated_case(function, number, from_plain(entry["args"]))
            yield case.id, (case, expected_from_plain(entry["expected"]))


def _mistakes(known: Mapping[str, Any]) -> Mistakes:
    return {signature: Diagnosis(**found) for signature, found in known.items()}
