"""The words of grading: a pack's functions and cases, what was observed, and the grade.

Plain frozen data that everybody shares. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from grader.core.questions import Question

if TYPE_CHECKING:
    from grader.core.domain import Domain

Value: TypeAlias = (
    bool | int | float | str | list["Value"] | tuple["Value", ...] | dict[str, "Value"] | None
)
Arguments: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """What a call should come to when it should return nothing: one of these exceptions."""

    kinds: tuple[str, ...]


Expected: TypeAlias = Value | Raised


class Nan(StrEnum):
    """Whether NaN is the right answer where NaN is expected."""

    EQUAL = "equal"
    NEVER = "never"


class Newlines(StrEnum):
    """Which ends of lines are the same in a text."""

    EXACT = "exact"
    UNIVERSAL = "universal"
    TRAILING = "trailing"  # universal, and those at the end of the text do not count


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a returned value is compared with the expected one; by default exactly, by type."""

    tolerance: float = 0.0
    relative_tolerance: float = 0.0
    unordered: bool = False
    list_or_tuple: bool = False
    integral_float: bool = False
    nan: Nan = Nan.EQUAL
    newlines: Newlines = Newlines.EXACT
    any_of: tuple[Value, ...] = ()  # accepted beside the expected value


EXACT = Rules()


class Visibility(StrEnum):
    VISIBLE = "visible"
    HIDDEN = "hidden"


class Credit(StrEnum):
    """How passed cases become points: in proportion to their weight, or only when all passed."""

    PARTIAL = "partial"
    ALL_OR_NOTHING = "all_or_nothing"


class Verdict(StrEnum):
    """Of a case, a function, a load or a submission; `core.verdict` holds their table."""

    PASSED = "passed"
    WRONG_ANSWER = "wrong_answer"
    WRONG_TYPE = "wrong_type"
    RAISED = "raised"
    TOO_LARGE = "too_large"
    CRASHED = "crashed"
    PROTOCOL = "protocol"
    OUTPUT_LIMIT = "output_limit"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    PROCESS_LIMIT = "process_limit"
    NOT_RUN = "not_run"
    MISSING = "missing"
    SYNTAX_ERROR = "syntax_error"
    LOAD_FAILED = "load_failed"
    SOURCE_TOO_LARGE = "source_too_large"
    SOURCE_REJECTED = "source_rejected"
    OK = "ok"  # of a load only
    FAILED = "failed"  # what a learner is told of a hidden case, and of a submission not all passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One call with known arguments. Ids are unique in a pack. An unscored case only advises."""

    id: str
    function: str
    visibility: Visibility
    arguments: Arguments
    weight: Fraction = Fraction(1)
    scored: bool = True
    hint: str | None = None
    rules: Rules = EXACT
    raises: tuple[str, ...] = ()  # the exceptions that are right answers here
    must_raise: bool = False  # the case itself asks for one of them
    secret: bool = False  # its input is never shown to a learner, whatever is disclosed
    changes: str = ""  # the parameter whose value afterwards is the answer, when it is not returned


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function the learner writes: parameters in order, points, and how they are earned.

    `domain` says which inputs make sense; without one no inputs are generated.
    """

    name: str
    parameters: tuple[str, ...]
    points: Fraction
    credit: Credit = Credit.PARTIAL
    summary: str = ""
    rules: Rules = EXACT
    raises: tuple[str, ...] = ()
    domain: Domain | None = None
    changes: str = ""  # the parameter that it changes: what that holds afterwards is the answer


@dataclass(frozen=True, slots=True, kw_only=True)
class PackLimits:
    """Limits a pack sets for its learners; seconds of wall time, bytes, counts."""

    load_seconds: float = 3.0
    case_seconds: float = 1.0
    total_seconds: float = 30.0
    memory_bytes: int = 128 * 1024 * 1024
    output_bytes: int = 256 * 1024
    processes: int = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongSolution:
    """A known misconception: a file under wrong/, the functions it must fail, the hint it earns."""

    file: str
    source: str
    fails: tuple[str, ...]
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalent:
    """A change of the solution that changes no answer, as its author says, and why."""

    function: str
    before: str
    after: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A read and checked pack. `version` is the digest of its files; `files` maps path to text."""

    name: str
    title: str
    version: str
    functions: tuple[Function, ...]
    cases: tuple[Case, ...]
    starter: str
    solution: str
    lesson: str
    chapter: str = ""  # the chapter reference, shared with other packs; empty when there is none
    right: Mapping[str, str] = field(default_factory=dict)  # file to source: must pass
    wrong: tuple[WrongSolution, ...] = ()  # must fail as they promise
    equivalents: tuple[Equivalent, ...] = ()  # mutants that no case can tell from the solution
    questions: tuple[Question, ...] = ()
    limits: PackLimits = PackLimits()
    fresh: bool = False  # whether every submission demands a container of its own
    files: Mapping[str, str] = field(default_factory=dict)


class Role(StrEnum):
    LEARNER = "learner"
    STAFF = "staff"


class Disclosure(StrEnum):
    """How much of hidden cases an assignment tells its learners. Each level adds to the one before.

    `core.feedback` alone says what that means.
    """

    COUNT = "count"
    HINT = "hint"
    COUNTEREXAMPLE = "counterexample"
    ALL_AFTER_DEADLINE = "all_after_deadline"  # before the deadline, and without one: like `hint`


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseGrade:
    """The verdict on one case. Arguments and values are Python literals as text, or None.

    `differs_at` leads from the whole value to the first difference, where one lies inside.
    """

    id: str
    visibility: Visibility
    verdict: Verdict
    scored: bool = True
    secret: bool = False
    arguments: str | None = None
    returned: str | None = None
    expected: str | None = None
    message: str | None = None
    hint: str | None = None
    output: str | None = None
    differs_at: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedGrade:
    """The generated inputs of a function, together; `failures` holds the smallest few."""

    passed: int
    total: int
    failures: tuple[CaseGrade, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """A known misconception that explains everything a function returned."""

    id: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionGrade:
    """`message` and `hint` say nothing of a hidden case but its kind of failure.

    `signature` names what a function that failed did in all its cases: equal behaviour, equal name.
    """

    name: str
    verdict: Verdict
    score: Fraction
    max_score: Fraction
    cases: tuple[CaseGrade, ...]
    message: str | None = None
    hint: str | None = None
    generated: GeneratedGrade | None = None
    signature: str | None = None
    diagnosis: Diagnosis | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadGrade:
    verdict: Verdict
    message: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """Everything known of one grading; `core.feedback` says what of it anybody may see."""

    pack: str
    pack_version: str
    verdict: Verdict  # passed | failed, or the load's verdict
    score: Fraction
    max_score: Fraction
    load: LoadGrade
    functions: tuple[FunctionGrade, ...]
    image: str
    python: str
    seconds: float
