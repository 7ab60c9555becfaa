"""The temporary folder of a preview, and those that killed previews could not take away.

A lock tells whether the owner of a folder still lives: the kernel lets go of it however he ends.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "grader-preview-"
LOCK = "owner.lock"


@contextmanager
def own_folder() -> Iterator[Path]:
    """Give a folder that is gone when the block ends, and first take away those of the dead."""
    _tidy(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name, _lock(Path(name)):
        yield Path(name)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """The lock gets its name once it is held, so that nobody meets it free."""
    unnamed = folder / f"{LOCK}-new"
    with unnamed.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        unnamed.rename(folder / LOCK)
        yield


def _tidy(place: Path) -> None:
    """A folder of somebody else's, or without a lock, stays; nothing in such a one is opened."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.lstat().st_uid == os.getuid():
                _take_away(folder)


def _take_away(folder: Path) -> None:
    with (folder / LOCK).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
