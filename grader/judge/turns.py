"""The wrong turns themselves: what else could stand in the place of one node of a solution.

Each is a slip that people make: the neighbouring operator, one more or less, a condition left
out, two arguments swapped. Nothing in the tree is changed here.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

_BINARY: Mapping[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add, ast.FloorDiv),
    ast.Mult: (ast.Add, ast.FloorDiv, ast.Pow),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mult, ast.Mod),
    ast.Mod: (ast.FloorDiv, ast.Mult),
    ast.Pow: (ast.Mult, ast.BitXor),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
}
_COMPARED: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt, ast.NotEq),
    ast.LtE: (ast.Lt, ast.GtE, ast.Eq),
    ast.Gt: (ast.GtE, ast.Lt, ast.NotEq),
    ast.GtE: (ast.Gt, ast.LtE, ast.Eq),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_NAMES: Mapping[str, str] = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "ceil": "floor",
    "floor": "ceil",
    "startswith": "endswith",
    "endswith": "startswith",
}
_COUNTS = frozenset({"sum", "len", "max", "min", "abs", "round", "int", "ceil", "floor"})
_WRAPPERS = frozenset(
    {"abs", "int", "float", "round", "bool", "sorted", "reversed", "set", "list", "tuple", "ceil"}
)
_IN_ANY_ORDER = frozenset({"min", "max"})
Turn: TypeAlias = Iterator[ast.AST]


def turns(node: ast.AST) -> Turn:
    """Yield every node that could stand in its place by mistake."""
    for kind, make in _BY_KIND:
        if isinstance(node, kind):
            yield from make(node)


def header(node: ast.AST) -> str:
    """Return the first line of a statement: of a loop or a condition, without what it holds."""
    text = ast.unparse(node)
    return text.split("\n", 1)[0] if hasattr(node, "body") else " ".join(text.split("\n"))


def _with(node: Any, **changes: Any) -> Any:
    """A copy with other fields; what is below is shared, for nobody changes it."""
    made = copy.copy(node)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def _one(value: int) -> ast.Constant:
    return ast.Constant(value=value)


def _shifted(expression: ast.expr) -> Turn:
    """One more and one less."""
    yield ast.BinOp(left=expression, op=ast.Add(), right=_one(1))
    yield ast.BinOp(left=expression, op=ast.Sub(), right=_one(1))


def _without(items: list[Any]) -> Iterator[list[Any]]:
    return (items[:i] + items[i + 1 :] for i in range(len(items)))


def _binary(node: ast.BinOp) -> Turn:
    yield from (_with(node, op=op()) for op in _BINARY.get(type(node.op), ()))
    if isinstance(node.op, ast.Sub) and not isinstance(node.right, ast.Constant):
        yield _with(node, op=ast.Mod())  # of a constant it is often the same
    yield node.left
    yield node.right


def _compared(node: ast.Compare) -> Turn:
    for i, op in enumerate(node.ops):
        sides = ((node.left, *node.comparators)[i], node.comparators[i])
        others = _COMPARED[type(op)]
        if isinstance(op, ast.Eq) and not any(isinstance(side, ast.Constant) for side in sides):
            others = (*others, ast.Is)  # of a constant, Python often keeps but one
        for other in others:
            yield _with(node, ops=[*node.ops[:i], other(), *node.ops[i + 1 :]])


def _bool(node: ast.BoolOp) -> Turn:
    yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for rest in _without(node.values):
        yield rest[0] if len(rest) == 1 else _with(node, values=rest)


def _unary(node: ast.UnaryOp) -> Turn:
    yield node.operand


def _constant(node: ast.Constant) -> Turn:
    value = node.value
    if isinstance(value, bool):
        yield _with(node, value=not value)
    elif isinstance(value, (int, float)):
        yield from (_with(node, value=value + step) for step in (1, -1))
    elif isinstance(value, str):
        yield _with(node, value=_beside(value) if len(value) == 1 else f"{value}x")


def _beside(character: str) -> str:
    """The character after it, or before it, where none of its kind is after it."""
    after, before = (chr((ord(character) + step) % sys.maxunicode) for step in (1, -1))
    return before if character.isalnum() and not after.isalnum() else after


def _call(node: ast.Call) -> Turn:
    name = _called(node)
    if name not in _IN_ANY_ORDER:
        yield from (_with(node, args=args) for args in _swapped(node.args))
    yield from (_with(node, keywords=rest) for rest in _without(node.keywords))
    if name in _NAMES:
        yield _with(node, func=_renamed(node.func, _NAMES[name]))
    if name in _WRAPPERS and len(node.args) == 1:
        yield node.args[0]
    if isinstance(node.func, ast.Attribute) and not node.args and not node.keywords:
        yield node.func.value
    if name == "range":
        yield from _ranges(node)
    if name in _IN_ANY_ORDER and len(node.args) > 1:
        yield from node.args
    if name == "append" and isinstance(node.func, ast.Attribute):
        yield _with(node, func=_renamed(node.func, "insert"), args=[_one(0), *node.args])


def _swapped(arguments: list[ast.expr]) -> Iterator[list[ast.expr]]:
    for i, (a, b) in enumerate(pairwise(arguments)):
        if not isinstance(a, ast.Starred) and not isinstance(b, ast.Starred):
            yield [*arguments[:i], b, a, *arguments[i + 2 :]]


def _called(node: ast.expr) -> str:
    if not isinstance(node, ast.Call):
        return ""
    func = node.func
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def _renamed(func: ast.expr, name: str) -> ast.expr:
    key = "id" if isinstance(func, ast.Name) else "attr"
    renamed: ast.expr = _with(func, **{key: name})
    return renamed


def _ranges(node: ast.Call) -> Turn:
    for i, argument in enumerate(node.args):
        for other in _shifted(argument):
            yield _with(node, args=[*node.args[:i], other, *node.args[i + 1 :]])


def _choice(node: ast.IfExp) -> Turn:
    yield node.body
    yield node.orelse


def _condition(node: ast.If) -> Turn:
    yield _with(node, test=ast.Constant(value=True))
    yield _with(node, test=ast.Constant(value=False))


def _while(node: ast.While) -> Turn:
    yield _with(node, test=ast.Constant(value=False))


def _loop(node: ast.For | ast.comprehension) -> Turn:
    yield _with(node, iter=ast.Tuple(elts=[], ctx=ast.Load()))


def _filter(node: ast.comprehension) -> Turn:
    yield from (_with(node, ifs=rest) for rest in _without(node.ifs))


def _return(node: ast.Return) -> Turn:
    value = node.value
    if value is None:
        return
    if isinstance(value, ast.Constant) and value.value is None:
        yield _with(node, value=ast.Constant(value=False))
        return
    yield _with(node, value=ast.Constant(value=None))
    if isinstance(value, ast.BinOp) or _called(value) in _COUNTS:
        yield from (_with(node, value=other) for other in _shifted(value))


def _not_kept(node: ast.Assign) -> Turn:
    """What is put into a list or a dictionary can be forgotten; a name without a value cannot."""
    if all(isinstance(target, ast.Subscript) for target in node.targets):
        yield ast.copy_location(ast.Pass(), node)


def _left_out(node: ast.stmt) -> Turn:
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        yield ast.copy_location(ast.Pass(), node)


def _changed_in_place(node: ast.AugAssign) -> Turn:
    yield from (_with(node, op=op()) for op in _BINARY.get(type(node.op), ()))
    yield ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)


def _jump(node: ast.Break | ast.Continue) -> Turn:
    other = ast.Continue() if isinstance(node, ast.Break) else ast.Break()
    yield ast.copy_location(other, node)


def _slice(node: ast.Slice) -> Turn:
    for bound in ("lower", "upper", "step"):
        if (value := getattr(node, bound)) is not None:
            yield _with(node, **{bound: None})
            yield from (_with(node, **{bound: other}) for other in _shifted(value))


def _items(node: ast.List | ast.Tuple | ast.Set) -> Turn:
    if len(node.elts) > 1 and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        yield from (_with(node, elts=rest) for rest in _without(node.elts))


def _pairs(node: ast.Dict) -> Turn:
    if len(node.keys) > 1:
        for keys, values in zip(_without(node.keys), _without(node.values), strict=True):
            yield _with(node, keys=keys, values=values)


_BY_KIND: tuple[tuple[type[ast.AST] | tuple[type[ast.AST], ...], Callable[[Any], Turn]], ...] = (
    (ast.BinOp, _binary),
    (ast.Compare, _compared),
    (ast.BoolOp, _bool),
    (ast.UnaryOp, _unary),
    (ast.Constant, _constant),
    (ast.Call, _call),
    (ast.IfExp, _choice),
    (ast.If, _condition),
    (ast.While, _while),
    ((ast.For, ast.comprehension), _loop),
    (ast.comprehension, _filter),
    (ast.Return, _return),
    ((ast.Expr, ast.AugAssign, ast.Raise, ast.Assert, ast.Break, ast.Continue), _left_out),
    (ast.AugAssign, _changed_in_place),
    (ast.Assign, _not_kept),
    ((ast.Break, ast.Continue), _jump),
    (ast.Slice, _slice),
    ((ast.List, ast.Tuple, ast.Set), _items),
    (ast.Dict, _pairs),
)
