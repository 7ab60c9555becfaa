"""A thousand submissions, honest and hostile, leave the worker and the host as they were.

The pack asks little, so that a submission takes milliseconds and the service itself is what works.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.publishing import publish
from tests.acceptance.service import containers_of, wait_until

pytestmark = [pytest.mark.docker, pytest.mark.slow, pytest.mark.timeout(1800)]

TOTAL = 1000
WARM = 200  # by then everything that is made once has been made
SENDERS = 4
FEW = 12  # threads and descriptors come and go; a leak would be hundreds
OF_THE_DATA_FOLDER = {
    "demo-tokens.json",
    "grader.sqlite3",
    "grader.sqlite3-shm",
    "grader.sqlite3-wal",
    "run",
    "secret-key",
    "up.lock",
}

PACK = {
    "pack.toml": """
name = "endurance"
title = "Endurance"

[limits]
case_seconds = 0.3
load_seconds = 1.0

[[functions]]
name = "half"
parameters = ["n"]
points = 1
summary = "Half of n, rounded down."

[[cases]]
id = "shown"
function = "half"
visibility = "visible"
args = [10]
hint = "Ten is even."

[[cases]]
id = "kept"
function = "half"
visibility = "hidden"
args = [7]
hint = "What is left over is dropped."

[[wrong]]
file = "double.py"
fails = ["half"]
hint = "Which way?"
""",
    "lesson.md": "# Endurance\n\n**`half(n)`** returns half of n, rounded down.\n",
    "starter.py": "def half(n):\n    pass\n",
    "solution.py": "def half(n):\n    return n // 2\n",
    "right/shift.py": "# Shifts.\ndef half(n):\n    return n >> 1\n",
    "wrong/double.py": "# Doubles.\ndef half(n):\n    return n * 2\n",
}

HONEST = (
    "def half(n):\n    return n // 2\n",
    "def half(n):\n    return n >> 1\n",
    "def half(n):\n    return n / 2\n",
    "def half(n):\n    print('half of', n)\n    return n // 2\n",
    "def other(n):\n    return n\n",
    "def half(n:\n    return\n",
)
HOSTILE = (
    "import os\ndef half(n):\n    os._exit(0)\n",
    "def half(n):\n    print('x' * 1_000_000)\n    return n // 2\n",
    "def half(n):\n    raise ValueError('y' * 1_000_000)\n",
    "def half(n):\n    return [[n] * 1000] * 1000\n",
    "import os\ndef half(n):\n    [os.write(d, b'{}' * 999) for d in range(3, 9)]\n    return 0\n",
    "import os\ndef half(n):\n    os.fork() or os.pause()\n    return n // 2\n",
    "import os\nos.kill(-1, 9)\ndef half(n):\n    return n // 2\n",
    "def half(n):\n    return 10 ** 100_000\n",
    "def half(n):\n    return bytes(10 ** 10)\n",
    "class Same(int):\n    __eq__ = lambda *_: True\ndef half(n):\n    return Same(n)\n",
    "import sys\nsys.setrecursionlimit(10 ** 9)\ndef half(n):\n    return half(n)\n",
    """\
def half(n):
    for folder in ("/tmp/", "/var/tmp/", "/dev/shm/", "/"):
        try:
            open(folder + "PLANTED", "w").write("x")
        except OSError:
            pass
    return n // 2
""",
)
RARE = "def half(n):\n    while True:\n        pass\n"  # costs its limit each time


PLANTED = f"planted-by-a-learner-{os.getpid()}"


def files() -> Iterator[str]:
    """Two honest ones, a hostile one, and so on; every fiftieth ends by the clock."""
    honest, hostile = itertools.cycle(HONEST), itertools.cycle(HOSTILE)
    for number in range(1, TOTAL + 1):
        source = next(hostile) if number % 3 == 0 else next(honest)
        chosen = RARE if number % 50 == 0 else source
        yield f"{chosen.replace('PLANTED', PLANTED)}# {number}\n"


@dataclass(frozen=True, kw_only=True)
class Size:
    """What a process holds."""

    kib: int
    descriptors: int
    threads: int


def size_of(pid: int) -> Size:
    status = Path(f"/proc/{pid}/status").read_text()
    found = dict(re.findall(r"^(VmRSS|Threads):\s+(\d+)", status, re.MULTILINE))
    descriptors = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return Size(kib=int(found["VmRSS"]), descriptors=descriptors, threads=int(found["Threads"]))


@dataclass(frozen=True, kw_only=True)
class Endured:
    """What was seen of a service that has graded a thousand submissions and then ended."""

    seen: dict[str, str]  # the state of each submission
    grades: dict[str, int]  # how many each of them got
    early: Size
    late: Size
    workers: tuple[int, int]  # the first and the last: the same one, or it died on the way
    containers: list[str]
    homes: tuple[Path, ...]  # every folder that was offered to the service
    data: Path


@pytest.fixture(scope="module")
def endured(start: Any, folder: Callable[[], Path]) -> Endured:
    working, home, temporary = folder(), folder(), folder()
    service = start(working / "var", HOME=str(home), TMPDIR=str(temporary))
    path = publish(service, "endurance", PACK)
    sources, children = files(), service.children()
    seen = grade_all(service, path, itertools.islice(sources, WARM))
    early = size_of(children["worker"])
    seen |= grade_all(service, path, sources)
    late = size_of(service.children()["worker"])
    workers = (children["worker"], service.children()["worker"])
    service.end()
    with contextlib.suppress(AssertionError):  # what is left is for a test to tell
        wait_until(lambda: containers_of(children) == [], "no container is left", 30)
    return Endured(
        seen=seen,
        grades=service.grades_per_submission(),
        early=early,
        late=late,
        workers=workers,
        containers=containers_of(children),
        homes=(working, home, temporary),
        data=working / "var",
    )


def grade_all(service: Any, path: str, sources: Iterable[str]) -> dict[str, str]:
    """Submit from a few learners at once, and wait for every grade. Returns the states."""
    people = itertools.cycle(("ada", "ben", "chi"))

    def submit(source: str, who: str) -> tuple[str, str]:
        sent = service.call("POST", f"{path}/submissions", {"source": source}, who=who)
        return str(sent["id"]), who

    with ThreadPoolExecutor(SENDERS) as senders:
        sent = list(senders.map(submit, sources, people))
        return {each: str(service.wait(each, who=who)["state"]) for each, who in sent}


def test_every_submission_is_graded_exactly_once(endured: Endured) -> None:
    assert len(endured.seen) == TOTAL
    assert set(endured.seen.values()) == {"graded"}
    assert endured.grades == dict.fromkeys(endured.seen, 1)


def test_the_worker_does_not_grow(endured: Endured) -> None:
    assert endured.workers[0] == endured.workers[1], "one worker did it all"
    assert endured.late.kib <= 1.1 * endured.early.kib
    assert endured.late.threads <= endured.early.threads + FEW
    assert endured.late.descriptors <= endured.early.descriptors + FEW


def test_no_container_is_left(endured: Endured) -> None:
    assert endured.containers == []


def test_nothing_was_written_outside_the_data_folder(endured: Endured) -> None:
    written = {found for home in endured.homes for found in home.iterdir()}
    assert written == {endured.data}
    assert {found.name for found in endured.data.iterdir()} <= OF_THE_DATA_FOLDER


@pytest.mark.parametrize("place", ["/tmp", "/var/tmp", "/dev/shm", "/"])
def test_no_learner_planted_a_file_on_the_host(place: str, endured: Endured) -> None:
    assert not list(Path(place).glob(f"{PLANTED}*"))
