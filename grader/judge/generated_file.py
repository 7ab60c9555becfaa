"""`generated.json`: the generated inputs beside a pack, for its readers and for every Hypothesis.

As long as it belongs to the domain that pack.toml declares, its inputs are the ones that are asked:
then a pack gives the same grades whatever was installed where it was published.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from grader.core.domain import Domain
from grader.core.fitting import misfit
from grader.core.model import Arguments, Function, Pack
from grader.core.values import from_plain
from grader.judge import generate
from grader.packs import GENERATED, Problem, Severity, find_lines

_NOTE = (
    "Generated inputs and what the solution returns for them. Made by `grader pack generate`; "
    "change the domain in pack.toml instead of this file."
)


def inputs_of(pack: Pack, function: Function) -> tuple[Arguments, ...]:
    """Return the inputs of the file as far as they fit the function's domain, else new ones."""
    return _kept(pack, function) or generate.inputs(function)


def problems(pack: Pack) -> Iterator[Problem]:
    """Yield functions that no input fits, and inputs in the file that their domain did not make."""
    lines = find_lines(pack.files.get("pack.toml", ""))
    for position, function in enumerate(pack.functions):
        if function.domain and not inputs_of(pack, function):
            line = lines.of("functions", position, "domain")
            message = f"no input of `{function.name}` fits its domain with all relations"
            yield Problem(file="pack.toml", line=line, message=message)
        if GENERATED in pack.files and function.domain and not _kept(pack, function):
            message = (
                f"the inputs of `{function.name}` are not of its domain; run `grader pack generate`"
            )
            yield Problem(severity=Severity.WARNING, file=GENERATED, message=message)


def text(pack: Pack, record: Mapping[str, Any]) -> str:
    """Return the file for a prepared pack: one line for each input, ending in a newline."""
    functions = [
        f"  {json.dumps(function.name)}: {{\n"
        f'   "domain": "{generate.digest(function)}",\n'
        f'   "inputs": [\n{_lines(record["generated"][function.name])}\n   ]\n  }}'
        for function in pack.functions
        if function.name in record["generated"]
    ]
    body = ",\n".join(functions)
    return f'{{\n "note": {json.dumps(_NOTE)},\n "functions": {{\n{body}\n }}\n}}\n'


def _lines(entries: list[Any]) -> str:
    return ",\n".join(f"    {json.dumps(entry)}" for entry in entries)


def _kept(pack: Pack, function: Function) -> tuple[Arguments, ...]:
    """Return the inputs that the file holds for this very domain; none when it cannot be used."""
    if function.domain is None or GENERATED not in pack.files:
        return ()
    try:
        stored = json.loads(pack.files[GENERATED])["functions"][function.name]
        if stored["domain"] != generate.digest(function):
            return ()
        inputs = tuple(_arguments(entry["args"]) for entry in stored["inputs"])
    except (ValueError, KeyError, TypeError, RecursionError):  # somebody wrote in it
        return ()
    return inputs if all(_is_inside(function.domain, one) for one in inputs) else ()


def _arguments(plain: Any) -> Arguments:
    value = from_plain(plain)
    if not isinstance(value, list):
        raise TypeError("arguments are a list")
    return tuple(value)


def _is_inside(domain: Domain, arguments: Arguments) -> bool:
    return len(arguments) == len(domain.parameters) and misfit(domain, arguments) is None
