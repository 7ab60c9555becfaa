"""Collect the sentences that rooms below the pages say: a grade keeps them in English.

They are read from the source, as a text or an f-string in which `{words}` stand for values, so that
no room has to know of translations. `retold` recognises them again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOM = Path(__file__).parents[1]
SPEAKERS = (
    "core/echoes.py",
    "core/explain.py",
    "core/feedback.py",
    "core/names.py",
    "core/nearmiss.py",
    "core/questions.py",
    "core/source.py",
    "core/tips.py",
    "core/verdict.py",
)
# Whose refusals a page may show; others are answers of the API, which speaks English.
REFUSALS = (
    "errors.py",
    "actions/drafts.py",
    "actions/practice.py",
    "actions/questions.py",
    "actions/submissions.py",
    "web/origin.py",
    "web/pace.py",
    "web/visits.py",
)
PATTERNS = frozenset({"text", "line", "kind"})  # keywords of a tip that hold no words of ours
_WORDS = re.compile(r"[^\W\d_]{2}")
_SENTENCE = re.compile(r"[A-Z].*[.?]\Z", re.S)
# What no rule finds: a word that stands alone, and words that the code puts together.
TOGETHER = ("It", "the exception {kind}", "the exception {kind} or {other}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    file: str  # as seen from the folder of the pages
    text: str


def collect() -> Iterator[Found]:
    """Every sentence, and every phrase that stands for a value in one."""
    for name in SPEAKERS:
        for text in _said(ast.parse((ROOM / name).read_text())):
            yield from _lines(name, text)
    for text in TOGETHER:
        yield Found(file="../core/explain.py", text=text)
    for name in REFUSALS:
        for text in _refused(ast.parse((ROOM / name).read_text())):
            yield from _lines(name, text)


def _lines(name: str, text: str) -> Iterator[Found]:
    """Line by line, since a message is taken apart at its lines, and without what stood before."""
    for line in text.removeprefix("{said} ").split("\n"):
        if _WORDS.search(re.sub(r"\{\w+\}", "", line)):
            yield Found(file=f"../{name}", text=line)


def _said(tree: ast.AST) -> Iterator[str]:
    if _is_silent(tree):
        return
    if isinstance(tree, ast.JoinedStr):
        yield _template(tree)
        for value in tree.values:
            if isinstance(value, ast.FormattedValue):
                yield from _said(value.value)
        return
    if isinstance(tree, ast.Constant) and _is_said(tree.value):
        yield str(tree.value)
    for child in ast.iter_child_nodes(tree):
        if not _is_docstring(child):
            yield from _said(child)


def _refused(tree: ast.AST) -> Iterator[str]:
    """The first argument of whatever is raised, and what a kind of refusal says by itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            yield from _said(node.exc.args[0])
        elif isinstance(node, ast.ClassDef) and _has_code(node):
            yield (ast.get_docstring(node) or "").strip()


def _has_code(node: ast.ClassDef) -> bool:
    targets = (
        [one.target] if isinstance(one, ast.AnnAssign) else getattr(one, "targets", [])
        for one in node.body
    )
    return any(isinstance(t, ast.Name) and t.id == "code" for found in targets for t in found)


def _is_said(value: object) -> bool:
    return isinstance(value, str) and bool(
        (" " in value and _WORDS.search(value)) or _SENTENCE.match(value)
    )


def _is_silent(node: ast.AST) -> bool:
    """Patterns, and keywords that hold one."""
    if isinstance(node, ast.keyword):
        return node.arg in PATTERNS
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "re"


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _template(node: ast.JoinedStr) -> str:
    names: list[str] = []
    parts = []
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(str(value.value))
        elif isinstance(value, ast.FormattedValue):
            name = _name_of(value.value)
            names.append(name)
            parts.append("{" + name + (str(names.count(name)) if name in names[:-1] else "") + "}")
    return "".join(parts)


def _name_of(node: ast.expr) -> str:
    """The last word of an expression: `quoted(match.returned)` is a `returned`."""
    if isinstance(node, ast.Name):
        return node.id.strip("_")
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript):
        return _name_of(node.value)
    if isinstance(node, ast.Call) and node.args:
        return _name_of(node.args[-1])
    return "value"
