"""Where a pack is checked: a sandbox, how many containers at once, and when to stop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from grader.core.model import Grade, Pack
from grader.judge.grading import grade
from grader.judge.jobs import Stop, never
from sandbox.outside.sandbox import Sandbox

AT_ONCE = 2  # containers
SHARE = 5  # the solution of a pack may use one part in so many of each time limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """`stop` is asked all the time; when it says true, Stopped is raised."""

    sandbox: Sandbox
    at_once: int = AT_ONCE
    stop: Stop = never

    def grade(self, pack: Pack, prepared: Mapping[str, Any], source: str) -> Grade:
        return grade(pack, prepared, source, sandbox=self.sandbox, stop=self.stop)

    def grade_all(
        self, pack: Pack, prepared: Mapping[str, Any], sources: Iterable[str]
    ) -> list[Grade]:
        """Return the grades in the order of the sources."""
        with ThreadPoolExecutor(self.at_once) as pool:
            return list(pool.map(lambda source: self.grade(pack, prepared, source), sources))


def hurried(pack: Pack, *, least_seconds: float = 0.0) -> Pack:
    """Return the pack with the time that its solution may use, and no less than the least."""
    limits = pack.limits

    def shorter(seconds: float) -> float:
        return min(seconds, max(seconds / SHARE, least_seconds))

    return replace(
        pack,
        limits=replace(
            limits,
            load_seconds=shorter(limits.load_seconds),
            case_seconds=shorter(limits.case_seconds),
            total_seconds=shorter(limits.total_seconds),
        ),
    )
