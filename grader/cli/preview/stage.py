"""A course with one learner, in which the pack is shown: the author looks with a learner's rights.

Every saved state of the pack becomes a version, and the assignment is pinned to it at once. Its
expected values are not stored with it, for nobody waits for them here (`proving.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.actions import accounts, courses
from grader.actions.context import Services
from grader.actions.drafts import save_draft
from grader.actions.packs import publish
from grader.core.model import Disclosure, Pack
from grader.store import reads
from grader.store.access import Viewer, access_assignment, viewer_of
from grader.store.errors import AlreadyExists
from grader.web.addresses import assignment_url
from grader.web.source import shown_source

COURSE = "preview"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Where a version is shown, and by which id the store knows it."""

    url: str
    version_id: int


class Stage:
    def __init__(self, services: Services, disclosure: Disclosure) -> None:
        self._services = services
        self._disclosure = disclosure
        self._starter: str | None = None
        owner = accounts.create_admin(services, name="Preview")
        self._owner = self._viewer(owner.person.id)
        courses.create_course(services, self._owner, slug=COURSE, title="Preview")
        author = accounts.create_person(services, self._owner, name="Author")
        courses.enrol(services, self._owner, COURSE, author.person.id, role="learner")
        self._learner = self._viewer(author.person.id)

    async def who_looks(self) -> Viewer:
        """Everybody who gets in is the author; takes the place of `grader.web.who.anybody`."""
        return self._learner

    def show(self, pack: Pack) -> Shown:
        """Publish it and show it instead of the one before. Raises Malformed for its title."""
        stored = publish(self._services, pack.files, {})
        place = self._owner, COURSE, pack.name
        try:
            self._begin(pack)
        except AlreadyExists:
            courses.pin_assignment(self._services, *place, version=pack.version)
            courses.retitle_assignment(self._services, *place, title=pack.title)
        self._follow_starter(pack)
        return Shown(url=assignment_url(COURSE, pack.name), version_id=stored.id)

    def _begin(self, pack: Pack) -> None:
        courses.create_assignment(
            self._services,
            self._owner,
            COURSE,
            slug=pack.name,
            title=pack.title,
            pack_name=pack.name,
        )
        courses.set_disclosure(
            self._services,
            self._owner,
            COURSE,
            pack.name,
            disclosure=self._disclosure,
            due_at=None,
        )

    def _follow_starter(self, pack: Pack) -> None:
        """Who has sent the old starter as it was wants to see the new one, not what he sent."""
        old, self._starter = self._starter, pack.starter
        if old in (None, pack.starter):
            return
        learner = self._learner
        with self._services.store.reading() as unit:
            found = access_assignment(unit, learner, COURSE, pack.name)
            lines = reads.history_of(unit, found.id, learner.person_id)
            kept = shown_source(unit, learner, found, {}, lines, code=None, draft=None)
        if kept.source == old:
            save_draft(
                self._services,
                learner,
                COURSE,
                pack.name,
                source=pack.starter,
                seen_revision=kept.revision,
            )

    def _viewer(self, person_id: int) -> Viewer:
        """As he is now: what he may do changes with his courses."""
        with self._services.store.reading() as unit:
            viewer = viewer_of(unit, person_id)
        assert viewer is not None
        return viewer
