"""What an author should look at though every promise is kept: warnings, each with file and line.

Reads texts and the values of the solution; runs nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from grader import packs
from grader.core.model import Case, Credit, Pack, Value
from grader.core.questions import Question, shown
from grader.core.values import literal, short, to_plain
from grader.judge.mutants import is_print
from grader.judge.oracle import SOLUTION
from grader.packs import Problem, Severity, chapter_file
from grader.packs.folder import load_toml
from grader.packs.locate import Lines

TOML = "pack.toml"
_PAGES = re.compile(r"[^/]+\.md|chapters/.*\.md")
_USED = frozenset({packs.GENERATED, "lesson.md", "starter.py", "solution.py"})
_USED_FOLDERS = frozenset({"right", "wrong", "explorer"})
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")
_COVERED = re.compile(r"\[\[(\s*[A-Za-z0-9][\w-]*\s*)\]\]")
_SHORTEST_TEXT = 4  # a shorter one stands in many words by chance


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    pack: Pack
    expected: Mapping[str, Value]
    lines: Lines

    def at(self, table: str, position: int, key: str, message: str) -> Problem:
        line = self.lines.of(table, position, key)
        return Problem(severity=Severity.WARNING, file=TOML, line=line, message=message)


def lint(pack: Pack, expected: Mapping[str, Value]) -> tuple[Problem, ...]:
    """Return all warnings. `expected` holds the value of each case that has one."""
    look = _Look(pack=pack, expected=expected, lines=packs.find_lines(pack.files[TOML]))
    return tuple(problem for rule in _RULES for problem in rule(look))


def _hints_are_there(look: _Look) -> Iterator[Problem]:
    for position, case in enumerate(look.pack.cases):
        if not case.hint:
            yield look.at("cases", position, "id", f"case {case.id} has no hint")


def _hidden_cases_are_not_visible_ones(look: _Look) -> Iterator[Problem]:
    """The same call written in another way; word for word it is an error already."""
    first: dict[str, Case] = {}
    for position, case in enumerate(look.pack.cases):
        key = f"{case.function} {_canonical(case.arguments)}"
        other = first.setdefault(key, case)
        if other is not case:
            message = f"case {case.id} asks the same as {other.id}"
            yield look.at("cases", position, "args", message)


def _canonical(value: Value) -> str:
    """Tables by their keys in order, numbers by their value."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key!r}:{_canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_canonical(item) for item in value) + "]"
    if isinstance(value, float) and value.is_integer():
        return repr(int(value))
    return repr(to_plain(value))


def _hints_keep_the_answer(look: _Look) -> Iterator[Problem]:
    for position, case in enumerate(look.pack.cases):
        if case.hint and case.id in look.expected and _tells(case, look.expected[case.id]):
            message = f"the hint of case {case.id} contains the expected value"
            yield look.at("cases", position, "hint", message)


def _tells(case: Case, expected: Value) -> bool:
    """Whether the hint holds the value, and not only because the arguments do."""
    hint, given = case.hint or "", repr(case.arguments)
    if isinstance(expected, bool) or expected is None:
        return False
    if isinstance(expected, (int, float)):
        return _has_number(hint, expected) and not _has_number(given, expected)
    text = expected if isinstance(expected, str) else literal(expected)
    return len(text) >= _SHORTEST_TEXT and text in hint and text not in given


def _has_number(text: str, number: float) -> bool:
    return any(float(found) == number for found in _NUMBER.findall(text))


def _texts_keep_the_answers(look: _Look) -> Iterator[Problem]:
    """A line with a whole call and its value: in the lesson, the starter, or beside them."""
    for name in sorted(n for n in look.pack.files if _PAGES.fullmatch(n) or n == "starter.py"):
        for number, line in enumerate(look.pack.files[name].splitlines(), start=1):
            for case in look.pack.cases:
                if case.id in look.expected and _gives_away(line, case, look.expected[case.id]):
                    message = f"this line contains the call of case {case.id} and its value"
                    yield Problem(
                        severity=Severity.WARNING, file=name, line=number, message=message
                    )


def _gives_away(line: str, case: Case, expected: Value) -> bool:
    _, call, rest = line.partition(f"{case.function}({_listed(case)})")
    if not call:
        return False
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        return _has_number(rest, expected)
    return literal(expected) in rest


def _listed(case: Case) -> str:
    return ", ".join(literal(argument) for argument in case.arguments)


def _questions_keep_the_answer(look: _Look) -> Iterator[Problem]:
    for position, question in enumerate(look.pack.questions):
        for key, text in (("text", question.text), ("wrong", question.wrong)):
            if text and _answers(question, key, text):
                message = f"`{key}` of the question {question.id} contains its answer"
                yield look.at("questions", position, key, message)


