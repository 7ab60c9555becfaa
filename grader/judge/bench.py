"""Measure the sandbox beside its rivals, interleaved in one run, so that a ratio means something.

One at a time: the median of the wall time of one grading. Two at once: gradings per second of two
threads over a fixed number of gradings. Times in milliseconds.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final

from grader.core.model import Pack, Verdict
from grader.judge import box, rivals
from grader.judge.grading import grade
from grader.judge.oracle import expected_values, prepare
from grader.settings import Settings
from sandbox.outside import containers, reaper
from sandbox.outside.flags import LABEL, OWNER_LABEL, Shape
from sandbox.outside.pool import PooledSandbox
from sandbox.outside.sandbox import Sandbox

Work = Callable[[], None]
_OWNER: Final = "benchmark"
_AT_ONCE: Final = 2
_WARM_UP: Final = 5
_FULL_SECONDS: Final = 20.0
_FRESH_TAKES: Final = 20  # gradings in `fresh` mode to a block: each costs a container


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What came out. Ratios above 1 say that ours took longer, or did more in the same time."""

    clean_ms: float
    fresh_ms: float
    bare_ms: float
    docker_ms: float
    clean_vs_bare: float
    fresh_vs_bare: float
    clean_vs_docker_throughput: float
    fresh_vs_docker_throughput: float
    clean_per_second: float
    fresh_per_second: float
    docker_per_second: float
    idle_container_mib: float
    cases: int
    generated: int  # inputs, besides the cases; the rivals do not run them
    named_ms: float  # a clean grading of the cases alone
    generated_vs_named: float
    named_per_second: float
    named_vs_docker_throughput: float  # like for like: both run the cases alone

    def as_json(self) -> dict[str, float]:
        return {name: round(value, 3) for name, value in asdict(self).items()}


def measure(pack: Pack, settings: Settings, *, rounds: int, say: Callable[[str], None]) -> Figures:
    """Measure `rounds` rounds. Raises SandboxUnavailable, or RuntimeError for a wrong grade."""
    with _opened(settings, "clean") as clean, _opened(settings, "fresh") as fresh:
        prepared = prepare(pack, clean)
        works = {
            "clean": _grading(pack, prepared, clean),
            "named": _grading(pack, {**prepared, "generated": {}, "mistakes": {}}, clean),
            "fresh": _grading(pack, prepared, fresh),
            **_rivals(pack, prepared, settings),
        }
        race = _Race(works, full=lambda: min(clean.spares, fresh.spares) >= _AT_ONCE)
        say("one at a time")
        ones = race.one_at_a_time(rounds)
        say("two at once")
        twos = race.two_at_once(rounds)
        idle = _idle_mib()
    inputs = sum(len(of_function) for of_function in prepared["generated"].values())
    return _figures(ones, twos, idle, cases=len(pack.cases), generated=inputs)


@contextmanager
def _opened(settings: Settings, reuse: str) -> Iterator[PooledSandbox]:
    chosen = settings.model_copy(update={"sandbox_reuse": reuse, "slots": _AT_ONCE})
    sandbox = box.open_sandbox(chosen, _OWNER)
    try:
        yield sandbox
    finally:
        sandbox.close()


def _grading(pack: Pack, prepared: Mapping[str, Any], sandbox: Sandbox) -> Work:
    def work() -> None:
        if grade(pack, prepared, pack.solution, sandbox=sandbox).verdict is not Verdict.PASSED:
            raise RuntimeError("the pack's own solution did not pass")

    return work


def _rivals(pack: Pack, prepared: Mapping[str, Any], settings: Settings) -> dict[str, Work]:
    order = rivals.Order(pack, pack.cases, expected_values(pack, prepared))
    shape = Shape(memory_bytes=pack.limits.memory_bytes, processes=pack.limits.processes)
    image = prepared["image"]
    docker = rivals.docker_command(image, runtime=settings.sandbox_runtime, shape=shape)
    bare = rivals.bare_command()
    return {"bare": lambda: order.run(bare), "docker": lambda: order.run(docker)}


class _Race:
    """Lets the works take turns. `full` says whether no container is being started."""

    def __init__(self, works: Mapping[str, Work], *, full: Callable[[], bool]) -> None:
        self._works = works
        self._full = full

    def one_at_a_time(self, rounds: int) -> dict[str, float]:
        """Return the median milliseconds of each; every round takes each once."""
        taken: dict[str, list[float]] = {name: [] for name in self._works}
        for number in range(rounds + _WARM_UP):
            for name, work in self._works.items():
                self._wait_until_full()
                began = time.perf_counter()
                work()
                if number >= _WARM_UP:
                    taken[name].append((time.perf_counter() - began) * 1000)
        return {name: statistics.median(times) for name, times in taken.items()}

    def two_at_once(self, rounds: int) -> dict[str, float]:
        """Return gradings per second of two threads, from blocks that take turns."""
        many = dict.fromkeys(("clean", "named"), 10 * rounds)
        counts = {**many, "fresh": _FRESH_TAKES, "docker": _FRESH_TAKES}
        taken: dict[str, list[float]] = {name: [] for name in counts}
        for _ in range(3):
            for name, count in counts.items():
                self._wait_until_full()
                taken[name].append(_rate(self._works[name], count))
        return {name: statistics.median(rates) for name, rates in taken.items()}

    def _wait_until_full(self) -> None:
        deadline = time.monotonic() + _FULL_SECONDS
        while not self._full() and time.monotonic() < deadline:
            time.sleep(0.01)


def _rate(work: Work, count: int) -> float:
    began = time.perf_counter()
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        done = [threads.submit(work) for _ in range(count)]
    for one in done:
        one.result()  # raises what it raised
    return count / (time.perf_counter() - began)


def _running() -> list[str]:
    ours = reaper.this_process(_OWNER)
    return [found.id for found in containers.listed(LABEL) if found.labels[OWNER_LABEL] == ours]


def _idle_mib() -> float:
    return statistics.median(containers.memory_bytes(found) for found in _running()) / 1024**2


def _figures(
    ones: Mapping[str, float],
    twos: Mapping[str, float],
    idle: float,
    *,
    cases: int,
    generated: int,
) -> Figures:
    return Figures(
        clean_ms=ones["clean"],
        fresh_ms=ones["fresh"],
        bare_ms=ones["bare"],
        docker_ms=ones["docker"],
        clean_vs_bare=ones["clean"] / ones["bare"],
        fresh_vs_bare=ones["fresh"] / ones["bare"],
        clean_vs_docker_throughput=twos["clean"] / twos["docker"],
        fresh_vs_docker_throughput=twos["fresh"] / twos["docker"],
        clean_per_second=twos["clean"],
        fresh_per_second=twos["fresh"],
        docker_per_second=twos["docker"],
        idle_container_mib=idle,
        cases=cases,
        generated=generated,
        named_ms=ones["named"],
        generated_vs_named=ones["clean"] / ones["named"],
        named_per_second=twos["named"],
        named_vs_docker_throughput=twos["named"] / twos["docker"],
    )
