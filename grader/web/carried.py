"""What was typed in one place and is wanted in another: it becomes the draft there."""

from __future__ import annotations

from contextlib import suppress

from grader.actions.context import Services
from grader.actions.drafts import access_own_work, save_draft
from grader.errors import NotFound
from grader.store import reads
from grader.store.access import Viewer
from grader.store.lesson_records import DraftRecord
from grader.web.places import Place


def carry_over(services: Services, viewer: Viewer, place: Place, source: str) -> DraftRecord | None:
    """The draft before it stays in the history. Raises NotFound, SourceTooLarge."""
    if not source.strip():
        return None
    return save_draft(services, viewer, *place, source=source, put_aside=True).draft


def bring_along(services: Services, visitor: Viewer, viewer: Viewer, place: Place) -> None:
    """What somebody wrote in a lesson before he signed in there; nothing where he may not work."""
    with suppress(NotFound):
        with services.store.reading() as unit:
            lesson = access_own_work(unit, visitor, *place)
            kept = reads.newest_draft(unit, lesson.id, visitor.person_id)
            starter = reads.pack_version(unit, lesson.pack_version_id).files.get("starter.py", "")
        if kept is not None and kept.source.strip() != starter.strip():
            carry_over(services, viewer, place, kept.source)
