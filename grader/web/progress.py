"""Whether somebody goes on without getting on: then the page mentions its hints, and no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.actions.feedback import shown_grade
from grader.core.model import Role
from grader.store.access import Viewer, access_submission
from grader.store.lesson_records import HistoryLine
from grader.store.session import Unit
from grader.web.grade_view import hidden_tally, visible_tally

RESULTS = 3  # so many in a row that brought nothing new


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How many cases passed; `hidden` is None for a run, which asks none."""

    visible: int
    hidden: int | None

    def is_better_than(self, other: Standing) -> bool:
        if self.visible > other.visible:
            return True
        return self.hidden is not None and other.hidden is not None and self.hidden > other.hidden


NOTHING = Standing(visible=0, hidden=0)


def is_stuck(newest_first: Sequence[Standing]) -> bool:
    """Whether the last results are all no better than the one before them."""
    last, before = newest_first[:RESULTS], newest_first[RESULTS : RESULTS + 1]
    base = before[0] if before else NOTHING
    return len(last) == RESULTS and not any(one.is_better_than(base) for one in last)


def stuck_at(unit: Unit, viewer: Viewer, lines: Sequence[HistoryLine]) -> bool:
    """`lines`: what the viewer sent, newest first. Full marks are no place to be stuck at."""
    graded = [line for line in lines if line.state == "graded"][: RESULTS + 1]
    if len(graded) < RESULTS or graded[0].verdict == "passed":
        return False
    return is_stuck([_standing(unit, viewer, line) for line in graded])


def _standing(unit: Unit, viewer: Viewer, line: HistoryLine) -> Standing:
    grade = shown_grade(access_submission(unit, viewer, line.id), Role.LEARNER)
    functions: Sequence[Mapping[str, Any]] = grade["functions"] if grade else ()
    hidden = None if line.kind == "run" else sum(hidden_tally(one)[0] for one in functions)
    return Standing(visible=sum(visible_tally(one)[0] for one in functions), hidden=hidden)
