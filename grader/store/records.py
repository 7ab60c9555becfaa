"""What leaves the store: frozen values, complete when they are handed out, never a row.

Decides nothing. Every time is aware and in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from grader.core.questions import Given

JSON: TypeAlias = Any  # what json.loads may return
Kind: TypeAlias = Literal["submission", "run"]
State: TypeAlias = Literal["queued", "running", "graded", "parked", "cancelled"]
MemberRole: TypeAlias = Literal["learner", "staff", "instructor"]
EndpointState: TypeAlias = Literal["active", "disabled", "removed"]
DeliveryState: TypeAlias = Literal["pending", "leased", "ok", "dead", "skipped"]

FINAL_STATES: frozenset[State] = frozenset({"graded", "parked", "cancelled"})
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """Part of a list; `next` is the cursor of the following part, None at the end."""

    items: tuple[T, ...]
    next: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRecord:
    id: int
    name: str
    is_admin: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseRecord:
    id: int
    slug: str
    title: str
    embed_origins: tuple[str, ...] = ()  # sites whose pages may show the course in a frame


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRecord:
    person: PersonRecord
    role: MemberRole


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentRecord:
    id: int
    slug: str
    title: str
    course: CourseRecord
    pack_name: str
    pack_version: str
    pack_version_id: int
    fresh: bool  # every submission wants a container of its own
    practice: bool = False  # visitors without an account may run the visible cases
    disclosure: str = "hint"  # how much of hidden cases is told: a `core.model.Disclosure`
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRecord:
    """What was given to a question of a lesson, as it was judged then."""

    question: str
    given: Given
    answered_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PackVersionRecord:
    """A published pack. `version`: the digest of `files`. `prepared`: the expected values.

    `course_id`: the course whose name it is; None: the service's own.
    """

    id: int
    course_id: int | None
    name: str
    version: str
    files: Mapping[str, str]
    prepared: Mapping[str, JSON]
    published_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSubmission:
    """What is to be taken in. `body` is what was sent, `source` what will be graded."""

    assignment_id: int
    person_id: int
    kind: Kind
    source: str
    body: str
    received_at: datetime
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionRecord:
    """`grade` is the newest full record, for staff; `core.feedback` says what others may see of it.

    `attempt` is None for a run. `parked_reason` is for staff only. `counterexamples` are by
    function, as far as they were found.
    """

    id: str
    kind: Kind
    state: State
    attempt: int | None
    received_at: datetime
    source: str
    source_digest: str
    learner: PersonRecord
    assignment: AssignmentRecord
    parked_reason: str | None = None
    grade: Mapping[str, JSON] | None = None
    graded_at: datetime | None = None
    counterexamples: Mapping[str, Mapping[str, JSON]] = field(default_factory=dict)

    @property
    def is_final(self) -> bool:
        return self.state in FINAL_STATES


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionLine:
    """One submission in a list: no source, no cases. Scores are None until it is graded."""

    id: str
    attempt: int
    state: State
    received_at: datetime
    parked_reason: str | None = None
    graded_at: datetime | None = None
    verdict: str | None = None
    score: float | None = None
    max_score: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultGrade:
    """A graded submission in the class results; `record` is the full grade."""

    submission_id: str
    attempt: int
    received_at: datetime
    graded_at: datetime
    score: float
    max_score: float
    record: Mapping[str, JSON]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One learner of an assignment: newest and best grade, and every submission, newest first."""

    learner: PersonRecord
    newest: ResultGrade | None
    best: ResultGrade | None
    submissions: tuple[SubmissionLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A worker's right to grade one submission until `lease_until`; void once the token changed."""

    submission_id: str
    kind: Kind
    source: str
    pack_version_id: int
    fresh: bool
    worker: str
    lease_token: str
    lease_until: datetime
    claims: int  # how often this submission was claimed, this time included


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Functions of a graded source for which a counterexample is looked for, and by which pack."""

    submission_id: str
    source: str
    source_digest: str
    pack_version_id: int
    fresh: bool
    functions: tuple[str, ...]
    record: Mapping[str, JSON]  # the grade


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A stored grade, the ids of the webhook deliveries that it made due, and what to explain."""

    grade_id: int
    delivery_ids: tuple[str, ...]
    is_to_explain: bool = False  # a counterexample is wanted that nobody looked for yet


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What a sweep found: `send` needs a message again, `parked` killed its worker too often."""

    send: tuple[str, ...]
    parked: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRecord:
    id: str
    course_id: int
    url: str
    events: tuple[str, ...]
    state: EndpointState
    disabled_reason: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryRecord:
    """A claimed delivery. `body` is sent as it is; `attempt` counts this one, from 1."""

    id: str
    event_id: str
    url: str
    sealed_secret: bytes
    body: bytes
    attempt: int
    lease_token: str


class Answer(Protocol):
    """What an attempt of delivery came to; `grader.lms.webhooks.Outcome` is one."""

    @property
    def ok(self) -> bool: ...
    @property
    def gone(self) -> bool: ...
    @property
    def status(self) -> int | None: ...
    @property
    def error(self) -> str | None: ...
    @property
    def milliseconds(self) -> int: ...
    @property
    def reply_head(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class HeartbeatRecord:
    """A worker's last sign of life; `ok` says whether its sandbox check passed."""

    worker: str
    at: datetime
    ok: bool
    detail: str
