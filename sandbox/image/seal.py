"""Last step of the image: remove every program but Python, every set-uid bit, every foreign `x`.

A learner who cannot execute anything keeps the properties that his process was born with: not
dumpable, first in line when memory runs out, under the limits that were set for it.
"""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

PROGRAM_FOLDERS = ("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin")
KERNELS_OWN = ("/proc", "/sys", "/dev")
FORBIDDEN_BITS = 0o7033  # set-uid, set-gid, sticky; write and execute for group and others


def remove_programs() -> None:
    python = Path(sys.executable).resolve()
    for folder in {Path(name).resolve() for name in PROGRAM_FOLDERS}:
        for entry in folder.iterdir() if folder.is_dir() else ():
            if (entry.is_symlink() or entry.is_file()) and entry.resolve() != python:
                entry.unlink()


def files() -> Iterator[Path]:
    for top in Path("/").iterdir():
        if top.is_dir() and not top.is_symlink() and str(top) not in KERNELS_OWN:
            for folder, _, names in os.walk(top):
                yield from (Path(folder, name) for name in names)


def close_modes() -> None:
    """Executable by its owner root at most, writable by its owner at most, never set-uid."""
    for path in files():
        mode = path.lstat().st_mode
        if stat.S_ISREG(mode) and mode & FORBIDDEN_BITS:
            path.chmod(stat.S_IMODE(mode) & ~FORBIDDEN_BITS)


def main() -> None:
    """Refuses to run anywhere but in an image that is being built: it removes programs."""
    here = Path(__file__)
    if here != Path("/grader/seal.py"):
        raise SystemExit("seal.py runs only while the sandbox image is built")
    remove_programs()
    close_modes()
    here.unlink()


if __name__ == "__main__":
    main()
