"""Notice a saved file. Editors write in several steps: a change counts once it has come to rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from grader.packs import CHAPTERS, Found, look_into
from grader.worker.stopping import Stopping

LOOK_SECONDS = 0.15
Marks: TypeAlias = tuple[tuple[str, int, int], ...]


def watch(folder: Path, take: Callable[[Found], None], stopping: Stopping) -> None:
    """Hand over what is there, and again whenever its content has become another one."""
    seen = read_at = marks(folder)
    taken = look_into(folder)
    take(taken)
    while not stopping.wait(LOOK_SECONDS):
        now = marks(folder)
        if now == seen and now != read_at:
            read_at, found = now, look_into(folder)
            if found != taken:
                taken = found
                take(taken)
        seen = now


def marks(folder: Path) -> Marks:
    """Return name, time and size of every file that might belong to the pack."""
    try:
        paths = sorted([*folder.rglob("*"), *folder.parent.glob(f"{CHAPTERS}/*.md")])
        stats = [(path, path.stat()) for path in paths]
    except OSError:  # something went away just now
        return ()
    return tuple((str(path), seen.st_mtime_ns, seen.st_size) for path, seen in stats)
