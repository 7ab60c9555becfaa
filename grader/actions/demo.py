"""Fill an empty database with something to try: a course, its assignments, four people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from grader import packs
from grader.actions.accounts import open_account
from grader.actions.context import Services
from grader.actions.courses import newest_version
from grader.core.model import Disclosure
from grader.errors import NotFound
from grader.store import reads, writes
from grader.store.records import CourseRecord, MemberRole, PackVersionRecord
from grader.store.session import Unit

COURSE = "demo"
INSTRUCTOR = "Demo instructor"
LEARNERS = ("ada", "ben", "chi")


class DemoTokens(TypedDict):
    instructor: str
    learners: dict[str, str]


def is_needed(services: Services) -> bool:
    """Only while nobody is in the database."""
    with services.store.reading() as unit:
        return not reads.has_people(unit)


def make_demo(services: Services, keep: Callable[[DemoTokens], None] | None = None) -> DemoTokens:
    """A pack must be published before. All or nothing: raises NotFound, AlreadyExists.

    `keep` gets the tokens before the commit, so that none is valid that nobody could write down.
    """
    with services.store.unit() as unit:
        course = _make_course(services, unit)
        tokens = DemoTokens(
            instructor=_join(services, unit, course, INSTRUCTOR, role="instructor"),
            learners={
                name: _join(services, unit, course, name, role="learner") for name in LEARNERS
            },
        )
        if keep is not None:
            keep(tokens)
    return tokens


def _make_course(services: Services, unit: Unit) -> CourseRecord:
    """Every pack there is becomes an assignment, under its own name."""
    names = reads.pack_names(unit)
    if not names:
        raise NotFound("No pack was published; `grader pack publish` does it.")
    course = writes.add_course(unit, slug=COURSE, title="Demo course", now=services.now())
    for name in names:
        _assign(services, unit, course, newest_version(unit, name))
    return course


def _assign(
    services: Services, unit: Unit, course: CourseRecord, version: PackVersionRecord
) -> None:
    assignment = writes.add_assignment(
        unit,
        course.id,
        slug=version.name,
        title=packs.title_of(version.files) or version.name,
        pack_version_id=version.id,
        fresh=False,
        now=services.now(),
    )
    writes.open_for_practice(unit, assignment.id, practice=True)
    disclosure = Disclosure.COUNTEREXAMPLE  # a demo should show what there is to see
    writes.set_disclosure(unit, assignment.id, disclosure=disclosure, due_at=None)


def _join(
    services: Services, unit: Unit, course: CourseRecord, name: str, *, role: MemberRole
) -> str:
    account = open_account(services, unit, name=name, label="demo")
    writes.add_member(unit, course.id, account.person.id, role=role, now=services.now())
    return account.token
