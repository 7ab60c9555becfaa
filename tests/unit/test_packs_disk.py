"""What may lie in a pack's folder: every file is read or told of, and nothing stops the reading."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader import packs
from grader.packs.folder import MOST_BYTES, MOST_FILES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "shelf" / "p"
    for name in ("pack.toml", "lesson.md", "right/a.py"):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text("")
    return made


def said(folder: Path) -> list[str]:
    return [str(problem) for problem in packs.look_into(folder).problems]


def test_a_sound_folder_has_no_problems(folder: Path) -> None:
    found = packs.look_into(folder)
    assert (set(found.files), found.problems) == ({"pack.toml", "lesson.md", "right/a.py"}, ())


def test_a_mark_before_the_text_is_no_part_of_it(folder: Path) -> None:
    (folder / "lesson.md").write_bytes(b"\xef\xbb\xbf# Lesson")
    assert packs.look_into(folder).files["lesson.md"] == "# Lesson"


@pytest.mark.parametrize(
    ("raw", "line", "message"),
    [
        (b"one\ntwo\xff", 2, "is not UTF-8; save it with this encoding"),
        ("é".encode("utf-16"), 1, "is not UTF-8"),
        (b"one\n\n\0", 3, "holds a character that no text file may"),
        (b"x" * (MOST_BYTES + 1), 1, "has 2.0 MiB; a whole pack has at most 2.0 MiB"),
    ],
)
def test_a_file_that_is_no_text_is_told_with_its_line(
    folder: Path, raw: bytes, line: int, message: str
) -> None:
    (folder / "lesson.md").write_bytes(raw)
    assert any(f"lesson.md:{line}: error: {message}" in one for one in said(folder))
    assert "lesson.md" not in packs.look_into(folder).files


@pytest.mark.parametrize("target", ["nowhere.md", "lesson.md", "/etc/hostname", "../../out.md"])
def test_a_link_out_of_the_folder_is_not_followed(folder: Path, target: str) -> None:
    (folder.parents[1] / "out.md").write_text("not of this pack")
    (folder / "lesson.md").unlink()
    (folder / "lesson.md").symlink_to(target)
    assert "lesson.md:1: error: is a link" in said(folder)[0]
    assert "lesson.md" not in packs.look_into(folder).files


def test_a_link_inside_the_folder_is_followed(folder: Path) -> None:
    (folder / "lesson.md").write_text("text")
    (folder / "more.md").symlink_to("lesson.md")
    assert packs.look_into(folder).files["more.md"] == "text"


def test_a_folder_that_is_a_link_elsewhere_is_not_followed(folder: Path) -> None:
    (folder / "wrong").symlink_to("/etc")
    assert said(folder) == [
        "wrong:1: error: is a link out of the pack's folder; put a copy in its place"
    ]


def test_a_pipe_and_a_folder_are_no_files(folder: Path) -> None:
    os.mkfifo(folder / "starter.py")
    (folder / "solution.py").mkdir()
    assert said(folder) == [
        "solution.py:1: error: is a folder, but should be a file",
        "starter.py:1: error: is no file with text in it",
    ]


def test_a_file_is_no_folder(folder: Path) -> None:
    (folder / "wrong").write_text("")
    assert said(folder) == ["wrong:1: error: must be a folder"]


@pytest.mark.parametrize("name", ["my file.py", "fühl.py", "right/b c.py"])
def test_a_name_that_cannot_be_sent_is_told_here(folder: Path, name: str) -> None:
    (folder / name).write_text("")
    assert said(folder) == [
        f"{name}:1: error: its name may have letters, digits and `.`, `_`, `-` alone"
    ]


@pytest.mark.parametrize("name", ["notes.txt", "right/b.pyi", "explorer/a.png", "data/x.csv"])
def test_what_is_left_out_is_told(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("")
    (told,) = said(folder)
    assert "is no part of a pack and is left out" in told
    assert ": warning: " in told


@pytest.mark.parametrize("name", [".git", "__pycache__", "right/__pycache__", ".DS_Store", "a.md~"])
def test_what_tools_leave_behind_is_no_matter(folder: Path, name: str) -> None:
    (folder / name).mkdir()
    assert said(folder) == []


def test_too_many_files_and_too_many_bytes_are_told(folder: Path) -> None:
    for number in range(MOST_FILES):
        (folder / "right" / f"r{number}.py").write_text("")
    (folder / "more.md").write_text("é" * (MOST_BYTES // 4 + 1))
    (folder / "most.md").write_text("x" * (MOST_BYTES // 2))
    told = "\n".join(said(folder))
    assert f"a pack has at most {MOST_FILES} files; this one has {MOST_FILES + 5}" in told
    assert "more.md:1: error: a pack has at most 2.0 MiB; this one has 2.0 MiB, most of it" in told


def test_a_folder_that_is_not_there_and_one_without_a_pack_are_told(folder: Path) -> None:
    (folder / "pack.toml").unlink()
    assert said(folder) == ["pack.toml:1: error: there is no such file in p"]
    assert "there is no folder" in said(folder / "nowhere")[0]
    assert "there is no folder" in said(folder / "lesson.md")[0]


def test_a_shared_chapter_is_found_from_inside_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pack.toml").write_text('chapter = "c"')
    (folder.parent / "chapters").mkdir()
    (folder.parent / "chapters" / "c.md").write_text("shared")
    monkeypatch.chdir(folder)
    assert packs.look_into(Path()).files["chapters/c.md"] == "shared"


def test_everything_is_told_in_one_run_and_nothing_twice(folder: Path) -> None:
    """A starter that cannot be read is not also missing; pack.toml is told of beside it."""
    (folder / "pack.toml").write_text("titel = 3\n")
    (folder / "starter.py").write_bytes(b"\xff")
    (folder / "right" / "a.py").write_text("\f" * 70_000)
    found = packs.look_into(folder)
    told = [str(problem) for problem in packs.examine(found.files, found.problems).problems]
    assert "pack.toml:1: error: unknown key `titel`; did you mean `title`?" in "\n".join(told)
    assert [one for one in told if one.startswith("starter")] == [
        "starter.py:1: error: is not UTF-8; save it with this encoding"
    ]
    assert "right/a.py:1: error: a Python file has at most 64 KiB" in told
    assert "solution.py:1: error: there is no such file" in told


def test_a_broken_pack_toml_hides_no_other_problem() -> None:
    told = [str(problem) for problem in packs.examine({"pack.toml": "a = ", "b.py": ""}).problems]
    assert [one.partition(": ")[0] for one in told] == [
        "pack.toml:1",
        "b.py:1",
        "lesson.md:1",
        "solution.py:1",
        "starter.py:1",
    ]


def test_a_copy_that_would_be_published_as_its_model_is_told(folder: Path) -> None:
    (folder / "pack.toml").write_text('# a pack\nname = "sharing"\n')
    (told,) = said(folder)
    assert "pack.toml:2: warning: `name` is 'sharing', and the folder is 'p'" in told
    (folder / "pack.toml").write_text('name = "p"\n')
    assert said(folder) == []
