"""Packs as files: which files belong to one, where the bundled ones lie, and their digest."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from grader.packs.schema import FILE

CHAPTERS = "chapters"
EXPLORER = "explorer"
GENERATED = "generated.json"  # the generated inputs, for readers
TOP = (FILE, GENERATED, "*.md", "*.py")
FOLDERS: Mapping[str, tuple[str, ...]] = {
    "right": ("py",),
    "wrong": ("py",),
    CHAPTERS: ("md",),
    EXPLORER: ("html", "css", "js", "svg"),
}
MOST_FILES = 300
MOST_BYTES = 2 * 1024 * 1024  # of all files together
_PACKAGE = Path(__file__).parents[1]
_PATH = re.compile(rf"(?:(?:{'|'.join(FOLDERS)})/)?[A-Za-z0-9_-][A-Za-z0-9._-]{{0,99}}")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def is_path(name: str) -> bool:
    """Whether a file of a pack may lie there."""
    return _PATH.fullmatch(name) is not None


def bad_character(text: str) -> int | None:
    """Return the first line with a character that cannot be stored, if there is one."""
    found = _UNSTORABLE.search(text)
    return None if found is None else text.count("\n", 0, found.start()) + 1


def load_toml(text: str) -> dict[str, Any]:
    """Return what a TOML text says. Raises ValueError, whatever is wrong with it."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError as error:
        raise ValueError("the values are nested too deeply") from error


def title_of(files: Mapping[str, str]) -> str | None:
    """Return the title of a published pack, without reading the rest of it."""
    return _text_of("title", files)


def name_of(files: Mapping[str, str]) -> str | None:
    """Return the name of a pack that may still be broken."""
    try:
        return _text_of("name", files)
    except ValueError:
        return None


def _text_of(key: str, files: Mapping[str, str]) -> str | None:
    found = load_toml(files.get(FILE, "")).get(key)
    return found if isinstance(found, str) else None


def chapter_file(chapter: str) -> str:
    """Return the path of a chapter reference inside a pack."""
    return f"{CHAPTERS}/{chapter}.md"


def bundled_folders() -> tuple[Path, ...]:
    """Return the folders of the packs that came with this installation, by name."""
    home = _home()
    return () if home is None else tuple(sorted(path.parent for path in home.glob(f"*/{FILE}")))


def _home() -> Path | None:
    """In a checkout packs lie in `reference` at the top, in an installed wheel in `_packs`."""
    homes = (_PACKAGE / "_packs", _PACKAGE.parent / "reference")
    return next((home for home in homes if home.is_dir()), None)


def documentation() -> str:
    """Return what the format is, key by key: it lies beside the packs of this installation."""
    home = _home()
    return "" if home is None else (home / "README.md").read_text(encoding="utf-8")


def digest(files: Mapping[str, str]) -> str:
    """Return a digest of all paths and contents; each with its length, so that none can shift."""
    total = sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name].encode()):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()
