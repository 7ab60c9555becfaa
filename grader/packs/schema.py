"""Every key of pack.toml: where it stands, what it must be, whether it must be there.

reference/README.md documents the same keys; a test keeps the two in step.
"""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from grader.core.model import Credit, Visibility
from grader.core.questions import Kind, Step
from grader.packs import comparison, domains
from grader.packs.locate import Lines
from grader.packs.problem import Problem

FILE = "pack.toml"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OPAQUE = re.compile(r"h\d+")  # the ids under which learners see hidden cases
_PYTHON_FILE = re.compile(r"[A-Za-z0-9_-]+\.py")

Check: TypeAlias = Callable[[Any], str | None]


@dataclass(frozen=True, slots=True)
class Key:
    """One key. `complains` returns what a value must be when it is not."""

    name: str
    complains: Check
    required: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of pack.toml, or an array of tables, with its keys."""

    name: str
    keys: tuple[Key, ...]
    repeated: bool = False
    nested: bool = False  # stands inside a key of another table, which checks it


def _that(holds: Callable[[Any], bool], complaint: str) -> Check:
    return lambda value: None if holds(value) else complaint


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_number(value: Any) -> bool:
    return type(value) in {int, float} and math.isfinite(value)


def _is_identifier(value: Any) -> bool:
    return isinstance(value, str) and value.isidentifier() and not keyword.iskeyword(value)


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_plain(item) for item in value)
    if isinstance(value, dict):
        return all(_is_plain(item) for item in value.values())
    return isinstance(value, (bool, int, float, str))


def _is_case_id(value: Any) -> bool:
    return bool(_NAME.fullmatch(value)) and not _OPAQUE.fullmatch(value)


def _list_of(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(holds(item) for item in value)


def _between(low: float, high: float) -> Check:
    return _that(
        lambda value: _is_number(value) and low <= value <= high,
        f"must be a number from {low:g} to {high:g}",
    )


def _whole_between(low: int, high: int) -> Check:
    return _that(
        lambda value: type(value) is int and low <= value <= high,
        f"must be a whole number from {low} to {high}",
    )


_text = _that(_is_text, "must be a text that is not empty")
_flag = _that(lambda value: isinstance(value, bool), "must be true or false")
_positive = _that(lambda value: _is_number(value) and value > 0, "must be a number above 0")
_identifier = _that(_is_identifier, "must be a Python name")
_name = _that(
    lambda value: isinstance(value, str) and bool(_NAME.fullmatch(value)),
    "must be lower-case letters, digits and single hyphens",
)
_case_id = _that(
    lambda value: isinstance(value, str) and _is_case_id(value),
    "must be lower-case letters, digits and single hyphens, and not h1, h2 and so on",
)
_parameters = _that(
    lambda value: _list_of(_is_identifier)(value) and len(set(value)) == len(value),
    "must be a list of different Python names",
)
_arguments = _that(
    _list_of(_is_plain), "must be a list of numbers, texts, true, false, lists and tables"
)
_functions = _that(
    lambda value: _list_of(_is_text)(value) and bool(value),
    "must be a list of function names that is not empty",
)
_file = _that(
    lambda value: isinstance(value, str) and bool(_PYTHON_FILE.fullmatch(value)),
    "must be the name of a Python file in the folder wrong",
)


_choices = _that(
    lambda value: _list_of(_is_text)(value) and len(set(value)) == len(value) >= 2,
    "must be a list of at least two different texts",
)
_answer = _that(
    lambda value: _is_text(value) or _is_number(value), "must be a number or one of the choices"
)


def _one_of(choices: type[StrEnum]) -> Check:
    values = [str(choice) for choice in choices]
    return _that(lambda value: value in values, f"must be one of: {', '.join(values)}")


_COMPARISON = (
    Key("tolerance", comparison.tolerance),
    Key("relative_tolerance", comparison.tolerance),
    Key("unordered", comparison.flag),
    Key("list_or_tuple", comparison.flag),
    Key("integral_float", comparison.flag),
    Key("nan", comparison.nan),
    Key("newlines", comparison.newlines),
    Key("raises", comparison.raises),
)
TABLES: tuple[Table, ...] = (
    Table(
        "",
        (
            Key("name", _name, required=True),
            Key("title", _text, required=True),
            Key("chapter", _name),
            Key("fresh", _flag),
        ),
    ),
    Table(
        "limits",
        (
            Key("load_seconds", _between(0.1, 60)),
            Key("case_seconds", _between(0.1, 60)),
            Key("total_seconds", _between(1, 600)),
            Key("memory_bytes", _whole_between(32 * 1024**2, 2 * 1024**3)),
            Key("output_bytes", _whole_between(1024, 16 * 1024**2)),
            Key("processes", _whole_between(1, 256)),
        ),
    ),
    Table(
        "functions",
        (
            Key("name", _identifier, required=True),
            Key("parameters", _parameters, required=True),
            Key("points", _positive, required=True),
            Key("credit", _one_of(Credit)),
            Key("summary", _text),
            *_COMPARISON,
            Key("domain", domains.complains),
            Key("relations", domains.relations),
        ),
        repeated=True,
    ),
    Table(
        "cases",
        (
            Key("id", _case_id, required=True),
            Key("function", _text, required=True),
            Key("visibility", _one_of(Visibility), required=True),
            Key("args", _arguments, required=True),
            Key("weight", _positive),
            Key("scored", _flag),
            Key("hint", _text),
            Key("secret", _flag),
            *_COMPARISON,
            Key("any_of", _arguments),
        ),
        repeated=True,
    ),
    Table(
        "domain",
        tuple(Key(name, check, required=name == "type") for name, check in domains.KEYS.items()),
        nested=True,
    ),
    Table(
        "wrong",
        (
            Key("file", _file, required=True),
            Key("fails", _functions, required=True),
            Key("hint", _text, required=True),
        ),
        repeated=True,
    ),
    Table(
        "equivalent",
        (
            Key("function", _text, required=True),
            Key("before", _text, required=True),
            Key("after", _text, required=True),
            Key("why", _text, required=True),
        ),
        repeated=True,
    ),
    Table(
        "questions",
        (
            Key("id", _name, required=True),
            Key("kind", _one_of(Kind), required=True),
            Key("step", _one_of(Step), required=True),
            Key("text", _text, required=True),
            Key("answer", _answer, required=True),
            Key("choices", _choices),
            Key("tolerance", _positive),
            Key("right", _text),
            Key("wrong", _text),
        ),
        repeated=True,
    ),
)


def key_names() -> frozenset[str]:
    """Return every key as the documentation writes it: `title`, `cases.weight`, and so on."""
    return frozenset(
        f"{table.name}.{key.name}" if table.name else key.name
        for table in TABLES
        for key in table.keys
    )


def entries(data: Mapping[str, Any], table: Table) -> list[Mapping[str, Any]]:
    """Return the table, or each table of the array, as far as they are tables at all."""
    if table.nested:
        return []
    found = data if not table.name else data.get(table.name, [] if table.repeated else {})
    listed = found if isinstance(found, list) else [found]
    return [entry for entry in listed if isinstance(entry, Mapping)]


def shape_problems(data: Mapping[str, Any], lines: Lines) -> Iterator[Problem]:
    """Yield what is wrong with single keys: unknown, missing, or not what they must be."""
    for table in TABLES:
        if not table.nested and table.name in data and not _is_table(data[table.name], table):
            brackets = f"[[{table.name}]]" if table.repeated else f"[{table.name}]"
            yield _problem(lines.of(key=table.name), f"`{table.name}` is written {brackets}")
        for position, entry in enumerate(entries(data, table)):
            yield from entry_problems(table, entry, lines, position)


def _is_table(value: Any, table: Table) -> bool:
    if table.repeated:
        return isinstance(value, list) and all(isinstance(entry, Mapping) for entry in value)
    return isinstance(value, Mapping)


def entry_problems(
    table: Table, entry: Mapping[str, Any], lines: Lines, position: int
) -> Iterator[Problem]:
    keys = {key.name: key for key in table.keys}
    inner = (
        {other.name for other in TABLES if other.name and not other.nested}
        if not table.name
        else set()
    )
    for name, value in entry.items():
        line = lines.of(table.name, position, name)
        if name not in keys and name not in inner:
            yield _problem(line, f"unknown key `{name}`{_in(table)}; known: {', '.join(keys)}")
        elif name in keys and (complaint := keys[name].complains(value)):
            yield _problem(line, f"`{name}`{_in(table)} {complaint}")
    for key in table.keys:
        if key.required and key.name not in entry:
            line = lines.of(table.name, position)
            yield _problem(line, f"`{key.name}`{_in(table)} is missing")


def _in(table: Table) -> str:
    return (
        f" of [{table.name}]"
        if table.name and not table.repeated
        else (f" of [[{table.name}]]" if table.name else "")
    )


def _problem(line: int, message: str) -> Problem:
    return Problem(file=FILE, line=line, message=message)
