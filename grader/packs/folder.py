"""Packs as files: which files belong to one, where the bundled ones lie, and their digest."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from grader.errors import PackBroken
from grader.packs.problem import Problem
from grader.packs.schema import FILE

CHAPTERS = "chapters"
EXPLORER = "explorer"
GENERATED = "generated.json"  # the generated inputs, for readers
_PATTERNS = (
    GENERATED,
    "*.md",
    "*.py",
    "right/*.py",
    "wrong/*.py",
    f"{CHAPTERS}/*.md",
    *(f"{EXPLORER}/*.{kind}" for kind in ("html", "css", "js", "svg")),
)
_PACKAGE = Path(__file__).parents[1]


def read_folder(folder: Path) -> dict[str, str]:
    """Return a pack's files by their path inside it, the chapter reference it names among them.

    A chapter that several packs share lies in a folder `chapters` beside them and is brought in.
    Raises PackBroken when there is no pack.toml, or a file is not UTF-8.
    """
    if not (folder / FILE).is_file():
        raise _broken(FILE, f"there is no such file in {folder.name or 'this folder'}")
    files = {FILE: _read(folder / FILE, FILE)}
    for path in sorted(p for pattern in _PATTERNS for p in folder.glob(pattern) if p.is_file()):
        name = path.relative_to(folder).as_posix()
        files[name] = _read(path, name)
    for name in _shared_chapter(files):
        beside = folder.parent / name
        if name not in files and beside.is_file():
            files[name] = _read(beside, name)
    return files


def load_toml(text: str) -> dict[str, Any]:
    """Return what a TOML text says. Raises ValueError, whatever is wrong with it."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("the values are nested too deeply") from error


def title_of(files: Mapping[str, str]) -> str | None:
    """Return the title of a published pack, without reading the rest of it."""
    title = load_toml(files.get(FILE, "")).get("title")
    return title if isinstance(title, str) else None


def chapter_file(chapter: str) -> str:
    """Return the path of a chapter reference inside a pack."""
    return f"{CHAPTERS}/{chapter}.md"


def bundled_folders() -> tuple[Path, ...]:
    """Return the folders of the packs that came with this installation, by name.

    In a checkout they lie in `reference` at the top, in an installed wheel in `grader/_packs`.
    """
    homes = (_PACKAGE / "_packs", _PACKAGE.parent / "reference")
    home = next((home for home in homes if home.is_dir()), None)
    return () if home is None else tuple(sorted(path.parent for path in home.glob(f"*/{FILE}")))


def digest(files: Mapping[str, str]) -> str:
    """Return a digest of all paths and contents; each with its length, so that none can shift."""
    total = sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name].encode()):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()


def _shared_chapter(files: Mapping[str, str]) -> Iterator[str]:
    """Yield the chapter file that pack.toml names; what is wrong with pack.toml is said later."""
    try:
        chapter = load_toml(files[FILE]).get("chapter")
    except ValueError:
        return
    if isinstance(chapter, str) and "/" not in chapter:
        yield chapter_file(chapter)


def _read(path: Path, name: str) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise _broken(name, "is not UTF-8") from error


def _broken(file: str, message: str) -> PackBroken:
    problem = Problem(file=file, message=message)
    return PackBroken(str(problem), problems=(problem,))
