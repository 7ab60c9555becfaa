"""What an author is told belongs to what he saved last."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grader.cli.preview.board import Board
from grader.cli.preview.desk import Desk
from grader.cli.preview.proving import Progress
from grader.cli.preview.stage import Shown
from grader.core.model import Pack
from grader.packs import Found
from grader.packs.skeleton import skeleton


class Stage:
    def show(self, pack: Pack) -> Shown:
        return Shown(url="/lesson", version_id=1)


class Prover:
    def __init__(self) -> None:
        self.packs: list[Pack] = []

    def take(self, version_id: int, pack: Pack) -> None:
        self.packs.append(pack)


def test_nobody_hears_of_a_version_that_is_gone() -> None:
    board, prover, files = Board("my-pack"), Prover(), skeleton("my-pack")
    desk: Any = Desk(board, Stage())  # type: ignore[arg-type]
    desk.take(Found(files=files), prover)
    desk.take(Found(files={**files, "lesson.md": "# Other"}), prover)
    old, new = prover.packs
    before = board.as_json()
    desk.hear(old, Progress(unsound="It does not run."))
    assert board.as_json() == before
    desk.hear(new, Progress(unsound="It does not run."))
    assert board.news.unsound == "It does not run."
    desk.take(Found(files={}), prover)
    desk.hear(new, Progress(doing="Going on."))
    assert (board.news.lesson, board.news.doing) == (None, "")


def test_the_same_again_is_no_news() -> None:
    board = Board("my-pack")
    board.tell(doing="Reading.")
    number = board.number
    board.tell(doing="Reading.")
    assert board.number == number
    assert replace(board.news, doing="") == Board("my-pack").news
