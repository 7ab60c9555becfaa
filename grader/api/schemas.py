"""The JSON that goes in and out, as the documentation shows it.

What goes out passes through these models, so a field that is not named here never leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from pydantic import AwareDatetime, ConfigDict, Field

from grader.api import examples
from grader.api.assignment_schemas import MADE, AssignmentOut
from grader.api.base import In, Number, Out
from grader.api.pack_schemas import UPLOAD, UploadOut
from grader.api.question_schemas import ANSWERS, QUESTION, Answers, QuestionOut
from grader.api.webhook_schemas import WebhookMade, Webhooks
from grader.store.records import Kind, State


class SourceIn(In):
    model_config = ConfigDict(json_schema_extra={"example": examples.SOURCE})
    source: str = Field(description="The whole file as text, at most 64 KiB in UTF-8.")


class Accepted(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.ACCEPTED})
    id: str
    state: State
    url: str = Field(description="Where to ask for the grade; the header Location says the same.")


class CaseOut(Out):
    """A hidden case tells a learner its opaque id, and `passed` or `failed`; the rest is null."""

    id: str
    visibility: Literal["visible", "hidden"]
    verdict: str
    scored: bool | None = Field(None, description="False: this case advises and costs nothing.")
    arguments: str | None = None
    returned: str | None = None
    expected: str | None = None
    message: str | None = None
    hint: str | None = None
    output: str | None = None


class FunctionOut(Out):
    name: str
    verdict: str
    score: Number
    max_score: Number


class CountOut(Out):
    passed: int
    total: int


class GeneratedOut(CountOut):
    """Inputs generated from the domain of the function; `failures` is for staff."""

    failures: list[CaseOut] = Field(default_factory=list)


class DiagnosisOut(Out):
    """A known misconception that returns the same in every case, and what helps against it."""

    id: str
    hint: str


class CounterexampleOut(Out):
    """The smallest input found on which the function is wrong.

    Where it is wrong only after another call, both calls: `f(1), then f(1)`, and what each gave.
    """

    call: str
    returned: str = Field(
        description="As Python writes it; or `raises KeyError`, `<set>` for a value that is no "
        "plain data, `no answer (time limit)`."
    )
    expected: str


class GradedFunctionOut(FunctionOut):
    """How much of hidden cases is told depends on what the assignment discloses."""

    message: str | None = None
    hint: str | None = None
    hidden: CountOut | None = Field(
        None, description="Hidden cases, generated ones among them; null when none were asked."
    )
    generated: GeneratedOut | None = None
    diagnosis: DiagnosisOut | None = None
    counterexample: CounterexampleOut | None = Field(
        None, description="Comes a moment after the grade, when one is found."
    )
    signature: str | None = Field(
        None, description="For staff: equal wrong behaviour has an equal signature."
    )
    cases: list[CaseOut]


class LoadOut(Out):
    verdict: str
    message: str | None = None
    line: int | None = None


class GradeOut(Out):
    pack: str
    pack_version: str
    verdict: str
    score: Number
    max_score: Number
    image: str = Field(description="Digest of the sandbox image that the file ran in.")
    python: str = Field(description="Version of Python that the file ran on.")
    load: LoadOut
    functions: list[GradedFunctionOut]


class WaitOut(Out):
    ahead: int = Field(description="How many others are graded first.")
    seconds: int | None = Field(description="About so long, if that is known.")


class SubmissionOut(Out):
    """`attempt` is null for a run."""

    model_config = ConfigDict(json_schema_extra={"example": examples.SUBMISSION})
    id: str
    kind: Kind
    attempt: int | None
    state: State
    received_at: datetime
    wait: WaitOut | None = Field(None, description="While it is queued: what is before it.")
    searching: bool = Field(
        description="Whether a counterexample is still looked for. Ask again in a moment."
    )
    grade: GradeOut | None = None


class LineOut(Out):
    """One of my submissions. Scores are null until it is graded."""

    id: str
    attempt: int
    state: State
    received_at: datetime
    verdict: str | None = None
    score: Number | None = None
    max_score: Number | None = None
    url: str


class LearnerOut(Out):
    id: int
    name: str


class ResultOut(Out):
    submission: str
    url: str
    attempt: int
    received_at: datetime
    graded_at: datetime
    verdict: str
    score: Number
    max_score: Number
    functions: list[FunctionOut]


class ResultRowOut(Out):
    """`newest` and `best` are null for a learner who has no graded submission."""

    learner: LearnerOut
    newest: ResultOut | None
    best: ResultOut | None


class DisclosureIn(In):
    model_config = ConfigDict(json_schema_extra={"example": examples.DISCLOSURE_IN})
    disclosure: Literal["count", "hint", "counterexample", "all_after_deadline"] = Field(
        description="What learners are told of hidden cases: how many pass; also which, and the "
        "hint of a known misconception; also the smallest input found; or all after `due_at`, and "
        "until then as much as `hint`. Inputs that a pack marks secret are never told."
    )
    due_at: AwareDatetime | None = Field(
        None, strict=False, description="The deadline, with its time zone."
    )


class DisclosureOut(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.DISCLOSURE})
    assignment: str
    disclosure: str
    due_at: datetime | None


class CourseOut(Out):
    course: str
    title: str
    role: Literal["learner", "staff"]
    assignments: list[AssignmentOut]


class MeOut(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.ME})
    id: int
    name: str
    courses: list[CourseOut]


class ProblemOut(Out):
    """RFC 9457. `code` never changes; `detail` is for a person and may."""

    type: str
    title: str
    status: int
    code: str
    detail: str


class PartOut(Out):
    part: Literal["database", "broker", "worker"]
    ok: bool
    detail: str


class Ready(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.READY})
    status: Literal["ok"] = "ok"
    parts: list[PartOut]


class Healthy(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.HEALTHY})
    status: Literal["ok"] = "ok"


class Lines(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.LINES})
    items: list[LineOut]
    next: str | None = Field(description="Pass it as `cursor` to read on; null at the end.")


class Results(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.RESULTS})
    items: list[ResultRowOut]
    next: str | None = Field(description="Pass it as `cursor` to read on; null at the end.")


EXAMPLES: Mapping[str, examples.Example] = {
    "Accepted": examples.ACCEPTED,
    AssignmentOut.__name__: MADE,
    "DisclosureOut": examples.DISCLOSURE,
    Answers.__name__: ANSWERS,
    "Healthy": examples.HEALTHY,
    "Lines": examples.LINES,
    "MeOut": examples.ME,
    QuestionOut.__name__: QUESTION,
    "Ready": examples.READY,
    "Results": examples.RESULTS,
    "SubmissionOut": examples.SUBMISSION,
    UploadOut.__name__: UPLOAD,
    WebhookMade.__name__: examples.WEBHOOK_MADE,
    Webhooks.__name__: examples.WEBHOOKS,
}
