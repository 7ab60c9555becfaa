"""The real sandbox for those who run the judge: open one, check it, tidy up after the dead.

Everything that the worker and the commands need of the sandbox goes through here.
"""

from __future__ import annotations

from grader.settings import Settings
from sandbox.outside import check as probes
from sandbox.outside import pool, reaper
from sandbox.outside.check import Probe
from sandbox.outside.sandbox import Sandbox, SandboxUnavailable, Stopped

__all__ = [
    "Probe",
    "Sandbox",
    "SandboxUnavailable",
    "Stopped",
    "check",
    "open_sandbox",
    "reap",
]


def open_sandbox(settings: Settings, owner: str) -> pool.PooledSandbox:
    """Open the sandbox that the settings ask for. Raises SandboxUnavailable."""
    return pool.open_sandbox(
        runtime=settings.sandbox_runtime,
        reuse=settings.sandbox_reuse,
        slots=settings.slots,
        owner=reaper.this_process(owner),
    )


def check(settings: Settings) -> tuple[Probe, ...]:
    """Try out the walls of the sandbox, one by one. Raises SandboxUnavailable."""
    return probes.check_sandbox(runtime=settings.sandbox_runtime)


def reap(_settings: Settings) -> int:
    """Remove the containers of processes on this host that are no more; return how many."""
    return len(reaper.reap())
