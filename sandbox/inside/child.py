"""The process that the learner's code lives in: read questions, call, encode, answer, end.

Starts as a fork of the supervisor that has given up everything but five descriptors and a uid of
its own. It reads one batch, writes answers, and never returns. Everything that it needs later is
bound to a name of this module before the learner's code runs.
"""

from __future__ import annotations

import _warnings
import io
import json
import marshal
import os
import sys
import time
from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeAlias

from sandbox.inside.learner import (
    Learner,
    Names,
    NoCodeError,
    Report,
    defined,
    described,
    ran_learner_code,
)
from sandbox.wire import (
    FLUSH_BYTES,
    LEARNER_FILE,
    LENGTH,
    MARSHAL,
    NotPlainError,
    TooLargeError,
    encode,
)

QUESTIONS: Final = 3
ANSWERS: Final = 4
_FLUSH_SECONDS: Final = 0.02  # answers are sent this often, so that the worker's clock is fair
_CHUNK: Final = 65536
_NOBODYS: Final = 0  # numbers of texts; those of the calls follow
_LOAD: Final = 1
_json_parts: Callable[..., Any] = json.encoder.c_make_encoder(  # type: ignore[attr-defined] # not in typeshed
    None, None, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True
)
Stream: TypeAlias = "io.TextIOWrapper[Any]"
# Warnings are told of the learner's own lines alone: a coroutine that nobody awaits dies in ours.
_warnings.filters[:] = [
    *(("ignore", None, kind, None, 0) for kind in (DeprecationWarning, ResourceWarning)),
    ("default", None, Warning, LEARNER_FILE.removesuffix(".py"), 0),
    ("ignore", None, Warning, None, 0),
]
_read, _write, _exit = os.read, os.write, os._exit
_marshal, _unmarshal, _now = marshal.dumps, marshal.loads, time.monotonic


class _Counted(io.BufferedWriter):
    """Standard output or error; knows at once whether anything was written to it."""

    writes = 0

    def write(self, chunk: Any) -> int:
        _Counted.writes += 1
        return super().write(chunk)


def open_streams() -> list[Stream]:
    """Make the standard streams that learners see; done once, before any fork."""
    streams: list[Stream] = [
        io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8")
    ]
    for number in (1, 2):
        counted = _Counted(io.FileIO(number, "w", closefd=False))
        streams.append(
            io.TextIOWrapper(
                counted, "utf-8", "backslashreplace", line_buffering=True, write_through=True
            )
        )
    return streams


class Questions:
    """The frames of one batch, read as they are needed: a later question is not in memory yet
    unless it came in the same chunk."""

    def __init__(self) -> None:
        self._buffer = b""
        self._at = 0

    def next(self) -> bytes:
        return self._take(LENGTH.unpack(self._take(LENGTH.size))[0])

    def next_text(self) -> str:
        return self.next().decode()

    def _take(self, count: int) -> bytes:
        while len(self._buffer) - self._at < count:
            chunk = _read(QUESTIONS, _CHUNK)
            if not chunk:
                _exit(0)
            self._buffer = self._buffer[self._at :] + chunk
            self._at = 0
        self._at += count
        return self._buffer[self._at - count : self._at]


