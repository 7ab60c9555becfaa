"""Which text stands in the editor: what was asked for, else the draft, the newest, the starter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.errors import NotFound
from grader.store import reads
from grader.store.access import Viewer, access_submission
from grader.store.lesson_records import DraftRecord, HistoryLine
from grader.store.records import AssignmentRecord
from grader.store.session import Unit
from grader.web.language import _


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """`revision` is that of the draft on the server, whatever is shown; None: there is none."""

    STARTER: ClassVar[str] = "starter"  # the value of ?code= that asks for it
    source: str
    note: str
    revision: int | None


def shown_source(
    unit: Unit,
    viewer: Viewer | None,
    found: AssignmentRecord,
    files: Mapping[str, str],
    lines: tuple[HistoryLine, ...],
    *,
    code: str | None,
    draft: int | None,
) -> Shown:
    """Raises NotFound for a version that is not there, or not the viewer's."""
    drafts = reads.drafts_of(unit, found.id, viewer.person_id) if viewer else ()
    text, note = _text(unit, viewer, files, lines, drafts, code=code, draft=draft)
    return Shown(source=text, note=note, revision=drafts[0].revision if drafts else None)


def _text(
    unit: Unit,
    viewer: Viewer | None,
    files: Mapping[str, str],
    lines: tuple[HistoryLine, ...],
    drafts: tuple[DraftRecord, ...],
    *,
    code: str | None,
    draft: int | None,
) -> tuple[str, str]:
    starter = files.get("starter.py", ""), _("This is the starter.")
    if code == Shown.STARTER or viewer is None:
        return starter
    if code is not None:
        return access_submission(unit, viewer, code).source, _(
            "This is the version that you chose."
        )
    if draft is not None:
        return _kept(drafts, draft), _("This is the version that you chose.")
    if drafts:
        return drafts[0].source, _("This is what you wrote last.")
    if lines:
        newest = access_submission(unit, viewer, lines[0].id)
        return newest.source, _("This is what you sent last.")
    return starter


def _kept(drafts: tuple[DraftRecord, ...], number: int) -> str:
    found = next((one for one in drafts if one.number == number), None)
    if found is None:
        raise NotFound
    return found.source
