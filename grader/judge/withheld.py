"""What a search may never ask for: secret inputs, and what holds a telling part of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from grader.core.domain import Choice, Dictionary, Domain, Either, Items, Record, Row, Spec
from grader.core.model import Arguments, Pack, Value, Visibility
from grader.core.values import to_plain

_TELLING_NUMBER: Final = 1000  # smaller ones stand in many inputs by chance
_TELLING_TEXT: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """The secret inputs themselves, and parts of them that stand nowhere else."""

    inputs: frozenset[str]
    parts: frozenset[str]

    @classmethod
    def of(cls, pack: Pack) -> Withheld:
        secret = [case.arguments for case in pack.cases if case.secret]
        open_to_all = {
            part
            for case in pack.cases
            if case.visibility is Visibility.VISIBLE
            for part in _parts(case.arguments)
        } | {part for f in pack.functions if f.domain for part in _choices(f.domain)}
        return cls(
            inputs=frozenset(key(one) for one in secret),
            parts=frozenset(part for one in secret for part in _parts(one)) - open_to_all,
        )

    def has(self, arguments: Arguments) -> bool:
        return key(arguments) in self.inputs or not self.parts.isdisjoint(_parts(arguments))


def key(arguments: Arguments) -> str:
    """Return what tells one input from another, 1 from 1.0 and True among them."""
    return repr(to_plain(list(arguments)))


def _parts(value: Value) -> Iterator[str]:
    """Yield the numbers and texts in a value that hardly stand there by chance."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, str):
        if len(value) >= _TELLING_TEXT:
            yield repr(value)
    elif isinstance(value, (int, float)) and abs(value) >= _TELLING_NUMBER:
        yield repr(value)


def _choices(domain: Domain) -> Iterator[str]:
    """Yield what every learner may meet because the domain says so."""
    for parameter in domain.parameters:
        yield from _choices_of(domain.spec_of(parameter))


def _choices_of(spec: Spec) -> Iterator[str]:
    if isinstance(spec, Choice):
        for value in spec.values:
            yield from _parts(value)
    elif isinstance(spec, Record):
        for name, field in spec.fields:
            yield from _parts(name)
            yield from _choices_of(field)
    elif isinstance(spec, (Either, Row)):
        for one in spec.of:
            yield from _choices_of(one)
    elif isinstance(spec, (Items, Dictionary)):
        yield from _choices_of(spec.of)
