"""What must hold between the parts of a pack: names that refer to each other, files that exist."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from grader.core.questions import Kind
from grader.core.source import clean
from grader.core.values import to_plain
from grader.errors import SourceRejected, SourceTooLarge
from grader.packs import keys
from grader.packs.folder import chapter_file
from grader.packs.locate import Lines
from grader.packs.problem import Problem, Severity
from grader.packs.schema import FILE, TABLES, entry_problems, read_entry

REQUIRED_FILES = ("solution.py", "starter.py", "lesson.md")
MISSING = "there is no such file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One table of an array whose shape is right, with its position for finding its lines."""

    position: int
    keys: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A pack before it is one: sound entries only, so that one problem does not cause ten."""

    data: Mapping[str, Any]
    functions: tuple[Entry, ...]
    cases: tuple[Entry, ...]
    wrong: tuple[Entry, ...]
    equivalent: tuple[Entry, ...]
    questions: tuple[Entry, ...]
    files: Mapping[str, str]
    lines: Lines

    def at(self, table: str, entry: Entry, key: str, message: str) -> Problem:
        return Problem(file=FILE, line=self.lines.of(table, entry.position, key), message=message)


def draft(data: Mapping[str, Any], files: Mapping[str, str], lines: Lines) -> Draft:
    """Sort out the entries that can be looked at together."""
    sound = {table.name: _sound(data, table.name, lines) for table in TABLES if table.repeated}
    return Draft(data=data, files=files, lines=lines, **sound)


def _sound(data: Mapping[str, Any], name: str, lines: Lines) -> tuple[Entry, ...]:
    table = next(table for table in TABLES if table.name == name)
    return tuple(
        Entry(position=position, keys=read_entry(table, keys))
        for position, keys in enumerate(_listed(data, name))
        if isinstance(keys, Mapping) and not any(entry_problems(table, keys, lines, position))
    )


def _listed(data: Mapping[str, Any], name: str) -> list[object]:
    found = data.get(name)
    if isinstance(found, Mapping):  # [cases] for [[cases]]: told once, and its entry is none
        return [found]
    return found if isinstance(found, list) else []


def cross_problems(pack: Draft) -> Iterator[Problem]:
    for rule in _RULES:
        yield from rule(pack)
    yield from file_problems(pack.files)


def file_problems(files: Mapping[str, str]) -> Iterator[Problem]:
    """What is wrong with the files themselves, whatever pack.toml says."""
    for name in REQUIRED_FILES:
        if name not in files:
            yield Problem(file=name, message=MISSING)
    for name in sorted(name for name in files if name.endswith(".py")):
        try:
            clean(files[name])
        except (SourceTooLarge, SourceRejected) as refusal:
            line = refusal.details.get("line")
            line = line if isinstance(line, int) else 1
            is_large = isinstance(refusal, SourceTooLarge)
            message = "a Python file has at most 64 KiB" if is_large else refusal.message
            yield Problem(file=name, line=line, message=message)


def _unique(table: str, key: str, of: Callable[[Draft], tuple[Entry, ...]]) -> _Rule:
    def rule(pack: Draft) -> Iterator[Problem]:
        seen: set[object] = set()
        for entry in of(pack):
            if entry.keys[key] in seen:
                message = f"`{key}` {entry.keys[key]!r} is there twice"
                yield pack.at(table, entry, key, message)
            seen.add(entry.keys[key])

    return rule


def _chapter_is_there(pack: Draft) -> Iterator[Problem]:
    chapter = pack.data.get("chapter")
    if (
        isinstance(chapter, str)
        and keys.name(chapter) is None
        and chapter_file(chapter) not in pack.files
    ):
        message = f"there is no {chapter_file(chapter)}, neither inside the pack nor beside it"
        yield Problem(file=FILE, line=pack.lines.of(key="chapter"), message=message)


def _functions_have_cases(pack: Draft) -> Iterator[Problem]:
    if not pack.data.get("functions"):
        yield Problem(file=FILE, message="there is no [[functions]]")
    for entry in pack.functions:
        name = entry.keys["name"]
        scored = [
            case.keys["visibility"]
            for case in pack.cases
            if case.keys["function"] == name and case.keys.get("scored", True)
        ]
        if not scored:
            yield pack.at("functions", entry, "name", f"`{name}` has no scored case")
        elif "visible" not in scored:
            problem = pack.at("functions", entry, "name", f"`{name}` has no visible scored case")
            yield Problem(
                severity=Severity.WARNING,
                file=problem.file,
                line=problem.line,
                message=problem.message,
            )


def _something_is_visible(pack: Draft) -> Iterator[Problem]:
    """A file is loaded for its first case, and what it says then is shown: not a hidden one's."""
    if pack.cases and all(case.keys["visibility"] != "visible" for case in pack.cases):
        yield Problem(file=FILE, message="there is no visible case")


