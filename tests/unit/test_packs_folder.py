from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import packs
from grader.errors import PackBroken

FILES = st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=4)


def write(folder: Path, **files: str | bytes) -> Path:
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_py", ".py").replace("_md", ".md")
        path = path.with_name(path.name.replace("_toml", ".toml"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def test_a_packs_files_are_read_and_others_are_left_alone(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "p",
        pack_toml="",
        solution_py="s",
        lesson_md="l",
        right__a_py="r",
        wrong__b_py="w",
    )
    write(folder, **{"notes.txt": "n", "right/deep/c.py": "c", ".git/config": "g"})
    assert set(packs.read_folder(folder)) == {
        "pack.toml",
        "solution.py",
        "lesson.md",
        "right/a.py",
        "wrong/b.py",
    }


def test_a_chapter_that_packs_share_is_brought_in(tmp_path: Path) -> None:
    folder = write(tmp_path / "p", pack_toml='chapter = "c"')
    write(tmp_path / "chapters", c_md="shared", d_md="not this one")
    files = packs.read_folder(folder)
    assert (files["chapters/c.md"], set(files)) == ("shared", {"pack.toml", "chapters/c.md"})


def test_a_packs_own_chapter_goes_before_the_shared_one(tmp_path: Path) -> None:
    folder = write(tmp_path / "p", pack_toml='chapter = "c"', chapters__c_md="own")
    write(tmp_path / "chapters", c_md="shared")
    assert packs.read_folder(folder)["chapters/c.md"] == "own"


@pytest.mark.parametrize("toml", ["chapter = 5", 'chapter = "../../etc"', "chapter = ", ""])
def test_a_strange_chapter_brings_nothing_in(tmp_path: Path, toml: str) -> None:
    folder = write(tmp_path / "p", pack_toml=toml)
    assert set(packs.read_folder(folder)) == {"pack.toml"}


def test_line_endings_are_kept(tmp_path: Path) -> None:
    folder = write(tmp_path / "p", pack_toml="", starter_py="a\r\nb\r")
    assert packs.read_folder(folder)["starter.py"] == "a\r\nb\r"


def test_a_folder_without_pack_toml_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(PackBroken, match=r"there is no such file in here"):
        packs.read_folder(write(tmp_path / "here", lesson_md="l"))


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "p", pack_toml="", right__a_py=b"\xff")
    with pytest.raises(PackBroken, match=r"right/a\.py:1: error: is not UTF-8"):
        packs.read_folder(folder)


def test_the_bundled_packs_are_found_in_a_checkout() -> None:
    assert "prefix-sharing" in {folder.name for folder in packs.bundled_folders()}


@given(FILES, FILES)
def test_two_packs_have_the_same_digest_exactly_when_they_are_the_same(
    left: dict[str, str], right: dict[str, str]
) -> None:
    assert (packs.digest(left) == packs.digest(right)) is (left == right)


def test_the_order_of_files_does_not_change_the_digest() -> None:
    assert packs.digest({"a": "1", "b": "2"}) == packs.digest({"b": "2", "a": "1"})
