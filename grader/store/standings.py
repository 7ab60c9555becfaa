"""Where learners stand at an assignment: each submission with its newest grade, in few queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias, cast

from sqlalchemy import Row, Select, func, select
from sqlalchemy.orm import Session, aliased

from grader.store.records import State, SubmissionLine
from grader.store.tables import Grade, Submission

LineRow: TypeAlias = Row[*tuple[Any, ...]]
_SHOWN = (
    Submission.id,
    Submission.person_id,
    Submission.attempt,
    Submission.state,
    Submission.received_at,
    Submission.parked_reason,
)
_GRADED = (Grade.graded_at, Grade.verdict, Grade.score, Grade.max_score)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A graded submission, by its newest grade."""

    submission_id: str
    attempt: int
    received_at: datetime
    grade_id: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Of one learner: his submissions, newest first, and which of them count."""

    lines: tuple[SubmissionLine, ...] = ()
    newest: Scored | None = None
    best: Scored | None = None


def standings(
    session: Session, *, assignment_id: int, person_ids: Collection[int]
) -> Mapping[int, Standing]:
    """By person; who sent nothing is left out."""
    grouped: dict[int, list[LineRow]] = defaultdict(list)
    for row in session.execute(lines_query(assignment_id, person_ids)):
        grouped[row.person_id].append(row)
    return {person_id: _standing(rows) for person_id, rows in grouped.items()}


def lines_query(assignment_id: int, person_ids: Collection[int]) -> Select[*tuple[Any, ...]]:
    """A row for each submission, newest first, with its newest grade if it has one."""
    other = aliased(Grade)
    newest_id = select(func.max(other.id)).where(other.submission_id == Submission.id)
    return (
        select(*_SHOWN, Grade.id.label("grade_id"), *_GRADED)
        .outerjoin(Grade, Grade.id == newest_id.scalar_subquery())
        .where(
            Submission.assignment_id == assignment_id,
            Submission.person_id.in_(person_ids),
            Submission.kind == "submission",
        )
        .order_by(Submission.person_id, Submission.attempt.desc())
    )


def _standing(rows: Sequence[LineRow]) -> Standing:
    scored = tuple(_scored(row) for row in rows if row.grade_id is not None)
    return Standing(
        lines=tuple(line(row) for row in rows),
        newest=max(scored, key=lambda one: one.attempt, default=None),
        # Of equals the first counts: sending the same again must not make it late.
        best=max(scored, key=lambda one: (one.score, -one.attempt), default=None),
    )


def _scored(row: LineRow) -> Scored:
    return Scored(
        submission_id=row.id,
        attempt=row.attempt,
        received_at=row.received_at,
        grade_id=row.grade_id,
        score=row.score,
    )


def line(row: LineRow) -> SubmissionLine:
    return SubmissionLine(
        id=row.id,
        attempt=row.attempt,
        state=cast("State", row.state),
        received_at=row.received_at,
        parked_reason=row.parked_reason,
        graded_at=row.graded_at,
        verdict=row.verdict,
        score=row.score,
        max_score=row.max_score,
    )
