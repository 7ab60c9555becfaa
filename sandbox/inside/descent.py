"""The steps by which a fresh fork of the supervisor becomes a process that owns nothing."""

from __future__ import annotations

import os
import resource
from typing import Final, NamedTuple

from sandbox.inside.child import ANSWERS, QUESTIONS

_PARKING: Final = 20  # descriptors from here on are free in the supervisor
_ALL_DESCRIPTORS: Final = 64


class Terms(NamedTuple):
    """What the child is to live under."""

    uid: int
    cpu_seconds: int
    memory_bytes: int


def hide() -> None:
    """Make this process opaque for other uids: a change of the effective uid clears `dumpable`.

    Then /proc/1/fd, mem, maps and environ belong to root and ptrace is refused. Children inherit
    it, and nothing in the container can be executed that would set it again.
    """
    os.seteuid(65534)
    os.seteuid(0)


def keep_only(questions: int, *, answers: int, output: int) -> None:
    """Put the child's ends of its pipes where they belong, and close everything else."""
    for place, fd in enumerate((questions, answers, output), _PARKING):
        os.dup2(fd, place, inheritable=False)
    for target, place in ((QUESTIONS, 0), (ANSWERS, 1), (1, 2), (2, 2)):
        os.dup2(_PARKING + place, target, inheritable=False)
    os.closerange(ANSWERS + 1, _ALL_DESCRIPTORS)


def descend(terms: Terms) -> None:
    """Set the limits, then give up root. Whatever fails must end the process."""
    os.setsid()
    _set_limits(terms)
    _become(terms.uid)


def _set_limits(terms: Terms) -> None:
    file = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
    os.write(file, b"1000")  # when memory runs out, the learner's processes go first
    os.close(file)
    os.setpriority(os.PRIO_PROCESS, 0, 19)
    resource.setrlimit(resource.RLIMIT_CPU, (terms.cpu_seconds, terms.cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (terms.memory_bytes, terms.memory_bytes))


def _become(uid: int) -> None:
    """Leave root for good; the kernel empties all capability sets with the last root uid."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    if uid == 0 or os.getresuid() != (uid, uid, uid) or os.getresgid() != (uid, uid, uid):
        raise PermissionError
