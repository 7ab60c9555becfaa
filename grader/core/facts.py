"""What was observed of a submission, in the core's own words.

`judge.translate` fills these from a sandbox's run. Endings are what the host saw; every text and
value was made by the learner's program: bounded and cleaned on the way in, and never believed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from grader.core.model import Arguments, Value


class Ending(StrEnum):
    """How a call or a load ended. Labels for people; only `returned` carries a value."""

    RETURNED = "returned"
    RAISED = "raised"
    MISSING = "missing"
    WRONG_TYPE = "wrong_type"
    TOO_LARGE = "too_large"
    CRASHED = "crashed"
    PROTOCOL = "protocol"
    OUTPUT_LIMIT = "output_limit"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    PROCESS_LIMIT = "process_limit"
    NOT_RUN = "not_run"
    LOADED = "loaded"  # of a load only, as are the rest
    SYNTAX_ERROR = "syntax_error"
    SOURCE_TOO_LARGE = "source_too_large"  # decided before any container was asked
    SOURCE_REJECTED = "source_rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A learner's error in the learner's own lines. `line` and `column` count from 1.

    `base`: which of Python's own exceptions an exception class of the learner's is derived from.
    `caller`: the line that the way to `line` began on, if it is another one.
    """

    kind: str
    text: str = ""
    line: int | None = None
    column: int | None = None
    quoted: str | None = None
    base: str | None = None
    caller: int | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names that it may be expected under."""
        return (self.kind,) if self.base is None else (self.kind, self.base)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFact:
    """What came of one call. `value` counts only when `ending` is `returned`."""

    ending: Ending
    value: Value = None
    fault: Fault | None = None
    type_name: str | None = None  # of a value that is not plain data
    arguments_after: Arguments | None = None  # when the call changed them
    output: str = ""
    printed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A top-level callable of the learner's file, as the file describes itself."""

    name: str
    line: int | None = None
    parameters: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """A function that does not begin at the left edge, and the line there that it stands under."""

    line: int
    holder: str | None = None  # `class A`, `def helper` or the line itself
    holder_line: int | None = None
    takes_self: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadFact:
    """What came of executing the file, before any hidden input was near it.

    Two are read from the text: functions that stand `inside` something, with what that is, and
    those that are `repeated`, with all their lines.
    """

    ending: Ending
    fault: Fault | None = None
    defined: tuple[Definition, ...] = ()
    inside: Mapping[str, Inside] = field(default_factory=dict)
    repeated: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """One source under one set of cases. `cases` has a fact for every case that was asked.

    `remembers`: functions that answer rightly when asked alone, and wrongly after others.
    """

    load: LoadFact
    cases: Mapping[str, CaseFact]
    image: str
    python: str
    seconds: float
    remembers: frozenset[str] = frozenset()
