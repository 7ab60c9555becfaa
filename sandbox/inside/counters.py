"""What the kernel counts for this container: out-of-memory kills, refused forks, living tasks."""

from __future__ import annotations

import os
from typing import Final

_FILES: Final = {  # name: cgroup version 1, cgroup version 2, the start of the line that counts
    "kills": ("memory/memory.oom_control", "memory.events", b"oom_kill "),
    "refusals": ("pids/pids.events", "pids.events", b"max "),
    "tasks": ("pids/pids.current", "pids.current", b""),
}


class Counters:
    """Open files of the kernel's; `unknown` is what a counter says that cannot be read here."""

    def __init__(self) -> None:
        self._files = {name: _open_first(v1, v2) for name, (v1, v2, _) in _FILES.items()}

    def read(self, name: str, *, unknown: int = 0) -> int:
        file = self._files[name]
        if file is None:
            return unknown
        start = _FILES[name][2]
        for line in os.pread(file, 512, 0).splitlines():
            if line.startswith(start):
                return int(line[len(start) :])
        return unknown


def _open_first(*paths: str) -> int | None:
    for path in paths:
        try:
            return os.open(f"/sys/fs/cgroup/{path}", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
    return None


def count_processes() -> int:
    """How many processes there are besides the supervisor."""
    return sum(name.isdigit() for name in os.listdir("/proc")) - 1
