"""Make an assignment of a published pack, and move it to another version, for instructors."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from grader.actions.courses import create_assignment, pin_assignment
from grader.api.assignment_schemas import AssignmentIn, AssignmentOut, PinIn
from grader.api.bodies import body_of, documented
from grader.api.places import ASSIGNMENT, COURSE, FromPlace
from grader.api.who import FromServices, FromViewer
from grader.store.records import AssignmentRecord

router = APIRouter(tags=["assignments"])
FromAssignment = Annotated[AssignmentIn, Depends(body_of(AssignmentIn))]
FromPin = Annotated[PinIn, Depends(body_of(PinIn))]


@router.post(
    COURSE + "/assignments",
    status_code=201,
    summary="Make an assignment",
    openapi_extra=documented(AssignmentIn),
)
def post_assignment(
    services: FromServices, viewer: FromViewer, course: str, body: FromAssignment
) -> AssignmentOut:
    """For instructors. Learners of the course see it at once."""
    made = create_assignment(
        services,
        viewer,
        course,
        slug=body.assignment,
        title=body.title,
        pack_name=body.pack,
        version=body.pack_version,
    )
    return shown(made)


@router.put(
    ASSIGNMENT + "/version",
    summary="Use another version of the pack",
    openapi_extra=documented(PinIn),
)
def put_version(
    services: FromServices, viewer: FromViewer, place: FromPlace, body: FromPin
) -> AssignmentOut:
    """For instructors. What is graded from now on is graded by it; grades already given stay."""
    changed = pin_assignment(
        services, viewer, place.course, place.assignment, version=body.pack_version
    )
    return shown(changed)


def shown(assignment: AssignmentRecord) -> AssignmentOut:
    return AssignmentOut(
        assignment=assignment.slug,
        title=assignment.title,
        pack=assignment.pack_name,
        pack_version=assignment.pack_version,
    )
