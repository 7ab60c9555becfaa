"""What `grader sandbox check` runs in the learner's place: look around, push, and tell.

Not part of the image: its text is sent as a submission, on the way of every learner's file.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
import socket
import stat
import time
from collections.abc import Iterator
from typing import NoReturn

DENIED = "errno"


def read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(4000).decode("utf-8", "replace")
    except OSError as error:
        return f"{DENIED} {error.errno}"


def files(*tops: str) -> Iterator[str]:
    for top in tops:
        for folder, _, names in os.walk(top):
            yield from (os.path.join(folder, name) for name in names)


# ------------------------------------------------------------------------------------ who we are


def status(*starts: str) -> list[str]:
    """Lines of /proc/self/status."""
    return [line for line in read("/proc/self/status").splitlines() if line.startswith(starts)]


def environment() -> dict[str, str]:
    return dict(os.environ)


def descriptors() -> list[int]:
    return [fd for fd in range(1024) if is_open(fd)]


def is_open(fd: int) -> bool:
    try:
        fcntl.fcntl(fd, fcntl.F_GETFD)
    except OSError:
        return False
    return True


def is_dumpable() -> int:
    return int(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))


# ------------------------------------------------------------------------------ what is in reach


def interfaces() -> list[str]:
    return sorted(os.listdir("/sys/class/net"))


def reach(port: int) -> str:
    """Try to connect to a service of the host on 127.0.0.1."""
    try:
        with socket.socket() as attempt:
            attempt.settimeout(0.3)
            attempt.connect(("127.0.0.1", port))
    except OSError as error:
        return f"{DENIED} {error.errno}"
    return "reached"


def writable() -> list[str]:
    """Every folder and file, outside of /proc and /sys, that can be written or made."""
    tops = [top for top in os.scandir("/") if top.is_dir() and top.name not in ("proc", "sys")]
    walks = [folder for top in tops for folder, _, _ in os.walk(top.path)]
    found = [folder for folder in ("/", *walks) if can_create(folder)]
    found += [path for path in files(*(top.path for top in tops)) if can_write(path)]
    return found[:50]


def can_create(folder: str) -> bool:
    try:
        os.close(os.open(os.path.join(folder, "probe"), os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError:
        return False
    return True


def can_write(path: str) -> bool:
    """Whether something could be left there. Nothing can in /dev/null, zero, full, random, tty."""
    return os.access(path, os.W_OK) and not stat.S_ISCHR(os.stat(path).st_mode)


def queue() -> list[object]:
    """A POSIX message queue would be a way to leave something for the next learner."""
    opened = ctypes.CDLL(None).mq_open(b"/probe", os.O_CREAT | os.O_RDWR, 0o600, None)
    return [can_create("/dev/mqueue"), opened]


def privileged() -> list[str]:
    """Files with a set-uid or set-gid bit, and files that this uid could execute."""
    return [path for path in files("/usr", "/etc", "/grader", "/var") if is_privileged(path)][:50]


def is_privileged(path: str) -> bool:
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode) or not found.st_size:
        return False
    return bool(found.st_mode & 0o6000) or os.access(path, os.X_OK)


def unmasked(*paths: str) -> list[str]:
    """Of these paths, those that show something."""
    return [path for path in paths if shows_something(path)]


def shows_something(path: str) -> bool:
    try:
        if os.path.isdir(path):
            return bool(os.listdir(path))
        with open(path, "rb") as file:
            return bool(file.read(1))
    except OSError:
        return False


def supervisor() -> dict[str, str]:
    """What of PID 1 can be read or signalled."""
    seen = {name: read(f"/proc/1/{name}") for name in ("environ", "maps", "mem", "stack")}
    try:
        os.kill(1, signal.SIGKILL)
    except OSError as error:
        return {**seen, "kill": f"{DENIED} {error.errno}"}
    return {**seen, "kill": "allowed"}


# ---------------------------------------------------------------------------------------- limits


def fork_until_refused(most: int) -> int:
    """How many children can be alive at once."""
    for made in range(most):
        try:
            pid = os.fork()
        except OSError:
            return made
        if pid == 0:
            time.sleep(30)
            os._exit(0)
    return most


def allocate_until_refused(most: int) -> int:
    """How many bytes one process gets."""
    step = 4 * 1024 * 1024
    kept: list[bytes] = []
    try:
        while len(kept) * step < most:
            kept.append(b"x" * step)
    except MemoryError:
        pass
    return len(kept) * step


def allocate_together(processes: int, each: int) -> int:
    """How many of several processes are killed that together want more than there is.

    Each keeps what it got until every other has got its own, or was killed for it: on a busy host
    they would else not want it at the same time. The kernel may kill more than it has to, even all
    of them, when one that is dying has not given its memory back yet.
    """
    held, holding = os.pipe()
    children = [keep(each, held, holding) for _ in range(processes)]
    for _, has_it in children:
        os.read(has_it, 1)  # nothing, when it was killed
    os.close(holding)
    endings = [os.waitpid(pid, 0)[1] for pid, _ in children]
    return sum(os.WIFSIGNALED(end) and os.WTERMSIG(end) == signal.SIGKILL for end in endings)


def keep(each: int, held: int, holding: int) -> tuple[int, int]:
    """Start a process that holds so many bytes until `holding` is closed.

    Returns its id, and where it says that it has them.
    """
    has_it, says = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(holding)
        hold(each, says, held)
    os.close(says)
    return pid, has_it


def hold(each: int, says: int, held: int) -> NoReturn:
    try:
        kept = bytearray(b"x") * each
    except MemoryError:  # its own limit, not that of all
        os._exit(1)
    os.write(says, b"x")
    os.read(held, 1)
    os._exit(len(kept) != each)


def cpu_quota() -> float | None:
    """CPUs that the cgroup allows, or None when there is no quota."""
    second = read("/sys/fs/cgroup/cpu.max").split()
    first = [read(f"/sys/fs/cgroup/cpu/cpu.cfs_{name}_us").strip() for name in ("quota", "period")]
    for pair in (second, first):
        if len(pair) == 2 and all(number.isdigit() for number in pair):
            return int(pair[0]) / int(pair[1])
    return None
