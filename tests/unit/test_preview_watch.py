"""A saved file is noticed once its content has changed and come to rest; nothing else is."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from grader.cli.pack_new import make_folder
from grader.cli.preview.watch import watch
from grader.packs import Found

Step = Callable[[], object]


class Steps:
    """Does one thing between two looks, then ends the watch."""

    def __init__(self, *steps: Step) -> None:
        self._steps = list(steps)

    def wait(self, seconds: float) -> bool:
        if not self._steps:
            return True
        self._steps.pop(0)()
        return False


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "packs" / "my-pack"
    make_folder(made)
    return made


def taken(folder: Path, *steps: Step) -> list[Found]:
    found: list[Found] = []
    watch(folder, found.append, Steps(*steps))  # type: ignore[arg-type]
    return found


def rest() -> None:
    """Nothing happens between two looks."""


def test_what_is_there_is_taken_at_once(folder: Path) -> None:
    (found,) = taken(folder)
    assert "pack.toml" in found.files


def test_nothing_is_taken_while_nothing_changes(folder: Path) -> None:
    touch = partial(os.utime, folder / "lesson.md", (1, 1))
    unused = partial((folder / ".lesson.md.swp").write_text, "mine")
    assert len(taken(folder, rest, touch, rest, rest, unused, rest, rest)) == 1


def test_a_file_written_in_two_steps_is_taken_once(folder: Path) -> None:
    lesson = folder / "lesson.md"
    half = partial(lesson.write_text, "# Ha")
    whole = partial(lesson.write_text, "# Half and half")
    found = taken(folder, half, whole, rest, rest)
    assert [one.files["lesson.md"] for one in found[1:]] == ["# Half and half"]


def test_a_file_that_is_replaced_is_never_missing(folder: Path) -> None:
    toml = folder / "pack.toml"
    text = toml.read_text()
    back = partial(toml.write_text, text + "\n")
    found = taken(folder, toml.unlink, back, rest, rest)
    assert [one.problems for one in found] == [(), ()]


def test_a_chapter_beside_the_packs_is_watched_too(folder: Path) -> None:
    toml, chapter = folder / "pack.toml", folder.parent / "chapters" / "boxes.md"
    chapter.parent.mkdir()
    chapter.write_text("# Boxes")
    toml.write_text(f'chapter = "boxes"\n{toml.read_text()}')
    found = taken(folder, partial(chapter.write_text, "# Crates"), rest)
    texts = [one.files["chapters/boxes.md"] for one in found]
    assert texts == ["# Boxes", "# Crates"]


def test_what_cannot_be_read_is_a_problem_of_its_file(folder: Path) -> None:
    lesson = folder / "lesson.md"
    found = taken(
        folder, partial(lesson.write_bytes, b"\xff"), rest, (folder / "pack.toml").unlink, rest
    )
    said = [str(problem) for one in found for problem in one.problems]
    assert said == [
        "lesson.md:1: error: is not UTF-8; save it with this encoding",
        "lesson.md:1: error: is not UTF-8; save it with this encoding",
        "pack.toml:1: error: there is no such file in my-pack",
    ]


def test_a_folder_that_goes_away_is_told_and_may_come_back(folder: Path) -> None:
    away = folder.with_name("away")
    found = taken(
        folder, partial(folder.rename, away), rest, partial(away.rename, folder), rest, rest
    )
    assert [one.files == {} for one in found] == [False, True, False]
