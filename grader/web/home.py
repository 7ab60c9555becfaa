"""The home page: my courses and their assignments; for visitors, what is open to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from fastapi import APIRouter, Response

from grader.errors import NotSignedIn
from grader.store.access import Viewer, assignments_of, courses_of, open_assignments
from grader.store.records import AssignmentRecord, CourseRecord
from grader.store.session import Unit
from grader.web.addresses import HOME, assignment_url, results_url
from grader.web.language import _
from grader.web.rendering import FromPages, Page
from grader.web.who import FromMaybeViewer, FromServices

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
def show(pages: FromPages, services: FromServices, viewer: FromMaybeViewer) -> Response:
    with services.store.reading() as unit:
        page = _visitors_page(unit) if viewer is None else _page_of(unit, viewer)
    return pages.response(page)


def _page_of(unit: Unit, viewer: Viewer) -> HomePage:
    cards = tuple(_card(unit, viewer, course) for course in courses_of(unit, viewer))
    return HomePage(title=_("Your courses"), viewer_name=viewer.name, courses=cards)


def _visitors_page(unit: Unit) -> HomePage:
    """Raises NotSignedIn where nothing is open without an account."""
    found = open_assignments(unit)
    if not found:
        raise NotSignedIn
    cards = tuple(
        CourseCard(title=title, assignments=tuple(_link(one, is_staff=False) for one in lessons))
        for title, lessons in groupby(found, key=lambda one: one.course.title)
    )
    return HomePage(title=_("Open lessons"), viewer_name=None, courses=cards)


def _card(unit: Unit, viewer: Viewer, course: CourseRecord) -> CourseCard:
    is_staff = viewer.is_staff_of(course)
    links = (_link(one, is_staff=is_staff) for one in assignments_of(unit, viewer, course.slug))
    return CourseCard(title=course.title, assignments=tuple(links))


def _link(assignment: AssignmentRecord, *, is_staff: bool) -> AssignmentLink:
    place = assignment.course.slug, assignment.slug
    return AssignmentLink(
        title=assignment.title,
        url=assignment_url(*place),
        results_url=results_url(*place) if is_staff else None,
    )
