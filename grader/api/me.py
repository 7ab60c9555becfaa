"""Who a token belongs to, and the courses and assignments that he sees."""

from __future__ import annotations

from fastapi import APIRouter

from grader.api.assignments import shown
from grader.api.schemas import CourseOut, MeOut
from grader.api.who import FromServices, FromViewer
from grader.core.model import Role
from grader.store.access import Viewer, assignments_of, courses_of
from grader.store.records import CourseRecord
from grader.store.session import Unit

router = APIRouter(tags=["me"])


@router.get("/me", summary="See who you are")
def get_me(services: FromServices, viewer: FromViewer) -> MeOut:
    """The person behind the token, with his courses and their assignments."""
    with services.store.reading() as unit:
        courses = [_course(unit, viewer, course) for course in courses_of(unit, viewer)]
    return MeOut(id=viewer.person_id, name=viewer.name, courses=courses)


def _course(unit: Unit, viewer: Viewer, course: CourseRecord) -> CourseOut:
    return CourseOut(
        course=course.slug,
        title=course.title,
        role="staff" if viewer.role_in(course) is Role.STAFF else "learner",
        assignments=[shown(one) for one in assignments_of(unit, viewer, course.slug)],
    )
