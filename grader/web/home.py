"""The home page: my courses and their assignments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fastapi import APIRouter, Response

from grader.store.access import Viewer, assignments_of, courses_of
from grader.store.records import AssignmentRecord, CourseRecord
from grader.store.session import Unit
from grader.web.addresses import HOME, assignment_url, results_url
from grader.web.language import _
from grader.web.rendering import FromPages, Page
from grader.web.who import FromServices, FromViewer

router = APIRouter()


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentLink:
    """`results_url` is for staff alone."""

    title: str
    url: str
    results_url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseCard:
    title: str
    assignments: tuple[AssignmentLink, ...]


@dataclass(frozen=True, kw_only=True)
class HomePage(Page):
    template: ClassVar[str] = "home.html"
    courses: tuple[CourseCard, ...]


@router.get(HOME)
def show(pages: FromPages, services: FromServices, viewer: FromViewer) -> Response:
    with services.store.reading() as unit:
        cards = tuple(_card(unit, viewer, course) for course in courses_of(unit, viewer))
    return pages.response(HomePage(title=_("Your courses"), viewer_name=viewer.name, courses=cards))


def _card(unit: Unit, viewer: Viewer, course: CourseRecord) -> CourseCard:
    is_staff = viewer.is_staff_of(course)
    links = (_link(one, is_staff) for one in assignments_of(unit, viewer, course.slug))
    return CourseCard(title=course.title, assignments=tuple(links))


def _link(assignment: AssignmentRecord, is_staff: bool) -> AssignmentLink:
    place = assignment.course.slug, assignment.slug
    return AssignmentLink(
        title=assignment.title,
        url=assignment_url(*place),
        results_url=results_url(*place) if is_staff else None,
    )
