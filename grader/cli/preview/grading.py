"""Grade in this process: the worker's own functions, called by threads instead of Celery."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue

import structlog

from grader.worker import pulse
from grader.worker.explain import explain_submission
from grader.worker.grade import grade_submission
from grader.worker.parts import Parts
from grader.worker.sweep import Sweeper

SWEEP_SECONDS = 5.0
END_SECONDS = 5.0
Action = Callable[[], None]

log = structlog.get_logger()


class Calls:
    """What a broker does elsewhere: ids go in, and come out in the same order."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[str, str] | None] = SimpleQueue()

    def send(self, name: str, id: str) -> None:  # noqa: A002 - the word of the contract
        self._waiting.put((name, id))

    def ping(self) -> bool:
        return True

    def take(self) -> tuple[str, str] | None:
        """Wait for the next one; None: there will be no further one."""
        return self._waiting.get()

    def end(self) -> None:
        """Let one of those go who wait."""
        self._waiting.put(None)


@contextmanager
def graders(
    parts: Parts, calls: Calls, others: Mapping[str, Action], *, wake: Action
) -> Iterator[None]:
    """Grade, and do what `others` do, in threads that end with the block.

    `wake` lets those go who wait for what will not come any more.
    """
    is_open = threading.Event()
    parts.gate.listen(lambda: is_open.set() if parts.gate.is_open else is_open.clear())
    loops = {**_loops(parts, partial(_work, parts, calls, is_open)), **others}
    threads = [
        threading.Thread(target=_edge(name, loop), name=name, daemon=True)
        for name, loop in loops.items()
    ]
    try:
        for thread in threads:
            thread.start()
        yield
    finally:
        parts.stopping.request(0.0)
        parts.gate.shut()
        for let_go in (*[calls.end] * parts.settings.slots, is_open.set, wake):
            let_go()
        for thread in threads:
            thread.join(END_SECONDS)


def _loops(parts: Parts, work: Action) -> dict[str, Action]:
    sweep = Sweeper(parts).sweep
    return {
        "gate": parts.gate.guard,
        "sweep": lambda: pulse.repeat(sweep, SWEEP_SECONDS, parts.stopping),
        **{f"grader-{number}": work for number in range(parts.settings.slots)},
    }


def _work(parts: Parts, calls: Calls, is_open: threading.Event) -> None:
    """Without an engine a call waits here, and is answered as soon as there is one."""
    actions = {"grade": grade_submission, "explain": explain_submission}
    while (call := calls.take()) is not None:
        name, submission_id = call
        is_open.wait()
        if name in actions and not parts.stopping.requested:
            _edge(name, partial(actions[name], parts, submission_id))()


def _edge(name: str, action: Action) -> Action:
    """A failure of ours is logged and ends nothing but what it happened in."""

    def run() -> None:
        try:
            action()
        except Exception:
            log.exception("failed", what=name)

    return run
