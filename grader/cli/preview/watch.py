"""Notice a saved file. Editors write in several steps: a change counts once it has come to rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from grader import packs
from grader.errors import PackBroken
from grader.judge.check import problems_of
from grader.packs import Problem
from grader.packs.folder import CHAPTERS
from grader.worker.stopping import Stopping

LOOK_SECONDS = 0.15
Marks: TypeAlias = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The files of a folder, or why they cannot be read as a pack."""

    files: Mapping[str, str] | None
    problems: tuple[Problem, ...] = ()


def watch(folder: Path, take: Callable[[Found], None], stopping: Stopping) -> None:
    """Hand over what is there, and again whenever its content has become another one."""
    seen = read_at = marks(folder)
    taken = read(folder)
    take(taken)
    while not stopping.wait(LOOK_SECONDS):
        now = marks(folder)
        if now == seen and now != read_at:
            read_at, found = now, read(folder)
            if found != taken:
                taken = found
                take(taken)
        seen = now


def read(folder: Path) -> Found:
    try:
        return Found(files=packs.read_folder(folder))
    except PackBroken as broken:
        return Found(files=None, problems=problems_of(broken))
    except OSError as error:
        name = Path(str(error.filename or folder)).name
        problem = Problem(file=name, message=f"cannot be read: {error.strerror}")
        return Found(files=None, problems=(problem,))


def marks(folder: Path) -> Marks:
    """Return name, time and size of every file that might belong to the pack."""
    try:
        paths = sorted([*folder.rglob("*"), *folder.parent.glob(f"{CHAPTERS}/*.md")])
        stats = [(path, path.stat()) for path in paths]
    except OSError:  # something went away just now
        return ()
    return tuple((str(path), seen.st_mtime_ns, seen.st_size) for path, seen in stats)