def _answers(question: Question, key: str, text: str) -> bool:
    """A text may weigh one choice against another, or stand around a short word."""
    answer = shown(question)
    if not question.choices:
        return answer in _NUMBER.findall(text)
    named = [choice for choice in question.choices if choice.casefold() in text.casefold()]
    return key == "wrong" and len(answer) >= _SHORTEST_TEXT and named == [answer]


def _numbers_are_asked(look: _Look) -> Iterator[Problem]:
    """`[[saved]]` in the lesson stands for the answer of a question, a number."""
    asked = {question.id for question in look.pack.questions if not question.choices}
    for number, line in enumerate(look.pack.lesson.splitlines(), start=1):
        for name in _COVERED.findall(line):
            if name not in asked:
                message = f"`[[{name}]]` names no question for a number, so it stays as it is"
                yield Problem(
                    severity=Severity.WARNING, file="lesson.md", line=number, message=message
                )


def _functions_are_explained(look: _Look) -> Iterator[Problem]:
    """Beside the lesson, the page says of a function what its summary says."""
    for position, function in enumerate(look.pack.functions):
        is_named = re.search(rf"(?<!\w){re.escape(function.name)}(?!\w)", look.pack.lesson)
        if not is_named and not function.summary:
            message = f"lesson.md never names `{function.name}`, and it has no `summary`"
            yield look.at("functions", position, "name", message)


def _values_differ(look: _Look) -> Iterator[Problem]:
    """A solution that forgets its `return` has one value for everything."""
    for position, function in enumerate(look.pack.functions):
        cases = [case for case in look.pack.cases if case.function == function.name]
        values = [look.expected[case.id] for case in cases if case.id in look.expected]
        if len(cases) == len(values) > 1 and len({repr(value) for value in values}) == 1:
            message = f"every case of `{function.name}` expects {short(values[0])}"
            yield look.at("functions", position, "name", message)


def _the_solution_is_silent(look: _Look) -> Iterator[Problem]:
    # Each is told where the solution is run, or where mutants are made.
    with suppress(SyntaxError, RecursionError, MemoryError):
        tree = ast.parse(look.pack.solution)
        for node in filter(is_print, ast.walk(tree)):
            message = "it prints, which no case compares"
            line = getattr(node, "lineno", 1)
            yield Problem(severity=Severity.WARNING, file=SOLUTION, line=line, message=message)


def _keys_are_used(look: _Look) -> Iterator[Problem]:
    whole = {f.name for f in look.pack.functions if f.credit is Credit.ALL_OR_NOTHING}
    for position, case in enumerate(look.pack.cases):
        if case.weight == 1:
            continue
        if not case.scored:
            yield look.at("cases", position, "weight", "`weight` has no effect without a score")
        elif case.function in whole:
            message = f"`weight` has no effect: `{case.function}` is all or nothing"
            yield look.at("cases", position, "weight", message)


def _other_answers_are_whole(look: _Look) -> Iterator[Problem]:
    """`any_of = [3, 2]` are two answers: hardly what is meant where a list is expected."""
    for position, case in enumerate(look.pack.cases):
        expected = look.expected.get(case.id)
        parts = [it for it in case.rules.any_of if isinstance(it, (bool, int, float, str))]
        if parts and isinstance(expected, (list, tuple, dict)):
            message = (
                f"`any_of` takes {short(parts[0])} for right, but {short(expected)} is expected; "
                "an answer that is a list stands in the list: `[[3, 2]]`"
            )
            yield look.at("cases", position, "any_of", message)


def _files_are_used(look: _Look) -> Iterator[Problem]:
    chapter = load_toml(look.pack.files[TOML]).get("chapter", "")
    used = _USED | {TOML, chapter_file(chapter)}
    for name in sorted(look.pack.files):
        if name not in used and name.partition("/")[0] not in _USED_FOLDERS:
            yield Problem(severity=Severity.WARNING, file=name, message="nothing uses this file")


_Rule: TypeAlias = Callable[[_Look], Iterator[Problem]]
_RULES: tuple[_Rule, ...] = (
    _hints_are_there,
    _hidden_cases_are_not_visible_ones,
    _hints_keep_the_answer,
    _texts_keep_the_answers,
    _questions_keep_the_answer,
    _numbers_are_asked,
    _functions_are_explained,
    _values_differ,
    _the_solution_is_silent,
    _keys_are_used,
    _other_answers_are_whole,
    _files_are_used,
)