def _functions_change_a_parameter(pack: Draft) -> Iterator[Problem]:
    for entry in pack.functions:
        changed, parameters = entry.keys.get("changes"), entry.keys["parameters"]
        if changed is not None and changed not in parameters:
            message = f"`changes` names `{changed}`, which is no parameter"
            yield pack.at("functions", entry, "changes", message)


def _cases_call_known_functions(pack: Draft) -> Iterator[Problem]:
    parameters: dict[str, list[str]] = {}
    for entry in pack.functions:
        parameters.setdefault(entry.keys["name"], entry.keys["parameters"])
    named = _names_of_all_functions(pack)
    for case in pack.cases:
        name, given = case.keys["function"], case.keys["args"]
        if name not in named:
            yield pack.at("cases", case, "function", f"there is no function `{name}`")
        elif name in parameters and len(given) != len(parameters[name]):
            message = _other_number(name, parameters[name], len(given))
            yield pack.at("cases", case, "args", message)


def _other_number(name: str, parameters: list[str], given: int) -> str:
    said = f"`{name}` takes ({', '.join(parameters)}), but `args` has {given}"
    if len(parameters) != 1:
        return said
    return f"{said}; a list that is one argument stands in a list: `args = [[1, 2]]`"


def _cases_differ(pack: Draft) -> Iterator[Problem]:
    first: dict[tuple[str, str], str] = {}
    for case in pack.cases:
        call = (case.keys["function"], repr(to_plain(case.keys["args"])))
        if call in first:
            yield pack.at("cases", case, "args", f"this is the same call as in `{first[call]}`")
        first.setdefault(call, case.keys["id"])


def _wrong_files_are_listed(pack: Draft) -> Iterator[Problem]:
    for entry in pack.wrong:
        path = f"wrong/{entry.keys['file']}"
        if path not in pack.files:
            yield pack.at("wrong", entry, "file", f"there is no {path}")
        for name in entry.keys["fails"]:
            if name not in _names_of_all_functions(pack):
                yield pack.at("wrong", entry, "fails", f"there is no function `{name}`")
    listed = {f"wrong/{_raw(entry, 'file')}" for entry in _listed(pack.data, "wrong")}
    for path in sorted(path for path in pack.files if path.startswith("wrong/")):
        if path not in listed:
            yield Problem(file=path, message="pack.toml has no [[wrong]] for this file")


def _questions_can_be_answered(pack: Draft) -> Iterator[Problem]:
    for entry in pack.questions:
        choices, answer = entry.keys.get("choices"), entry.keys["answer"]
        if entry.keys["kind"] == Kind.CHOICE:
            if choices is None:
                yield pack.at("questions", entry, "kind", "a choice needs `choices`")
            elif answer not in choices:
                yield pack.at("questions", entry, "answer", "`answer` is not one of the `choices`")
            if "tolerance" in entry.keys:
                yield pack.at("questions", entry, "tolerance", "a choice has no `tolerance`")
        else:
            if isinstance(answer, str):
                yield pack.at("questions", entry, "answer", "the answer of a number is a number")
            if choices is not None:
                yield pack.at("questions", entry, "choices", "a number has no `choices`")


def _names_of_all_functions(pack: Draft) -> set[object]:
    """Return the names of unsound entries too: a typo in `points` makes no call unknown."""
    return {_raw(entry, "name") for entry in _listed(pack.data, "functions")}


def _raw(entry: object, key: str) -> str | None:
    value = entry.get(key) if isinstance(entry, Mapping) else None
    return value if isinstance(value, str) else None


_Rule: TypeAlias = Callable[[Draft], Iterator[Problem]]
_RULES: tuple[_Rule, ...] = (
    _chapter_is_there,
    _functions_have_cases,
    _something_is_visible,
    _unique("functions", "name", lambda pack: pack.functions),
    _unique("cases", "id", lambda pack: pack.cases),
    _unique("wrong", "file", lambda pack: pack.wrong),
    _functions_change_a_parameter,
    _cases_call_known_functions,
    _cases_differ,
    _wrong_files_are_listed,
    _unique("questions", "id", lambda pack: pack.questions),
    _questions_can_be_answered,
)
