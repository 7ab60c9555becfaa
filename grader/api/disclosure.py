"""How much an assignment tells of its hidden cases, for its instructors."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from grader.actions.courses import set_disclosure
from grader.api.bodies import body_of, documented
from grader.api.places import ASSIGNMENT, FromPlace
from grader.api.schemas import DisclosureIn, DisclosureOut
from grader.api.who import FromServices, FromViewer

router = APIRouter(tags=["assignments"])
FromDisclosure = Annotated[DisclosureIn, Depends(body_of(DisclosureIn))]


@router.put(
    ASSIGNMENT + "/disclosure",
    summary="Set what learners are told of hidden cases",
    openapi_extra=documented(DisclosureIn),
)
def put_disclosure(
    services: FromServices, viewer: FromViewer, place: FromPlace, body: FromDisclosure
) -> DisclosureOut:
    """For instructors. Holds at once, for grades that were given before too."""
    changed = set_disclosure(
        services,
        viewer,
        place.course,
        place.assignment,
        disclosure=body.disclosure,
        due_at=body.due_at,
    )
    return DisclosureOut(
        assignment=changed.slug, disclosure=changed.disclosure, due_at=changed.due_at
    )
