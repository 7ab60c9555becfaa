"""Values written as Python in a text of pack.toml: TOML has no None and no tuples.

`args = "[3, None], (1, 2)"` are the arguments of a call. Only plain data is read; nothing is run.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from typing import Any

from grader.core.model import Value

_NAMES: Mapping[str, float] = {"nan": math.nan, "inf": math.inf}
_FLOATS = {f"float({name})": float(name) for name in ("nan", "inf", "-inf")}
_MOST_SHOWN = 40
_AS_IT_IS = '; a text that is meant as it is stands in a list, as in `["…"]`'


class NotPlainError(ValueError):
    """The text is not a row of plain values."""


def values_of(written: Any) -> list[Value]:
    """Return the values of a list, or of a text with Python in it. Raises NotPlainError."""
    return written if isinstance(written, list) else read(written)


def read(text: str) -> list[Value]:
    """Return the values that stand in a text, parted by commas. Raises NotPlainError."""
    try:
        tree = ast.parse(f"f({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotPlainError(f"`{_shown(text)}` cannot be read as Python{_AS_IT_IS}") from error
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.keywords:
        raise NotPlainError(f"`{_shown(text)}` is no row of values")
    try:
        return [_value(node) for node in tree.args]
    except RecursionError as error:
        raise NotPlainError(f"`{_shown(text)}` is nested too deeply") from error


def _value(node: ast.expr) -> Value:
    if isinstance(node, ast.Constant) and isinstance(
        node.value, (bool, int, float, str, type(None))
    ):
        return node.value
    if isinstance(node, (ast.List, ast.Tuple)):
        items = [_value(item) for item in node.elts]
        return items if isinstance(node, ast.List) else tuple(items)
    if isinstance(node, ast.Dict):
        return {_key(k): _value(v) for k, v in zip(node.keys, node.values, strict=True)}
    if isinstance(node, ast.Name) and node.id in _NAMES:
        return _NAMES[node.id]
    return _not_finite(node) if isinstance(node, ast.Call) else _negative(node)


def _not_finite(node: ast.Call) -> Value:
    """`float('nan')`, as a report shows it."""
    written = ast.unparse(node).replace("'", "").replace('"', "")
    if written not in _FLOATS:
        raise NotPlainError(f"`{_shown(ast.unparse(node))}` is no plain value: nothing is run here")
    return _FLOATS[written]


def _negative(node: ast.expr) -> Value:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _value(node.operand)
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            return -number
    meant = _AS_IT_IS if isinstance(node, ast.Name) else ""
    raise NotPlainError(f"`{_shown(ast.unparse(node))}` is no plain value{meant}")


def _key(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotPlainError("the keys of a dictionary are texts here")


def _shown(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
