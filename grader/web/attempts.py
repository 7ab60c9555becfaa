"""The line under the buttons: how many attempts there were, and which of them counts."""

from __future__ import annotations

from collections.abc import Sequence

from grader.store.lesson_records import HistoryLine
from grader.web.grade_view import out_of
from grader.web.language import _


def attempts_line(lines: Sequence[HistoryLine]) -> str:
    sent = [line for line in lines if line.attempt is not None]
    if not sent:
        return _("A run uses no attempt. Submit grades every case.")
    best = next((line for line in sent if line.id == counting(lines)), None)
    count = _("Attempt {number} used.").format(number=max(line.attempt or 0 for line in sent))
    if best is None:
        return count
    return _("{count} Your best attempt counts: {score}.").format(
        count=count, score=out_of(best.score, best.max_score)
    )


def counting(lines: Sequence[HistoryLine]) -> str | None:
    """Whose score counts: the best one's, of equals the first."""
    graded = [line for line in lines if line.score is not None and line.attempt is not None]
    best = max(graded, key=lambda one: (one.score or 0.0, -(one.attempt or 0)), default=None)
    return best.id if best else None
