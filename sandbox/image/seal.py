"""Last step of the image: remove every program but Python, every set-uid bit, every foreign `x`.

A learner who cannot execute anything keeps the properties that his process was born with: not
dumpable, first in line when memory runs out, under the limits that were set for it.
"""

import os
import stat
import sys

PROGRAM_FOLDERS = ("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin")


def is_python(path):
    return os.path.realpath(path) == os.path.realpath(sys.executable)


def remove_programs():
    for folder in dict.fromkeys(map(os.path.realpath, PROGRAM_FOLDERS)):
        for entry in os.scandir(folder) if os.path.isdir(folder) else ():
            if not entry.is_dir(follow_symlinks=False) and not is_python(entry.path):
                os.unlink(entry.path)


def files():
    for folder, _, names in os.walk("/"):
        if folder == "/":
            continue
        if not folder.startswith(("/proc", "/sys", "/dev")):
            yield from (os.path.join(folder, name) for name in names)


def close_modes():
    """Executable by its owner root at most; writable by its owner at most; no set-uid, no set-gid."""
    for path in files():
        mode = os.lstat(path).st_mode
        if stat.S_ISREG(mode):
            wanted = stat.S_IMODE(mode) & ~0o7033
            if wanted != stat.S_IMODE(mode):
                os.chmod(path, wanted)


remove_programs()
close_modes()
os.unlink(__file__)
