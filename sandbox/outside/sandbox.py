"""What the judge may ask of a sandbox, and what it gets back.

The vocabulary of the trust line. Nothing here holds an expected answer, and every text or value
in an Answer came from the learner: it is bounded and cleaned, and never believed.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, Protocol, TypeAlias, Union

from sandbox.wire import MARSHAL

Value: TypeAlias = Union[  # noqa: UP007 - a recursive alias needs quoted names
    bool, int, float, str, list["Value"], tuple["Value", ...], dict[str, "Value"], None
]
Arguments: TypeAlias = tuple[Value, ...]
CRASHES_IN_A_ROW: Final = 10  # of calls of one function that share a module; the rest is not run


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one submission may use. Seconds are wall time on the worker's monotonic clock."""

    load_seconds: float = 3.0
    case_seconds: float = 1.0
    cpu_seconds: int = 10  # per child process (one batch), enforced by the kernel
    total_seconds: float = 30.0
    memory_bytes: int = 128 * 1024 * 1024
    processes: int = 32
    kept_output_bytes: int = 64 * 1024  # per visible case; the rest is cut with a mark
    output_bytes: int = 256 * 1024  # more than this ends the case


@dataclass(frozen=True, kw_only=True)
class Question:
    """One function called once for each of `calls`, all in one freshly executed module.

    A named case is a question with one call; generated inputs come several to a question. Who asks
    the same of many sources keeps the question: its arguments are encoded once.
    """

    function: str
    calls: tuple[Arguments, ...]

    @cached_property
    def encoded(self) -> tuple[bytes, ...]:
        """The arguments of each call as a child reads them."""
        return tuple(marshal.dumps(call, MARSHAL) for call in self.calls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Questions that share a child process, in order. `shown` keeps what they print."""

    questions: tuple[Question, ...]
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One source and everything it is asked. `fresh` demands a container of its own."""

    source: str
    batches: tuple[Batch, ...]
    limits: Limits
    fresh: bool = False


class Ending(StrEnum):
    """How one call ended, as the host saw it. Labels for people; only RETURNED carries a value."""

    RETURNED = "returned"
    RAISED = "raised"
    MISSING = "missing"  # no such function, or the name is not callable
    WRONG_TYPE = "wrong_type"  # a value of a kind that is not plain data
    TOO_LARGE = "too_large"
    CRASHED = "crashed"  # the process ended without an answer, exit() included
    PROTOCOL = "protocol"  # bytes on the channel that nobody asked for
    OUTPUT_LIMIT = "output_limit"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    PROCESS_LIMIT = "process_limit"
    NOT_RUN = "not_run"  # the file did not load, or earlier calls of this function say enough
    SYNTAX_ERROR = "syntax_error"  # of a load only
    LOADED = "loaded"  # of a load only


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A learner's error in the learner's own lines: no frame, no path of ours. Distrusted.

    `kind` is the exception's type name; `line` and `column` count from 1; `quoted` is that line.
    `base`: the nearest exception of Python's own, when the type is a class of the learner's.
    `caller`: the line of the file that the way to `line` began on, if it is another one.
    """

    kind: str
    text: str = ""
    line: int | None = None
    column: int | None = None
    quoted: str | None = None
    base: str | None = None
    caller: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of one call. `value` counts only when `ending` is RETURNED."""

    ending: Ending
    value: Value = None
    trouble: Trouble | None = None  # of RAISED, MISSING, and of CRASHED when exit() was called
    type_name: str | None = None  # of WRONG_TYPE: a name, or "dict with a key of type int"
    arguments_after: Arguments | None = None  # the arguments when the call changed them, else None
    output: str = ""  # what a shown call printed
    printed: bool = False  # whether it printed anything, shown or not


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What came of executing the file. `ending`: LOADED, SYNTAX_ERROR, RAISED, CRASHED or a limit.

    `defined` names the top-level callables with their lines and parameter counts, for near misses.
    """

    ending: Ending
    trouble: Trouble | None = None
    defined: tuple[Defined, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Defined:
    """A top-level callable of the learner's file, as the file itself describes it (distrusted)."""

    name: str
    line: int | None = None
    parameters: tuple[str, ...] | None = None  # None: not known


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A finished job: answers[b][q][c] for batch b, question q, call c. No gap, no surplus."""

    load: Load
    answers: tuple[tuple[tuple[Answer, ...], ...], ...]
    image: str  # digest of the image it ran in
    python: str  # version of the Python inside, such as 3.11.2
    seconds: float


class SandboxUnavailable(Exception):
    """No container could be had or the engine went away: ours, tried again, never a verdict."""


class Stopped(Exception):
    """The caller's `stop` said true before the job was done; nothing may be concluded from it."""


class Sandbox(Protocol):
    """Runs jobs; safe to call from several threads. Closing destroys every container it holds."""

    def run(self, job: Job, *, stop: Callable[[], bool] = lambda: False) -> Run:
        """Run the job to its end. Raises SandboxUnavailable or Stopped, nothing else."""
        ...

    def close(self) -> None: ...
