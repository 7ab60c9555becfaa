"""Every key of pack.toml: where it stands, what it must be, whether it must be there.

reference/README.md documents the same keys; a test keeps the two in step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.core.model import Credit, Visibility
from grader.core.questions import Kind, Step
from grader.packs import comparison, domain_keys, keys, python_text
from grader.packs.keys import Key, Table
from grader.packs.locate import Lines
from grader.packs.problem import Problem
from grader.packs.suggest import listed, meant

FILE = "pack.toml"
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
            Key("name", keys.name, required=True),
            Key("title", keys.text, required=True),
            Key("chapter", keys.name),
            Key("fresh", keys.flag),
        ),
    ),
    Table(
        "limits",
        (
            Key("load_seconds", keys.between(0.1, 60)),
            Key("case_seconds", keys.between(0.1, 60)),
            Key("total_seconds", keys.between(1, 600)),
            Key("memory_bytes", keys.whole_between(32 * 1024**2, 2 * 1024**3)),
            Key("output_bytes", keys.whole_between(1024, 16 * 1024**2)),
            Key("processes", keys.whole_between(1, 256)),
        ),
    ),
    Table(
        "functions",
        (
            Key("name", keys.identifier, required=True),
            Key("parameters", keys.parameters, required=True),
            Key("points", keys.points, required=True),
            Key("credit", keys.one_of(Credit)),
            Key("summary", keys.text),
            Key("changes", keys.identifier),
            *_COMPARISON,
            Key("domain", keys.anything, inside=domain_keys.told),
            Key("relations", domain_keys.relations),
        ),
        repeated=True,
    ),
    Table(
        "cases",
        (
            Key("id", keys.case_id, required=True),
            Key("function", keys.text, required=True),
            Key("visibility", keys.one_of(Visibility), required=True),
            Key("args", keys.arguments, required=True, reads=python_text.values_of),
            Key("weight", keys.points),
            Key("scored", keys.flag),
            Key("hint", keys.text),
            Key("secret", keys.flag),
            *_COMPARISON,
            Key("any_of", keys.arguments, reads=python_text.values_of),
        ),
        repeated=True,
    ),
    Table(
        "domain",
        tuple(
            Key(name, check, required=name == "type") for name, check in domain_keys.KEYS.items()
        ),
        nested=True,
    ),
    Table(
        "wrong",
        (
            Key("file", keys.file, required=True),
            Key("fails", keys.functions, required=True),
            Key("hint", keys.text, required=True),
        ),
        repeated=True,
    ),
    Table(
        "equivalent",
        (
            Key("function", keys.text, required=True),
            Key("before", keys.text, required=True),
            Key("after", keys.text, required=True),
            Key("why", keys.text, required=True),
        ),
        repeated=True,
    ),
    Table(
        "questions",
        (
            Key("id", keys.name, required=True),
            Key("kind", keys.one_of(Kind), required=True),
            Key("step", keys.one_of(Step), required=True),
            Key("text", keys.text, required=True),
            Key("answer", keys.answer, required=True),
            Key("choices", keys.choices),
            Key("tolerance", keys.positive),
            Key("right", keys.text),
            Key("wrong", keys.text),
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
            yield _problem(_line_of(table.name, lines), f"`{table.name}` is written {brackets}")
        for position, entry in enumerate(entries(data, table)):
            yield from entry_problems(table, entry, lines, position)


def _line_of(name: str, lines: Lines) -> int:
    """The line of a key at the top, be it a value or a table."""
    return lines.tables.get((name, 0)) or lines.of(key=name)


def _is_table(value: Any, table: Table) -> bool:
    if table.repeated:
        return isinstance(value, list) and all(isinstance(entry, Mapping) for entry in value)
    return isinstance(value, Mapping)


def entry_problems(
    table: Table, entry: Mapping[str, Any], lines: Lines, position: int
) -> Iterator[Problem]:
    known = {key.name: key for key in table.keys}
    for name, value in entry.items():
        line = lines.of(table.name, position, name)
        if name in known:
            yield from _key_problems(table, known[name], value, lines, position)
        elif table.name or name not in _INNER:
            line = line if table.name else _line_of(name, lines)
            yield _problem(line, f"unknown key `{name}`{_in(table)}{_instead(table, name)}")
    for key in table.keys:
        if key.required and key.name not in entry:
            line = lines.of(table.name, position)
            yield _problem(line, f"`{key.name}`{_in(table)} is missing")


def _key_problems(
    table: Table, key: Key, value: Any, lines: Lines, position: int
) -> Iterator[Problem]:
    if complaint := key.complains(value):
        line = lines.of(table.name, position, key.name)
        yield _problem(line, f"`{key.name}`{_in(table)} {complaint}")
    for place, said in key.inside(value) if key.inside else ():
        inner = f"{key.name}.{place}" if place else key.name
        yield _problem(lines.of(table.name, position, inner), f"`{inner}`{_in(table)} {said}")


def read_entry(table: Table, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a sound entry as it is meant: what is written as Python is read."""
    readers = {key.name: key.reads for key in table.keys if key.reads}
    return {name: readers[name](it) if name in readers else it for name, it in entry.items()}


def _instead(table: Table, name: str) -> str:
    """Say what is known there, and what this may have been meant for."""
    said = _NOT_HERE.get((table.name, name))
    if said is not None:
        return f"; {said}"
    known = [key.name for key in table.keys]
    if table.name and name in _AT_THE_TOP:
        return f"; `{name}` stands at the top of the file, before the first table"
    guess = None if table.name else meant(name, sorted(_INNER))
    return f"; did you mean [[{guess}]]?" if guess else listed(name, known)


_INNER = frozenset(table.name for table in TABLES if table.name and not table.nested)
_AT_THE_TOP = frozenset(key.name for key in TABLES[0].keys)
_VALUES = "expected values come from running solution.py, so no case holds one"
_NOT_HERE: Mapping[tuple[str, str], str] = {
    **{
        ("cases", name): _VALUES
        for name in ("expected", "expects", "returns", "output", "result", "answer", "value")
    },
    ("", "version"): "the version of a pack is the digest of its files",
    ("functions", "starter"): "what learners begin with is in starter.py",
    ("functions", "solution"): "the right answers are in solution.py",
}


def _in(table: Table) -> str:
    return (
        f" of [{table.name}]"
        if table.name and not table.repeated
        else (f" of [[{table.name}]]" if table.name else "")
    )


def _problem(line: int, message: str) -> Problem:
    return Problem(file=FILE, line=line, message=message)
