"""What the lesson page keeps and asks, as it leaves the store: drafts, history, the wait."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from grader.store.records import Kind, State


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRecord:
    """What a learner typed and when it was kept; `revision` grows with every save."""

    number: int
    revision: int
    source: str
    saved_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedDraft:
    """`is_saved` is False when `draft` is a newer one, from another tab or device."""

    draft: DraftRecord
    is_saved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """A submission or a run in its learner's own list; `attempt` is None for a run."""

    id: str
    kind: Kind
    attempt: int | None
    state: State
    received_at: datetime
    verdict: str | None = None
    score: float | None = None
    max_score: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """How many are ahead in the queue; `seconds_each` is None while nobody can tell.

    `is_retry`: it was begun before, and came back through no fault of its learner.
    """

    ahead: int
    seconds_each: float | None
    is_retry: bool = False
