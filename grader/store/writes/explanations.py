"""Counterexamples: wanted in the transaction of the grade, looked for, found or given up."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select, update

from grader.store.conflicts import insert_unless_there
from grader.store.lifecycle import MOST_EXPLANATION_SENDS, resend_after
from grader.store.records import JSON, Wanted
from grader.store.session import Unit
from grader.store.tables import Explanation, Grade, Submission


def want_explanations(unit: Unit, grade: Grade, functions: tuple[str, ...]) -> bool:
    """Whether any of these is new: equal sources are explained once."""
    digest = unit.session.get_one(Submission, grade.submission_id).source_digest
    new = [
        name
        for name in functions
        if unit.session.get(Explanation, (digest, name, grade.pack_version_id)) is None
    ]
    for name in new:
        insert_unless_there(
            unit.session,
            Explanation,
            source_digest=digest,
            function=name,
            pack_version_id=grade.pack_version_id,
            submission_id=grade.submission_id,
            sends=1,
            resend_at=grade.graded_at + resend_after(1),
        )
    return bool(new)


def record_explanation(
    unit: Unit, wanted: Wanted, function: str, found: Mapping[str, JSON] | None, now: datetime
) -> None:
    """Keep what was found. The first answer counts; None says that there is nothing to show."""
    is_open = update(Explanation).where(
        Explanation.source_digest == wanted.source_digest,
        Explanation.function == function,
        Explanation.pack_version_id == wanted.pack_version_id,
        Explanation.found_at.is_(None),
    )
    kept = None if found is None else dict(found)
    unit.session.execute(is_open.values(found=kept, found_at=now, resend_at=None))


def resend_explanations(unit: Unit, now: datetime, *, limit: int = 50) -> tuple[str, ...]:
    """Return the submissions whose message was lost. After a few tries nothing is shown."""
    late = select(Explanation).where(Explanation.resend_at <= now)
    due = unit.session.scalars(
        late.order_by(Explanation.resend_at).limit(limit).with_for_update(skip_locked=True)
    ).all()
    for row in due:
        row.sends += 1
        if row.sends > MOST_EXPLANATION_SENDS:
            row.found_at, row.resend_at = now, None
        else:
            row.resend_at = now + resend_after(row.sends)
    unit.session.flush()
    return tuple(dict.fromkeys(row.submission_id for row in due if row.found_at is None))
