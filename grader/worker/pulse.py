"""What a worker does by the clock and not by a message: it says that it lives, and tidies up.

A beat task would reach one worker of several; every host has its own engine and its own heart.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog

from grader.judge import box
from grader.judge.box import SandboxUnavailable
from grader.store import writes
from grader.store.errors import StoreUnavailable
from grader.worker.parts import Parts
from grader.worker.stopping import Stopping

BEAT_SECONDS = 10.0
REAP_SECONDS = 30.0

log = structlog.get_logger()


def repeat(action: Callable[[], None], seconds: float, stopping: Stopping) -> None:
    """Do it now and every so often until the worker ends. Runs in a thread of its own."""
    action()
    while not stopping.wait(seconds):
        action()


def beat(parts: Parts, turns: Callable[[], bool]) -> None:
    """`turns` says whether the queue is being consumed: a live process alone grades nothing."""
    reason = parts.gate.reason or ("" if turns() else "the queue is not being consumed")
    _write_beat(parts, reason)


def last_beat(parts: Parts) -> None:
    """Whoever looks from now on counts without us."""
    _write_beat(parts, "the worker has ended")


def reap(parts: Parts) -> None:
    """Remove the containers of workers that are no more; notice an engine that went away."""
    try:
        removed = box.reap(parts.settings)
    except SandboxUnavailable as error:
        parts.gate.report(error)
    else:
        if removed:
            log.info("reaped", containers=removed)


def _write_beat(parts: Parts, reason: str) -> None:
    try:
        with parts.store.unit() as unit:
            writes.beat(unit, parts.name, parts.now(), ok=not reason, detail=reason)
    except StoreUnavailable as error:
        log.warning("heartbeat_not_written", reason=str(error))
