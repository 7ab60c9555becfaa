"""`grader pack new`: a folder with a small pack in it that passes its check."""

from __future__ import annotations

from pathlib import Path

from grader.errors import Malformed
from grader.packs.skeleton import skeleton


def make_folder(folder: Path) -> tuple[Path, ...]:
    """Write the files of a new pack and return them. Raises Malformed; overwrites nothing."""
    files = skeleton(folder.resolve().name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Malformed(f"{folder} is there already; choose another name.")
    written = []
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return tuple(written)
