"""Read a pack from its files, or list everything that keeps it from being one.

Nothing is run or compiled here: whether the pack keeps its promises is for the judge to find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from grader.core.model import (
    Case,
    Credit,
    Equivalent,
    Function,
    Pack,
    PackLimits,
    Visibility,
    WrongSolution,
)
from grader.core.questions import Kind, Question, Step
from grader.errors import PackBroken
from grader.packs.comparison import read_rules
from grader.packs.crosscheck import MISSING, Draft, cross_problems, draft, file_problems
from grader.packs.domain_rules import domain_problems
from grader.packs.domains import read_domain
from grader.packs.folder import chapter_file, digest, load_toml
from grader.packs.locate import find_lines
from grader.packs.problem import Problem, Severity
from grader.packs.schema import FILE, shape_problems
from grader.packs.toml_advice import with_advice

_TOML_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """A pack with its warnings, or no pack and at least one error."""

    pack: Pack | None
    problems: tuple[Problem, ...]


def parse(files: Mapping[str, str]) -> Pack:
    """Return the pack. Raises PackBroken, with every problem in its details."""
    examined = examine(files)
    if examined.pack is None:
        listed = "\n".join(str(problem) for problem in examined.problems)
        raise PackBroken(f"The pack has problems:\n{listed}", problems=examined.problems)
    return examined.pack


def examine(files: Mapping[str, str], known: Iterable[Problem] = ()) -> Examined:
    """Look at everything that can be seen without running anything.

    `known` was found while the files were read: what is said of such a file is not said again.
    """
    told = tuple(known)
    if told and not files:
        return Examined(pack=None, problems=told)
    unread = {p.file for p in told if p.severity is Severity.ERROR and p.file not in files}
    found = _problems({**files, **dict.fromkeys(unread - {FILE}, "")})
    problems = sorted(
        {*told, *(problem for problem in found if problem.file not in unread)},
        key=lambda problem: (problem.file != FILE, problem.file, problem.line, problem.message),
    )
    broken = any(problem.severity is Severity.ERROR for problem in problems)
    return Examined(pack=None if broken else _build(_drafted(files)), problems=tuple(problems))


def _problems(files: Mapping[str, str]) -> Iterator[Problem]:
    """A pack.toml that cannot be read keeps nobody from looking at the other files."""
    if FILE not in files:
        yield Problem(file=FILE, message=MISSING)
        yield from file_problems(files)
        return
    try:
        sound = _drafted(files)
    except ValueError as error:
        yield _syntax_problem(error, files[FILE])
        yield from file_problems(files)
        return
    yield from shape_problems(sound.data, sound.lines)
    yield from cross_problems(sound)
    yield from domain_problems(sound)


def _drafted(files: Mapping[str, str]) -> Draft:
    """Raises ValueError."""
    return draft(load_toml(files[FILE]), files, find_lines(files[FILE]))


@lru_cache(maxsize=64)
def read_questions(toml: str) -> tuple[Question, ...]:
    """Return the questions of a published pack.toml: cheaper than the whole pack, and kept."""
    data = load_toml(toml)
    return tuple(_question(entry.keys) for entry in draft(data, {}, find_lines(toml)).questions)


def _syntax_problem(error: ValueError, text: str) -> Problem:
    place = _TOML_PLACE.search(str(error))
    line = int(place[1]) if place else len(text.splitlines()) or 1
    return Problem(file=FILE, line=line, message=with_advice(_TOML_PLACE.sub("", str(error))))


def _build(sound: Draft) -> Pack:
    data, files = sound.data, sound.files
    functions = tuple(_function(entry.keys) for entry in sound.functions)
    by_name = {function.name: function for function in functions}
    return Pack(
        name=data["name"],
        title=data["title"],
        version=digest(files),
        functions=functions,
        cases=tuple(_case(entry.keys, by_name) for entry in sound.cases),
        starter=files["starter.py"],
        solution=files["solution.py"],
        lesson=files["lesson.md"],
        chapter=files[chapter_file(data["chapter"])] if "chapter" in data else "",
        right={name: text for name, text in sorted(files.items()) if name.startswith("right/")},
        wrong=tuple(_wrong(entry.keys, files) for entry in sound.wrong),
        equivalents=tuple(Equivalent(**entry.keys) for entry in sound.equivalent),
        questions=tuple(_question(entry.keys) for entry in sound.questions),
        limits=PackLimits(**data.get("limits", {})),
        fresh=data.get("fresh", False),
        files=dict(files),
    )


def _function(keys: Mapping[str, Any]) -> Function:
    return Function(
        name=keys["name"],
        parameters=tuple(keys["parameters"]),
        points=_fraction(keys["points"]),
        credit=Credit(keys.get("credit", Credit.PARTIAL)),
        summary=keys.get("summary", ""),
        rules=read_rules(keys),
        raises=tuple(keys.get("raises", ())),
        domain=read_domain(keys),
        changes=keys.get("changes", ""),
    )


def _case(keys: Mapping[str, Any], functions: Mapping[str, Function]) -> Case:
    """What a case does not say of its comparison, its function does."""
    function = functions[keys["function"]]
    return Case(
        id=keys["id"],
        function=keys["function"],
        visibility=Visibility(keys["visibility"]),
        arguments=tuple(keys["args"]),
        weight=_fraction(keys.get("weight", 1)),
        scored=keys.get("scored", True),
        hint=keys.get("hint"),
        rules=read_rules(keys, function.rules),
        raises=tuple(keys.get("raises", function.raises)),
        must_raise="raises" in keys,
        secret=keys.get("secret", False),
        changes=function.changes,
    )


def _wrong(keys: Mapping[str, Any], files: Mapping[str, str]) -> WrongSolution:
    path = f"wrong/{keys['file']}"
    return WrongSolution(
        file=path, source=files[path], fails=tuple(keys["fails"]), hint=keys["hint"]
    )


def _question(keys: Mapping[str, Any]) -> Question:
    answer = keys["answer"]
    return Question(
        id=keys["id"],
        kind=Kind(keys["kind"]),
        step=Step(keys["step"]),
        text=keys["text"],
        answer=answer if isinstance(answer, str) else _fraction(answer),
        choices=tuple(keys.get("choices", ())),
        tolerance=_fraction(keys.get("tolerance", 0)),
        right=keys.get("right"),
        wrong=keys.get("wrong"),
    )


def _fraction(number: float) -> Fraction:
    """Return what the author wrote: 0.1 is a tenth here, not the float nearest to it."""
    return Fraction(Decimal(repr(number)))
