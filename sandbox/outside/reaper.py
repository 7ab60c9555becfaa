"""Remove containers that nobody will ever come back for. Touches only our own label.

An owner is any text; `this_process` makes one that tells by itself whether its process lives.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox.outside import containers
from sandbox.outside.flags import LABEL, OWNER_LABEL

MAX_AGE_SECONDS: Final = 1800.0  # a pool gives its containers up after 600, and a job has its limit

STILL_SECONDS: Final = 45.0  # made, and not running by then: an engine that was killed lost it


def this_process(name: str) -> str:
    """Return an owner for this process: a name, and the host, pid and start time behind it."""
    return "|".join((name, socket.gethostname(), str(os.getpid()), _started(os.getpid()) or ""))


def is_alive(owner: str) -> bool:
    """Whether the process that `this_process` named may live; of other hosts that is not known."""
    parts = owner.split("|")
    if len(parts) != 4 or parts[1] != socket.gethostname() or not parts[2].isdecimal():
        return True
    return _started(int(parts[2])) == parts[3]


def _started(pid: int) -> str | None:
    """Clock ticks from boot to the start of a process; tells apart two that had one number."""
    try:
        line = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    return line.rpartition(")")[2].split()[19]


def reap(
    owner_alive: Callable[[str], bool] = is_alive, *, max_age_seconds: float = MAX_AGE_SECONDS
) -> tuple[str, ...]:
    """Remove our containers whose owner is dead, that do not run, or are too old; return their ids.

    What ran removes itself at its end, unless its engine had been killed by then; what an engine
    made and was killed before it could say so, nobody knows of.

    A worker calls it when it starts and every 30 seconds. Raises SandboxUnavailable.
    """
    removed = []
    for found in containers.listed(LABEL):
        age = time.time() - found.created
        is_still = found.state != "running" and age > STILL_SECONDS
        if is_still or age > max_age_seconds or not owner_alive(found.labels.get(OWNER_LABEL, "")):
            containers.remove(found.id)
            removed.append(found.id)
    return tuple(removed)
