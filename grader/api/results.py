"""How a class does in an assignment, for its staff."""

from __future__ import annotations

from fastapi import APIRouter

from grader.api.paging import FromPart
from grader.api.places import ASSIGNMENT, FromPlace, url_of
from grader.api.schemas import FunctionOut, LearnerOut, ResultOut, ResultRowOut, Results
from grader.api.who import FromServices, FromViewer
from grader.core.feedback import for_viewer
from grader.core.model import Role
from grader.store import reads
from grader.store.access import access_assignment_as_staff
from grader.store.records import ResultGrade, ResultRow

router = APIRouter(tags=["results"])


@router.get(ASSIGNMENT + "/results", summary="Read the results of a class")
def get_results(
    services: FromServices, viewer: FromViewer, place: FromPlace, part: FromPart
) -> Results:
    """For staff: newest and best grade of every learner. To anyone else there is nothing here."""
    with services.store.reading() as unit:
        assignment = access_assignment_as_staff(unit, viewer, place.course, place.assignment)
        page = reads.results(unit, assignment.id, cursor=part.cursor, limit=part.limit)
    return Results(items=[_row(row) for row in page.items], next=page.next)


def _row(row: ResultRow) -> ResultRowOut:
    return ResultRowOut(
        learner=LearnerOut(id=row.learner.id, name=row.learner.name),
        newest=row.newest and _result(row.newest),
        best=row.best and _result(row.best),
    )


def _result(grade: ResultGrade) -> ResultOut:
    shown = for_viewer(grade.record, role=Role.STAFF)
    return ResultOut(
        submission=grade.submission_id,
        url=url_of(grade.submission_id),
        attempt=grade.attempt,
        received_at=grade.received_at,
        graded_at=grade.graded_at,
        verdict=shown["verdict"],
        score=shown["score"],
        max_score=shown["max_score"],
        functions=[FunctionOut.model_validate(function) for function in shown["functions"]],
    )
