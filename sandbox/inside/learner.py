"""Execute the learner's file in a fresh module, and describe what it defines and how it fails.

Runs in the learner's own process. What the learner can reach he can change, so nothing found here
is believed outside; this file has to serve honest learners well, and to end for all others.
"""

from __future__ import annotations

import builtins
import itertools
import sys
import types
from _sitebuiltins import Quitter
from types import CodeType, FunctionType, TracebackType
from typing import Any, Final, TypeAlias

from sandbox.wire import LEARNER_FILE, name_of

Names: TypeAlias = dict[str, Any]
Report: TypeAlias = list[Any]

_MODULE: Final = "solution"
_TEXT: Final = 2000  # characters of an exception's text that are kept
_QUOTED: Final = 300  # characters of a quoted line
_DEFINED: Final = 200  # callables that are described
_BUILTINS: Final = {**vars(builtins), "exit": Quitter("exit", ""), "quit": Quitter("quit", "")}
_FOREIGN: Final = (types.BuiltinFunctionType, types.ModuleType)
_exc_info = sys.exc_info
_cut = str.__getitem__
_HEAP_TYPE: Final = 1 << 9  # Py_TPFLAGS_HEAPTYPE: the type was made by a class statement
_flags_of = type.__dict__["__flags__"].__get__
_mro_of: Any = type.__dict__["__mro__"].__get__
_namespace_of = type.__dict__["__dict__"].__get__


class NoCodeError(Exception):
    """The source cannot be compiled."""

    def __init__(self, trouble: Report) -> None:
        super().__init__()
        self.trouble = trouble


class Learner:
    """A compiled source that can be executed again and again, each time in a module of its own."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._kept: list[object] = []
        self._code = self._compile()

    def _compile(self) -> CodeType:
        try:
            code: CodeType = compile(self._source, LEARNER_FILE, "exec", 0, dont_inherit=True)
        except SyntaxError as error:
            raise NoCodeError(self._syntax_trouble(error)) from None
        except (MemoryError, RecursionError):
            text = "the code is nested too deeply for Python to compile"
            raise NoCodeError(described("SyntaxError", text)) from None
        except ValueError as error:
            raise NoCodeError(described("SyntaxError", str(error))) from None
        return code

    def execute(self) -> Names:
        """Run the file as a fresh module and return its namespace. Raises whatever it raises.

        The module's built-ins are a copy, so that a file which replaces `len` does so for itself.
        """
        own_builtins = types.ModuleType("builtins")
        own_builtins.__dict__.update(_BUILTINS)
        module = types.ModuleType(_MODULE)
        names = module.__dict__
        names["__builtins__"] = own_builtins.__dict__
        names["__file__"] = LEARNER_FILE
        sys.modules["builtins"] = own_builtins
        sys.modules[_MODULE] = module
        exec(self._code, names)  # noqa: S102 - this is what the sandbox is for
        return names

    def forget(self, names: Names) -> None:
        """Let go of a module that has served, so that its memory is free before the next is made.

        Instances of the learner's own classes stay alive: their finalizers, which may never end,
        must not run on the clock of another question.
        """
        self._kept += [thing for thing in names.values() if _flags_of(type(thing)) & _HEAP_TYPE]
        names.clear()

    def trouble(self, error: BaseException) -> Report:
        """Describe the exception being handled, by the innermost of the learner's own lines."""
        line, column = _deepest(_exc_info()[2])
        quoted = self._line(line)
        if quoted is not None and column is not None:
            column = len(quoted.encode()[:column].decode(errors="replace")) + 1
        kind = type(error)
        return described(
            name_of(kind), _text(error), line, column, quoted, _base(kind), _outermost(line)
        )

    def signature_trouble(self, error: BaseException, function: object) -> Report:
        """Describe a call that did not fit: no line of the learner's ran, so point at the `def`."""
        code = function.__code__ if type(function) is FunctionType else None
        line = code.co_firstlineno if code else None
        return described(name_of(type(error)), _text(error), line, quoted=self._line(line))

    def _syntax_trouble(self, error: SyntaxError) -> Report:
        column = error.offset if error.offset and error.offset > 0 else None
        text = str(error.msg)[:_TEXT]
        line = error.lineno
        return described(name_of(type(error)), text, line, column, self._line(line))

    def _line(self, number: int | None) -> str | None:
        """Return a line of the source, counted as Python counts lines."""
        if number is None:
            return None
        lines = self._source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return lines[number - 1].rstrip()[:_QUOTED] if 0 < number <= len(lines) else None


def described(
    kind: str,
    text: str,
    line: int | None = None,
    column: int | None = None,
    quoted: str | None = None,
    base: str | None = None,
    caller: int | None = None,
) -> Report:
    """Return a Trouble as it travels."""
    return [kind, text, line, column, quoted, base, caller]


def ran_learner_code() -> bool:
    """Whether the exception being handled passed through a line of the learner's."""
    return _deepest(_exc_info()[2])[0] is not None


def _deepest(traceback: TracebackType | None) -> tuple[int | None, int | None]:
    """Return line and byte offset of the innermost frame that belongs to the learner's file."""
    found = None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == LEARNER_FILE:
            found = traceback
        traceback = traceback.tb_next
    if found is None:
        return None, None
    positions = found.tb_frame.f_code.co_positions()
    place = next(itertools.islice(positions, found.tb_lasti // 2, None), (None,) * 4)
    return found.tb_lineno, place[2]


def _outermost(deepest: int | None) -> int | None:
    """Return the learner's line that the way to the deepest one began on, if it is another."""
    traceback = _exc_info()[2]
    while traceback is not None and traceback.tb_frame.f_code.co_filename != LEARNER_FILE:
        traceback = traceback.tb_next
    return traceback.tb_lineno if traceback and traceback.tb_lineno != deepest else None


def _base(kind: type) -> str | None:
    """Return the nearest of Python's own exceptions that a class of a learner is derived from."""
    for one in _mro_of(kind):
        name = name_of(one)
        if _BUILTINS.get(name) is one:
            return None if one is kind else name
    return None


def _text(error: BaseException) -> str:
    """Return the text of an exception; one that cannot be read has none."""
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - str() runs the learner's code, which may raise anything
        return ""
    return _cut(text, slice(0, _TEXT))


# ------------------------------------------------------------------------------ what is defined


def defined(names: Names) -> list[Report]:
    """List the callables that the learner's file itself defines: name, line, parameters."""
    found = [
        [name, *_signature(thing)]
        for name, thing in list(names.items())
        if type(name) is str and len(name) <= 100 and _is_own(name, thing)
    ]
    return found[:_DEFINED]


def _is_own(name: str, thing: Any) -> bool:
    kind = type(thing)
    if name.startswith("__") or kind in _FOREIGN or not callable(thing):
        return False
    if kind is FunctionType:
        return bool(thing.__code__.co_filename == LEARNER_FILE)
    if issubclass(kind, type):
        return bool(_namespace_of(thing).get("__module__") == _MODULE)
    return kind.__module__ != "typing"


def _signature(thing: object) -> tuple[int | None, list[str] | None]:
    inner = thing if type(thing) is FunctionType else getattr(thing, "__wrapped__", None)
    if type(inner) is not FunctionType:
        return None, None
    code = inner.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    return code.co_firstlineno, [name[:100] for name in code.co_varnames[:count]]
