"""What the lesson page asks: what I sent, runs too, and how long the queue is before me."""

from __future__ import annotations

import itertools
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import aliased

from grader.store.lesson_records import HistoryLine, Wait
from grader.store.records import Kind, State
from grader.store.session import Unit
from grader.store.tables import Grade, Person, Submission

SAMPLED_GRADES = 20  # the newest ones, for a guess at the pace


def history_of(
    unit: Unit, assignment_id: int, person_id: int, *, limit: int = 50
) -> tuple[HistoryLine, ...]:
    """One person's submissions and runs, newest first: so many, and so many submissions, and the
    best one, whatever was run since."""
    own = (Submission.assignment_id == assignment_id, Submission.person_id == person_id)
    submitted = (*own, Submission.kind == "submission")
    newest = Submission.received_at.desc(), Submission.id.desc()
    best = Grade.score.desc(), Submission.attempt
    shown = (
        select(Submission.id).where(*own).order_by(*newest).limit(limit),
        select(Submission.id).where(*submitted).order_by(*newest).limit(limit),
        _graded(Submission.id).where(*submitted).order_by(*best).limit(1),
    )
    lines = _graded(Submission, Grade.verdict, Grade.score, Grade.max_score, is_outer=True)
    query = lines.where(or_(*map(Submission.id.in_, shown))).order_by(*newest)
    return tuple(_line(*row) for row in unit.session.execute(query))


def _graded(*columns: Any, is_outer: bool = False) -> Select[*tuple[Any, ...]]:
    """Submissions with their newest grade; with `is_outer` those without one, too."""
    other = aliased(Grade)
    newest = select(func.max(other.id)).where(other.submission_id == Submission.id)
    return select(*columns).join(Grade, Grade.id == newest.scalar_subquery(), isouter=is_outer)


def runs_since(unit: Unit, person_id: int, since: datetime) -> tuple[datetime, ...]:
    """When each run of a person was received, oldest first."""
    query = select(Submission.received_at).where(
        Submission.person_id == person_id,
        Submission.kind == "run",
        Submission.received_at >= since,
    )
    return tuple(unit.session.scalars(query.order_by(Submission.received_at)))


def waiting_of_visitors(unit: Unit) -> int:
    """How many runs of people without an account wait for a worker."""
    query = select(func.count()).select_from(Submission).join(Person)
    waiting = query.where(Submission.state == "queued", Person.visitor_until.is_not(None))
    return unit.session.scalar(waiting) or 0


def wait_of(unit: Unit, submission_id: str) -> Wait:
    """How many are ahead, and the pace of the last ones: seconds from one grade to the next."""
    own = select(Submission.received_at).where(Submission.id == submission_id).scalar_subquery()
    ahead = select(func.count()).where(Submission.state == "queued", Submission.received_at < own)
    newest = select(Grade.graded_at).order_by(Grade.id.desc()).limit(SAMPLED_GRADES)
    times = sorted(unit.session.scalars(newest))
    gaps = sorted((b - a).total_seconds() for a, b in itertools.pairwise(times))
    pace = gaps[len(gaps) // 4] if len(gaps) > 3 else None  # a quiet hour is no slow worker
    begun = unit.session.scalar(select(Submission.claims).where(Submission.id == submission_id))
    return Wait(ahead=unit.session.scalar(ahead) or 0, seconds_each=pace, is_retry=(begun or 0) > 0)


def _line(row: Submission, verdict: str | None, score: float, max_score: float) -> HistoryLine:
    return HistoryLine(
        id=row.id,
        kind=cast("Kind", row.kind),
        attempt=row.attempt,
        state=cast("State", row.state),
        received_at=row.received_at,
        verdict=verdict,
        score=score,
        max_score=max_score,
    )
