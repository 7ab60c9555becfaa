"""Whether an input is inside the domain of a function; if not, what of it is outside, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from grader.core.compare import compare
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
from grader.core.model import Arguments, Value
from grader.core.values import short, to_plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """The part of a value that is outside; `path` leads to it from the whole value."""

    value: Value
    reason: str
    path: tuple[int | str, ...] = ()

    def at(self, step: int | str) -> Misfit:
        return replace(self, path=(step, *self.path))

    @property
    def place(self) -> str:
        return "".join(f"[{step!r}]" for step in self.path)


_Found: TypeAlias = Iterator[Misfit]


def misfit(domain: Domain, arguments: Arguments) -> str | None:
    """Say why an input is outside the domain, or return None when it is inside."""
    known = dict(zip(domain.parameters, arguments, strict=True))
    for parameter, value in known.items():
        if found := misfit_of(domain.spec_of(parameter), value):
            return f"`{parameter}{found.place}` may not be {short(found.value)}: {found.reason}"
    broken = next((r for r in domain.relations if not r.holds(known)), None)
    return f"it breaks `{broken.text}`" if broken else None


def fits(spec: Spec, value: Value) -> bool:
    """Whether a value is one of those that a spec describes."""
    return misfit_of(spec, value) is None


def misfit_of(spec: Spec, value: Value) -> Misfit | None:
    """Return the first part of a value that is outside, with the reason."""
    return next(_MISFITS[type(spec)](spec, value), None)


def _said(value: Value, reason: str) -> _Found:
    yield Misfit(value=value, reason=reason)


def _whole(spec: Whole, value: Value) -> _Found:
    return _range(spec, value) if type(value) is int else _said(value, "it must be an int")


def _decimal(spec: Decimal, value: Value) -> _Found:
    if type(value) is int:
        return _said(value, f"it must be a float, so write {value}.0")
    return _range(spec, value) if type(value) is float else _said(value, "it must be a float")


def _range(spec: Whole | Decimal, value: float) -> _Found:
    if not value >= spec.low:
        yield Misfit(value=value, reason=f"the least is {spec.low}")
    elif value > spec.high:
        yield Misfit(value=value, reason=f"the greatest is {spec.high}")


def _truth(_spec: Truth, value: Value) -> _Found:
    if type(value) is not bool:
        yield Misfit(value=value, reason="it must be true or false")


def _text(spec: Text, value: Value) -> _Found:
    if not isinstance(value, str):
        yield Misfit(value=value, reason="it must be a text")
        return
    yield from _length(spec, value, "characters")
    for character in value:
        if character not in spec.alphabet:
            yield Misfit(value=value, reason=f"{character!r} is not in its `alphabet`")


def _length(
    spec: Text | Items | Dictionary, value: str | list[Value] | dict[str, Value], parts: str
) -> _Found:
    if len(value) < spec.shortest:
        yield Misfit(value=value, reason=f"it must have at least {spec.shortest} {parts}")
    elif len(value) > spec.longest:
        yield Misfit(value=value, reason=f"it must have at most {spec.longest} {parts}")


def _items(spec: Items, value: Value) -> _Found:
    if not isinstance(value, list):
        yield Misfit(value=value, reason="it must be a list")
        return
    yield from _length(spec, value, "items")
    for position, item in enumerate(value):
        yield from (found.at(position) for found in _inside(spec.of, item))
    if spec.in_order and value != sorted(value):  # type: ignore[type-var]  # of a kind with an order
        yield Misfit(value=value, reason="it is not sorted")
    if spec.distinct and len({repr(to_plain(item)) for item in value}) < len(value):
        yield Misfit(value=value, reason="an item is there twice")
    if spec.alike and len({len(item) for item in value if isinstance(item, (list, str))}) > 1:
        yield Misfit(value=value, reason="its items are not of the same length")


def _row(spec: Row, value: Value) -> _Found:
    if not isinstance(value, tuple) or len(value) != len(spec.of):
        yield Misfit(value=value, reason=f"it must be a tuple of {len(spec.of)}")
        return
    for position, (part, item) in enumerate(zip(spec.of, value, strict=True)):
        yield from (found.at(position) for found in _inside(part, item))


def _dictionary(spec: Dictionary, value: Value) -> _Found:
    if not isinstance(value, dict):
        yield Misfit(value=value, reason="it must be a dictionary")
        return
    yield from _length(spec, value, "entries")
    for key, item in value.items():
        yield from (found.at(key) for found in (*_text(spec.keys, key), *_inside(spec.of, item)))


def _record(spec: Record, value: Value) -> _Found:
    if not isinstance(value, dict):
        yield Misfit(value=value, reason="it must be a dictionary")
        return
    fields = dict(spec.fields)
    for name in fields.keys() - value.keys() - set(spec.optional):
        yield Misfit(value=value, reason=f"it has no key {name!r}")
    for name, item in value.items():
        if name not in fields:
            yield Misfit(value=value, reason=f"its `fields` have no key {name!r}")
        else:
            yield from (found.at(name) for found in _inside(fields[name], item))
    for relation in spec.relations:
        if not relation.holds(value):
            yield Misfit(value=value, reason=f"it breaks `{relation.text}`")


def _choice(spec: Choice, value: Value) -> _Found:
    if not any(compare(value, choice).ok for choice in spec.values):
        yield Misfit(value=value, reason="it is none of its `values`")


def _either(spec: Either, value: Value) -> _Found:
    """Where it is of the kind of one of them, why it is not that one says most."""
    tried = [misfit_of(one, value) for one in spec.of]
    if None not in tried:
        inner = [found for found in tried if found and found.path]
        yield inner[0] if inner else Misfit(value=value, reason=_joined(tried))


def _joined(tried: list[Misfit | None]) -> str:
    return ", or ".join(dict.fromkeys(found.reason for found in tried if found))


def _inside(spec: Spec, value: Value) -> _Found:
    return _MISFITS[type(spec)](spec, value)


_MISFITS: Mapping[type, Callable[[Any, Value], _Found]] = {
    Whole: _whole,
    Decimal: _decimal,
    Truth: _truth,
    Text: _text,
    Items: _items,
    Row: _row,
    Dictionary: _dictionary,
    Record: _record,
    Choice: _choice,
    Either: _either,
    Like: lambda _spec, _value: iter(()),  # the spec of the parameter it is like is asked instead
}
