"""A second pack is a folder and not a change: only examples in the documentation name a pack."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader import packs

ROOT = Path(__file__).parents[2]
KINDS = ("*.py", "*.ts", "*.mjs", "*.html", "*.css")
# What /docs shows as examples.
EXAMPLES = {
    "grader/api/examples.py",
    "grader/api/pack_schemas.py",
    "grader/api/places.py",
    "grader/api/question_schemas.py",
    "grader/web/docs.py",
}
FOLDERS = packs.bundled_folders()


def code() -> dict[str, str]:
    found = [
        path
        for home in ("grader", "sandbox")
        for kind in KINDS
        for path in (ROOT / home).rglob(kind)
        if not {"node_modules", "dist", "_packs"} & set(path.parts)
    ]
    names = {path.relative_to(ROOT).as_posix(): path for path in found}
    return {
        name: re.sub(r'"""(.|\n)*?"""', "", path.read_text())
        for name, path in names.items()
        if name not in EXAMPLES
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_code_knows_a_pack(folder: Path) -> None:
    pack = packs.parse(packs.read_folder(folder))
    telling = {pack.name, pack.title, *(f.name for f in pack.functions if "_" in f.name)}
    words = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in telling))
    assert [name for name, text in code().items() if words.search(text)] == []


def test_there_are_two_packs_and_they_share_one_chapter_file() -> None:
    read = [packs.parse(packs.read_folder(folder)) for folder in FOLDERS]
    assert len(read) >= 2
    assert len({pack.chapter for pack in read}) == 1
    assert len(list((ROOT / "reference").rglob("chapters/*.md"))) == 1
