"""What must hold between a function's domain, its parameters and its cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.core.domain import Domain
from grader.core.fitting import misfit
from grader.core.relations import parse_relation
from grader.packs.crosscheck import Draft, Entry
from grader.packs.domains import read_domain
from grader.packs.problem import Problem
from grader.packs.suggest import meant


def domain_problems(pack: Draft) -> Iterator[Problem]:
    """Yield every disagreement, at the line where its author can mend it."""
    for function in pack.functions:
        problems = list(_own_problems(pack, function))
        yield from problems
        domain = None if problems else read_domain(function.keys)
        if domain is not None:
            yield from _cases_outside(pack, function.keys["name"], domain)
    yield from _secrets_are_hidden(pack)


def _own_problems(pack: Draft, function: Entry) -> Iterator[Problem]:
    keys = function.keys
    if "domain" not in keys:
        if "relations" in keys:
            message = "`relations` of [[functions]] needs a `domain`"
            yield pack.at("functions", function, "relations", message)
        return
    parameters = keys["parameters"]
    for place, message in (
        *_coverage(keys["domain"], parameters),
        *_likes(keys["domain"], parameters),
    ):
        yield pack.at("functions", function, f"domain.{place}", message)
    for text in keys.get("relations", []):
        for name in sorted(parse_relation(text).parameters - set(parameters)):
            message = f"`{text}` names `{name}`, which is no parameter{_meant(name, parameters)}"
            yield pack.at("functions", function, "relations", message)
        for message in _lost(text, keys["domain"]):
            yield pack.at("functions", function, "relations", message)


def _lost(text: str, domain: Mapping[str, Any]) -> Iterator[str]:
    """A relation with something that is never there says nothing, and breaks nothing."""
    relation = parse_relation(text)
    for term in (relation.left, relation.right):
        spec: Any = _unlike(domain.get(term.parameter or "", {}), domain)
        if term.of == "each":
            spec = spec.get("of", {})
        for name in term.path:
            fields = spec.get("fields") if isinstance(spec, Mapping) else None
            if not isinstance(fields, Mapping):
                break
            if name not in fields:
                hint = _meant(name, list(fields))
                yield f"`{text}` names `{name}`, which is no field there{hint}"
                break
            spec = _unlike(fields[name], domain)


def _unlike(spec: Mapping[str, Any], domain: Mapping[str, Any]) -> Mapping[str, Any]:
    """What it is like, in place of a `like`."""
    found = domain.get(spec["parameter"], {}) if spec.get("type") == "like" else spec
    return found if isinstance(found, Mapping) else {}


def _coverage(domain: Mapping[str, Any], parameters: list[str]) -> Iterator[tuple[str, str]]:
    for name in parameters:
        if name not in domain:
            yield name, f"the domain says nothing of the parameter `{name}`"
    for name in domain:
        if name not in parameters:
            hint = _meant(name, [p for p in parameters if p not in domain])
            yield name, f"the domain has `{name}`, which is no parameter{hint}"


def _meant(name: str, parameters: list[str]) -> str:
    guess = meant(name, parameters)
    return f"; did you mean `{guess}`?" if guess else ""


def _likes(domain: Mapping[str, Any], parameters: list[str]) -> Iterator[tuple[str, str]]:
    """A value can only be like one that is there before it."""
    for position, name in enumerate(parameters):
        spec = domain.get(name, {})
        if spec.get("type") == "like" and spec["parameter"] not in parameters[:position]:
            said = f"`{name}` can only be like a parameter before it, not `{spec['parameter']}`"
            yield name, said


def _cases_outside(pack: Draft, name: str, domain: Domain) -> Iterator[Problem]:
    """Advice may go beyond the domain: it counts for nothing."""
    for case in pack.cases:
        arguments = case.keys["args"]
        is_asked = case.keys["function"] == name and case.keys.get("scored", True)
        if not is_asked or len(arguments) != len(domain.parameters):
            continue
        if reason := misfit(domain, tuple(arguments)):
            yield pack.at("cases", case, "args", f"outside the domain of `{name}`: {reason}")


def _secrets_are_hidden(pack: Draft) -> Iterator[Problem]:
    for case in pack.cases:
        if case.keys.get("secret") and case.keys["visibility"] == "visible":
            yield pack.at("cases", case, "secret", "a visible case cannot be secret")
