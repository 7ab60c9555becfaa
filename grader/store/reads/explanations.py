"""What is still to be explained."""

from __future__ import annotations

from sqlalchemy import select

from grader.store import shapes
from grader.store.records import Wanted
from grader.store.session import Unit
from grader.store.tables import Explanation, Submission


def wanted_explanations(unit: Unit, submission_id: str) -> Wanted | None:
    """Return what is open of a graded submission; None when nothing is."""
    row = unit.session.get(Submission, submission_id)
    grade = shapes.newest_grade(unit.session, submission_id)
    if row is None or grade is None:
        return None
    query = select(Explanation.function).where(
        Explanation.source_digest == row.source_digest,
        Explanation.pack_version_id == grade.pack_version_id,
        Explanation.found_at.is_(None),
    )
    functions = tuple(unit.session.scalars(query.order_by(Explanation.function)))
    if not functions:
        return None
    return Wanted(
        submission_id=row.id,
        source=row.source,
        source_digest=row.source_digest,
        pack_version_id=grade.pack_version_id,
        fresh=row.assignment.fresh,
        functions=functions,
        record=grade.record,
    )
