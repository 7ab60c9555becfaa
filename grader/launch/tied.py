"""Become another program that dies with the process that started it.

Run as a script: `python tied.py PARENT_PID PROGRAM ARGUMENT…`. The kernel sends SIGKILL when the
parent is gone, `kill -9` of the parent included; a plain child would live on as an orphan. The
request survives exec, so it is made here and not in a half-forked copy of the parent.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
ORPHANED = 70  # exit code: the parent was gone before the kernel had been asked


def main(arguments: list[str]) -> int:
    """The exit code when there is nobody to die with; else it does not come back."""
    parent, *program = arguments
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == int(parent):
        os.execvp(program[0], program)  # noqa: S606 - our own command line, no shell
    return ORPHANED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
