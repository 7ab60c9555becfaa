"""Small wrong turns of a solution: one operator, constant or condition changed at a time.

A case that tells none of them from the solution proves little. Reads the solution, runs nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from grader.judge.turns import header, turns

MOST = 400  # more of them say no more, and cost minutes

Place: TypeAlias = tuple[ast.AST, str, int | None]
_UNREAD = frozenset({"annotation", "returns", "decorator_list", "type_comment"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A changed solution. `before` and `after` are the first line of the changed statement."""

    function: str  # the top-level function it is in; empty outside of all
    line: int
    before: str
    after: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Site:
    """A node with the place that holds it, its statement and the top-level function around it."""

    node: ast.AST
    place: Place
    statement: ast.stmt
    function: str


def mutants(source: str) -> tuple[Mutant, ...]:
    """Return all mutants, evenly thinned out to MOST. Raises ValueError for unreadable text."""
    try:
        tree = ast.parse(source)
        found = {made.source: made for made in _all(tree)}
        found.pop(ast.unparse(tree), None)
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"the solution cannot be read here: {type(error).__name__}") from error
    return tuple(found.values())


def _all(tree: ast.Module) -> Iterator[Mutant]:
    found = [(site, other) for site in _sites(tree) for other in turns(site.node)]
    count = min(len(found), MOST)
    for position in range(count):
        yield _mutant(tree, *found[position * len(found) // count])


def _mutant(tree: ast.Module, site: _Site, replacement: ast.AST) -> Mutant:
    """Put the replacement into the tree, write the tree down, and take it out again."""
    before = header(site.statement)
    is_whole = site.node is site.statement
    _put(site.place, replacement)
    try:
        source = ast.unparse(ast.fix_missing_locations(tree))
        after = header(replacement if is_whole else site.statement)
    finally:
        _put(site.place, site.node)
    return Mutant(
        function=site.function,
        line=getattr(site.node, "lineno", site.statement.lineno),
        before=before,
        after=after,
        source=source + "\n",
    )


def _put(place: Place, node: ast.AST) -> None:
    parent, field, index = place
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _sites(tree: ast.Module) -> Iterator[_Site]:
    for index, statement in enumerate(tree.body):
        if _is_script(statement):
            continue
        name = statement.name if isinstance(statement, _DEFINITIONS) else ""
        yield from _below(statement, (tree, "body", index), statement, name)


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _below(node: ast.AST, place: Place, statement: ast.stmt, function: str) -> Iterator[_Site]:
    if _says_nothing(node):
        return
    yield _Site(node=node, place=place, statement=statement, function=function)
    for field, index, child in _children(node):
        inner = child if isinstance(child, ast.stmt) else statement
        yield from _below(child, (node, field, index), inner, function)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in _UNREAD or not _matters(node, field):
            continue
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            yield from ((field, i, item) for i, item in enumerate(value) if _is_node(item))


def _is_node(item: Any) -> bool:
    return isinstance(item, ast.AST)


def _matters(node: ast.AST, field: str) -> bool:
    """What an error says is compared nowhere; its kind may be."""
    return not (isinstance(node, ast.Call) and field in {"args", "keywords"} and _is_error(node))


def _is_error(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id.endswith(("Error", "Exception"))


def _says_nothing(node: ast.AST) -> bool:
    """Comments, imports, and what is printed: no value depends on them."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return (
        is_text or is_print(node) or isinstance(node, (ast.Import, ast.ImportFrom, ast.JoinedStr))
    )


def is_print(node: ast.AST) -> bool:
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    return isinstance(node.value.func, ast.Name) and node.value.func.id == "print"


def _is_script(statement: ast.stmt) -> bool:
    """`if __name__ == "__main__":` never runs here."""
    return isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test)
