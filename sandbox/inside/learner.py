"""Execute the learner's file in a fresh module, and describe what it defines and how it fails.

Runs in the learner's own process. What the learner can reach he can change, so nothing found here
is believed outside; this file only has to serve honest learners well and to end for all others.
"""

import builtins
import itertools
import sys
import types

from sandbox.wire import LEARNER_FILE, name_of

_MODULE = "solution"
_TEXT = 2000  # characters of an exception's text that are kept
_QUOTED = 300  # characters of a quoted line
_DEFINED = 200  # callables that are described
_BUILTIN_NAMES = dict(vars(builtins))
_exc_info = sys.exc_info
_cut = str.__getitem__
_FOREIGN = (types.BuiltinFunctionType, types.ModuleType)


class NoCode(Exception):
    """The source cannot be compiled; the message is its trouble."""

    def __init__(self, trouble):
        self.trouble = trouble


class Learner:
    """A compiled source that can be executed again and again, each time in a module of its own."""

    def __init__(self, source):
        self._source = source
        self._code = self._compile()

    def _compile(self):
        try:
            return compile(self._source, LEARNER_FILE, "exec", 0, True)
        except SyntaxError as error:
            raise NoCode(self._syntax_trouble(error)) from None
        except (MemoryError, RecursionError):
            text = "the code is nested too deeply for Python to compile"
            raise NoCode(["SyntaxError", text, None, None, None]) from None
        except ValueError as error:
            raise NoCode(["SyntaxError", str(error), None, None, None]) from None

    def execute(self):
        """Run the file as a fresh module and return its namespace. Raises whatever it raises."""
        module = types.ModuleType(_MODULE)
        names = module.__dict__
        own_builtins = types.ModuleType("builtins")
        own_builtins.__dict__.update(_BUILTIN_NAMES)
        names["__builtins__"] = own_builtins.__dict__
        names["__file__"] = LEARNER_FILE
        sys.modules["builtins"] = own_builtins
        sys.modules[_MODULE] = module
        exec(self._code, names)  # noqa: S102 - this is what the sandbox is for
        return names

    def trouble(self, error):
        """Describe an exception by the learner's own lines: kind, text, line, column, quoted."""
        where = _deepest(_exc_info()[2])
        line, column = where if where else (None, None)
        quoted = self._line(line)
        if quoted is not None and column is not None:
            column = len(quoted.encode()[:column].decode(errors="replace")) + 1
        return [name_of(type(error)), _text(error), line, column, quoted and quoted[:_QUOTED]]

    def signature_trouble(self, error, function):
        """Describe a call that did not fit: no line of the learner ran, so point at the `def`."""
        code = getattr(function, "__code__", None)
        line = code.co_firstlineno if type(code) is types.CodeType else None
        quoted = self._line(line)
        return [name_of(type(error)), _text(error), line, None, quoted and quoted[:_QUOTED]]

    def _syntax_trouble(self, error):
        quoted = self._line(error.lineno)
        return [
            name_of(type(error)),
            str(error.msg)[:_TEXT],
            error.lineno,
            error.offset if error.offset and error.offset > 0 else None,
            quoted and quoted[:_QUOTED],
        ]

    def _line(self, number):
        if number is None:
            return None
        lines = self._source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return lines[number - 1].rstrip() if 0 < number <= len(lines) else None


def ran_learner_code():
    """Whether the exception being handled passed through a line of the learner's."""
    return _deepest(_exc_info()[2]) is not None


def _deepest(traceback):
    """Return line and byte offset of the innermost frame that belongs to the learner's file."""
    found = None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == LEARNER_FILE:
            found = traceback
        traceback = traceback.tb_next
    if found is None:
        return None
    positions = found.tb_frame.f_code.co_positions()
    place = next(itertools.islice(positions, found.tb_lasti // 2, None), (None,) * 4)
    return found.tb_lineno, place[2]


def _text(error):
    """Return the text of an exception; an exception that cannot be read has none."""
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - str() runs the learner's code, which may raise anything
        return ""
    return _cut(text, slice(0, _TEXT))


def defined(names):
    """List the callables that the learner's file itself defines: name, line, parameters."""
    found = []
    for name, thing in list(names.items()):
        if type(name) is str and len(name) <= 100 and _is_own(name, thing):
            found.append([name, *_signature(thing)])
    return found[:_DEFINED]


def _is_own(name, thing):
    if name.startswith("__") or not callable(thing) or type(thing) in _FOREIGN:
        return False
    if type(thing) is types.FunctionType:
        return thing.__code__.co_filename == LEARNER_FILE
    if issubclass(type(thing), type):
        return type.__dict__["__dict__"].__get__(thing).get("__module__") == _MODULE
    return True


def _signature(thing):
    inner = thing
    if type(thing) is not types.FunctionType:
        inner = vars(type(thing)) and getattr(thing, "__wrapped__", None)
    if type(inner) is not types.FunctionType:
        return None, None
    code = inner.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    parameters = [_cut(name, slice(0, 100)) for name in code.co_varnames[:count]]
    return code.co_firstlineno, parameters
