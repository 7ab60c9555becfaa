"""What a learner types, kept while he types. A save never overwrites what it has not seen."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select

from grader.store import shapes
from grader.store.lesson_records import DraftRecord, SavedDraft
from grader.store.session import Unit
from grader.store.streams import lock_stream
from grader.store.tables import Draft

MOST_KEPT = 20  # versions that were put aside, by Reset or by another tab; the oldest goes first


def save_draft(
    unit: Unit,
    place: tuple[int, int],
    source: str,
    *,
    seen_revision: int | None,
    put_aside: bool,
    now: datetime,
) -> SavedDraft:
    """Keep the text of this (assignment, person), if `seen_revision` is the newest there is.

    `put_aside` keeps the text before it as a version of its own; then any revision may be old.
    """
    assignment_id, person_id = place
    lock_stream(unit.session, assignment_id=assignment_id, person_id=person_id)
    newest = _newest(unit, place)
    if newest is None or (put_aside and newest.source != source):
        return SavedDraft(draft=_add(unit, place, newest, source, now), is_saved=True)
    if newest.source != source:
        if newest.revision != seen_revision:
            return SavedDraft(draft=shapes.draft(newest), is_saved=False)
        newest.source, newest.revision = source, newest.revision + 1
    newest.saved_at = now
    unit.session.flush()
    return SavedDraft(draft=shapes.draft(newest), is_saved=True)


def _newest(unit: Unit, place: tuple[int, int]) -> Draft | None:
    query = select(Draft).where(Draft.assignment_id == place[0], Draft.person_id == place[1])
    return unit.session.scalar(query.order_by(Draft.number.desc()).limit(1))


def _add(
    unit: Unit, place: tuple[int, int], before: Draft | None, source: str, now: datetime
) -> DraftRecord:
    row = Draft(
        assignment_id=place[0],
        person_id=place[1],
        number=1 if before is None else before.number + 1,
        revision=1 if before is None else before.revision + 1,
        source=source,
        saved_at=now,
    )
    unit.session.add(row)
    unit.session.execute(
        delete(Draft).where(
            Draft.assignment_id == place[0],
            Draft.person_id == place[1],
            Draft.number <= row.number - MOST_KEPT,
        )
    )
    unit.session.flush()
    return shapes.draft(row)
