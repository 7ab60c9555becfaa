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
from typing import IO

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
    """A folder of somebody else's, or without a lock, stays."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError), (folder / LOCK).open() as lock:
            if _is_ours(lock):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)


def _is_ours(lock: IO[str]) -> bool:
    return os.fstat(lock.fileno()).st_uid == os.getuid()