class Child:
    """One batch, from its first frame to os._exit."""

    def __init__(self, streams: list[Stream]) -> None:
        self._streams = streams
        self._flushes = [stream.flush for stream in streams[1:]]
        self._questions = Questions()
        self._seen_writes = 0
        self._calls = _LOAD  # ended ones
        self._sent_at = _now()

    def serve(self) -> NoReturn:
        self._set_streams()
        self._mark = self._questions.next()
        self._load(self._questions.next_text())
        while question := self._questions.next():
            self._answer(*_unmarshal(question))
        _exit(0)

    # -------------------------------------------------------------------------------- the channel

    def _send(self, text: str) -> None:
        payload = text.encode("ascii")
        rest = memoryview(LENGTH.pack(len(payload)) + payload)
        while rest:
            rest = rest[_write(ANSWERS, rest) :]
        self._sent_at = _now()

    def _end_text(self, number: int) -> bool:
        """Push out what was printed, and write behind it of which call. Returns whether it was."""
        if _Counted.writes == self._seen_writes:
            return False
        self._seen_writes = _Counted.writes
        try:
            for flush in self._flushes:
                flush()
            _write(1, self._mark + LENGTH.pack(number))
        except (OSError, ValueError):  # the learner closed it
            pass
        return True

    # ---------------------------------------------------------------------------------- the load

    def _load(self, token: str) -> None:
        """Compile and execute the file once, and report how that went. Ends when it did not."""
        learner = None
        try:
            learner = self._learner = Learner(self._questions.next_text())
            self._names = learner.execute()
            self._is_new = True
        except NoCodeError as error:
            report: Report = ["syntax_error", error.trouble, []]
        except BaseException as error:  # noqa: BLE001 - the learner's code may raise anything
            report = [_ending_of(error), learner and learner.trouble(error), []]
        else:
            report = ["loaded", None, defined(self._names)]
        self._end_text(_LOAD)
        self._send("".join(_json_parts([token, *report], 0)))
        if report[0] != "loaded":
            _exit(0)

    def _set_streams(self) -> None:
        sys.stdin, sys.stdout, sys.stderr = self._streams

    def _renew(self) -> None:
        """Make a fresh module, unless the one at hand has not been used yet."""
        if not self._is_new:
            self._learner.forget(self._names)
            self._set_streams()
            self._names = self._learner.execute()
            self._end_text(_NOBODYS)  # what the file prints while loading belongs to no call
        self._is_new = False

    # ------------------------------------------------------------------------------- the questions

    def _answer(self, token: str, function: str, calls: tuple[bytes, ...]) -> None:
        """Answer all calls of one question from one module, in as few frames as is fair."""
        failure = None
        try:
            self._renew()
        except BaseException as error:  # noqa: BLE001 - the learner's code may raise anything
            failure = _report(_ending_of(error), self._learner.trouble(error))
        done: list[str] = []
        first = size = 0
        for number, arguments in enumerate(calls, 1):
            answer = failure or _call(self._learner, self._names, function, arguments)
            done.append(answer)
            size += len(answer)
            has_printed = self._end_text(self._calls + number)
            if has_printed or size > FLUSH_BYTES or _now() - self._sent_at > _FLUSH_SECONDS:
                self._send_answers(token, first, done)
                first, size, done = number, 0, []
        if done:
            self._send_answers(token, first, done)
        self._calls += len(calls)

    def _send_answers(self, token: str, first: int, answers: list[str]) -> None:
        self._send(f'["{token}",{first},[{",".join(answers)}]]')


def warm_up() -> None:
    """Do once what a child does, on a file of ours: a fork's first touch of a page is slow."""
    learner = Learner("def f(a):\n    return [a, 'x', 1.5]\n")
    _call(learner, learner.execute(), "f", _marshal(([1, "x"],), MARSHAL))
    _report("raised", described("E", "x", 1))


def _call(learner: Learner, names: Names, name: str, before: bytes) -> str:
    """Call one function with freshly decoded arguments, and return the report as JSON."""
    function = names.get(name)
    if not callable(function):
        return _report("missing", _missing(names, name))
    arguments = _unmarshal(before)
    try:
        value = function(*arguments)
    except TypeError as error:
        fits = ran_learner_code()
        trouble = learner.trouble(error) if fits else learner.signature_trouble(error, function)
        return _report("raised", trouble)
    except BaseException as error:  # noqa: BLE001 - the learner's code may raise anything
        return _report(_ending_of(error), learner.trouble(error))
    return _returned(value, arguments, before)


def _ending_of(error: BaseException) -> str:
    kind = type(error)
    if issubclass(kind, MemoryError):
        return "memory_limit"
    return "raised" if issubclass(kind, Exception) else "crashed"


def _missing(names: Names, name: str) -> Report:
    if name not in names:
        return described("NameError", f"the file defines no {name}")
    kind = type(names[name]).__name__
    text = f"{name} is not a function: it is of type {kind}"
    return described("TypeError", text)


def _returned(value: object, arguments: object, before: bytes) -> str:
    try:
        text = encode(value)
    except NotPlainError as error:
        return _report("wrong_type", None, str(error))
    except (TooLargeError, RecursionError, MemoryError):
        return _report("too_large")
    change = _change(arguments, before)
    return f'["returned",{text},null,null,{change}]' if change else f"[{text}]"


def _change(arguments: Any, before: bytes) -> str:
    """Return the arguments as text when the call changed them, else nothing."""
    try:
        return "" if _marshal(arguments, MARSHAL) == before else encode(arguments)
    except (ValueError, NotPlainError, TooLargeError, RecursionError, MemoryError):
        return ""


def _report(ending: str, trouble: Report | None = None, type_name: str | None = None) -> str:
    return "".join(_json_parts([ending, None, trouble, type_name, None], 0))
