"""The process that the learner's code lives in: read questions, call, encode, answer, end.

Starts as a fork of the supervisor that has given up everything but five descriptors and a uid of
its own. It reads one batch, writes answers, and never returns.
"""

import io
import json
import marshal
import os
import sys
import time

from sandbox.inside.learner import Learner, NoCode, defined, ran_learner_code
from sandbox.wire import (
    ARGUMENT_BUDGET,
    FLUSH_BYTES,
    LENGTH,
    NotPlain,
    TooLarge,
    decode,
    encode,
)

QUESTIONS = 3
ANSWERS = 4
_FLUSH_SECONDS = 0.02  # answers are sent at least this often, so that the worker's clock is fair
_scan = json.JSONDecoder().scan_once  # the C scanner: deaf to changes made to the json module
_dump = json.encoder.c_make_encoder(
    None, None, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True
)
_read, _write, _exit = os.read, os.write, os._exit
_marshal = marshal.dumps
_now = time.monotonic


class _Counting(io.FileIO):
    """Standard output or error; knows whether anything went through it."""

    written = 0

    def write(self, chunk):
        _Counting.written += 1
        return super().write(chunk)


def open_streams():
    """Make the three standard streams that learners see; done once, before any fork."""
    streams = [io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8")]
    for number in (1, 2):
        raw = _Counting(number, "w", closefd=False)
        buffered = io.BufferedWriter(raw)
        streams.append(io.TextIOWrapper(buffered, "utf-8", "backslashreplace", None, True))
    return streams


class Child:
    """One batch, from its first frame to os._exit."""

    def __init__(self, streams):
        self._streams = streams
        self._flushes = [stream.flush for stream in streams[1:]]
        self._buffer = b""
        self._at = 0
        self._seen = 0
        self._calls = 0
        self._sent_at = _now()

    def serve(self):
        self._mark = self._next()
        load_id = self._text()
        learner, names = self._load(load_id)
        while (head := self._next()) != b"":
            token, function, calls = _scan(head.decode(), 0)[0]
            self._answer(token, function, calls, learner, names)
            names = None
        _exit(0)

    # -------------------------------------------------------------------------------- the channel

    def _take(self, count):
        while len(self._buffer) - self._at < count:
            chunk = _read(QUESTIONS, 65536)
            if not chunk:
                _exit(0)
            self._buffer = self._buffer[self._at :] + chunk
            self._at = 0
        self._at += count
        return self._buffer[self._at - count : self._at]

    def _next(self):
        return self._take(LENGTH.unpack(self._take(LENGTH.size))[0])

    def _text(self):
        return self._next().decode()

    def _send(self, text):
        payload = text.encode("ascii")
        rest = memoryview(LENGTH.pack(len(payload)) + payload)
        while rest:
            rest = rest[_write(ANSWERS, rest) :]
        self._sent_at = _now()

    def _end_call(self):
        """Push out what was printed, and mark in the output stream where this call's text ends."""
        self._calls += 1
        for flush in self._flushes:
            try:
                flush()
            except (OSError, ValueError):  # closed by the learner
                pass
        if _Counting.written != self._seen:
            self._seen = _Counting.written
            try:
                _write(1, self._mark + LENGTH.pack(self._calls))
            except OSError:  # closed by the learner
                pass

    def _set_streams(self):
        sys.stdin, sys.stdout, sys.stderr = self._streams

    # ---------------------------------------------------------------------------------- the load

    def _load(self, load_id):
        """Compile and execute the file once, and report how that went."""
        learner = None
        try:
            learner = Learner(self._text())
            names = self._execute(learner)
        except NoCode as error:
            report = ["syntax_error", error.trouble, []]
        except BaseException as error:  # noqa: BLE001 - the learner's code may raise anything
            report = [_ending_of(error), learner.trouble(error), []]
        else:
            report = ["loaded", None, defined(names)]
        self._end_call()
        self._send("".join(_dump([load_id, *report], 0)))
        if report[0] != "loaded":
            _exit(0)
        return learner, names

    def _execute(self, learner):
        self._set_streams()
        return learner.execute()

    # ------------------------------------------------------------------------------- the questions

    def _answer(self, token, function, calls, learner, names):
        """Answer all calls of one question from one module, in as few frames as the clock allows."""
        try:
            names = names or self._execute(learner)
            failure = None
        except BaseException as error:  # noqa: BLE001 - the learner's code may raise anything
            failure = _report(_ending_of(error), learner.trouble(error))
        first, done, size = 0, [], 0
        for number in range(calls):
            arguments = self._text()
            done.append(failure or self._call(names, function, arguments, learner))
            self._end_call()
            size += len(done[-1])
            if size > FLUSH_BYTES or number + 1 == calls or self._is_late():
                self._send(f'["{token}",{first},[{",".join(done)}]]')
                first, done, size = number + 1, [], 0

    def _is_late(self):
        return _now() - self._sent_at > _FLUSH_SECONDS

    def _call(self, names, name, text, learner):
        function = names.get(name)
        if not callable(function):
            return _report("missing", _missing(names, name))
        arguments = decode(_scan(text, 0)[0], ARGUMENT_BUDGET)
        before = _marshal(arguments, 2)
        try:
            value = function(*arguments)
        except BaseException as error:  # noqa: BLE001 - the learner's code may raise anything
            report = _failed(error, learner, function)
        else:
            report = _returned(value, arguments, before)
        return report


def _failed(error, learner, function):
    if issubclass(type(error), TypeError) and not ran_learner_code():
        return _report("raised", learner.signature_trouble(error, function))
    return _report(_ending_of(error), learner.trouble(error))


def _ending_of(error):
    kind = type(error)
    if issubclass(kind, MemoryError):
        return "memory_limit"
    return "raised" if issubclass(kind, Exception) else "crashed"


def _missing(names, name):
    if name not in names:
        return ["NameError", f"the file defines no {name}", None, None, None]
    kind = type(names[name]).__name__
    return ["TypeError", f"{name} is not a function: it is of type {kind}", None, None, None]


def _returned(value, arguments, before):
    try:
        text = encode(value)
    except NotPlain as error:
        return _report("wrong_type", None, str(error))
    except (TooLarge, RecursionError):
        return _report("too_large")
    return f'["returned",{text},null,null,{_change(arguments, before)}]'


def _change(arguments, before):
    """Return the arguments as text when the call changed them, else null."""
    try:
        if _marshal(arguments, 2) == before:
            return "null"
        return encode(arguments)
    except (ValueError, NotPlain, TooLarge, RecursionError):
        return "null"


def _report(ending, trouble=None, type_name=None):
    return "".join(_dump([ending, None, trouble, type_name, None], 0))
