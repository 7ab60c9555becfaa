"""From what was saved to what is shown: the page at once, its problems as they are found."""

from __future__ import annotations

from collections.abc import Mapping

from grader import packs
from grader.cli.preview.board import Board
from grader.cli.preview.proving import PREPARING, Progress, Prover
from grader.cli.preview.stage import Stage
from grader.core.model import Pack, Value
from grader.errors import GraderError
from grader.judge import generated_file
from grader.judge.lints import lint
from grader.judge.oracle import expected_values
from grader.packs import Examined, Found, Problem
from grader.packs.page import page_problems


class Desk:
    def __init__(self, board: Board, stage: Stage) -> None:
        self._board = board
        self._stage = stage
        self._now: Examined | None = None

    def take(self, found: Found, prover: Prover) -> None:
        """Show what was saved, or what is wrong with it."""
        known = (*found.problems, *page_problems(found.files))
        examined = packs.examine(found.files, known)
        if examined.pack is None:
            self._refuse(examined.problems)
            return
        try:
            shown = self._stage.show(examined.pack)
        except GraderError as refusal:
            self._refuse((Problem(file="pack.toml", message=refusal.message),))
            return
        self._now = examined
        self._board.tell(
            lesson=shown.url,
            version=examined.pack.version,
            problems=_seen_in(examined, examined.pack, {}),
            doing=PREPARING,
            unsound="",
        )
        prover.take(shown.version_id, examined.pack)

    def hear(self, pack: Pack, progress: Progress) -> None:
        """Add what came of running it; of an older version nobody wants to hear."""
        now = self._now
        if now is None or now.pack is not pack:
            return
        prepared = progress.prepared
        expected = {} if prepared is None else expected_values(pack, prepared)
        self._board.tell(
            problems=(*progress.problems, *_seen_in(now, pack, expected)),
            doing=progress.doing,
            unsound=progress.unsound,
        )

    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        self._now = None
        self._board.tell(lesson=None, version="", problems=problems, doing="", unsound="")


def _seen_in(examined: Examined, pack: Pack, expected: Mapping[str, Value]) -> tuple[Problem, ...]:
    """Return what can be seen without running anything."""
    return (*examined.problems, *generated_file.problems(pack), *lint(pack, expected))
