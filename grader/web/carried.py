"""What was typed in one place and is wanted in another: it becomes the draft there."""

from __future__ import annotations

from grader.actions.context import Services
from grader.actions.drafts import save_draft
from grader.store.access import Viewer
from grader.store.lesson_records import DraftRecord
from grader.web.places import Place


def carry_over(services: Services, viewer: Viewer, place: Place, source: str) -> DraftRecord | None:
    """The draft before it stays in the history. Raises NotFound, SourceTooLarge."""
    if not source.strip():
        return None
    return save_draft(services, viewer, *place, source=source, put_aside=True).draft
