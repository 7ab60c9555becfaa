"""The words and shapes of every verdict and state, one table each. Nothing else speaks of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.web.language import mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A word, the shape that carries the same news without colour, and the tone of its colour."""

    word: str
    shape: str
    tone: str


def _sign(word: str, shape: str, tone: str) -> Sign:
    return Sign(word=word, shape=shape, tone=tone)


PASSED = _sign("Passed", "tick", "pass")
NOT_YET = _sign("Not yet", "differs", "fail")
STOPPED = _sign("Stopped", "bar", "fail")
NOT_READ = _sign("Not read", "warning", "fail")
ALMOST = _sign("Almost", "near", "near")
COMPARED_VERDICTS = frozenset({"wrong_answer", "wrong_type", "failed"})
LIMIT_VERDICTS = frozenset({"time_limit", "memory_limit", "output_limit", "process_limit"})

VERDICTS: Mapping[str, Sign] = {
    "passed": PASSED,
    "ok": PASSED,
    "failed": NOT_YET,
    "wrong_answer": NOT_YET,
    "wrong_type": NOT_YET,
    "raised": _sign("Stopped: error", "warning", "fail"),
    "time_limit": _sign("Stopped: time limit", "bar", "fail"),
    "memory_limit": _sign("Stopped: memory limit", "bar", "fail"),
    "output_limit": _sign("Stopped: output limit", "bar", "fail"),
    "process_limit": _sign("Stopped: process limit", "bar", "fail"),
    "crashed": STOPPED,
    "protocol": STOPPED,
    "too_large": STOPPED,
    "missing": _sign("Not found", "unknown", "muted"),
    "not_run": _sign("Not run", "dashes", "muted"),
    "syntax_error": NOT_READ,
    "load_failed": _sign("Stopped", "warning", "fail"),
    "source_too_large": NOT_READ,
    "source_rejected": NOT_READ,
}

STATES: Mapping[str, Sign] = {
    "queued": _sign("Waiting", "ring", "muted"),
    "running": _sign("Running", "dot", "muted"),
    "parked": _sign("Waiting, our side", "dots", "near"),
    "cancelled": _sign("Cancelled", "dashes", "muted"),
}

STATE_SENTENCES: Mapping[str, str] = {
    "queued": mark("Waiting for a free place. We do not know how long yet."),
    "running": mark("Running the cases."),
    "parked": mark(
        "We could not grade this yet. Staff have been told, and no attempt is used. "
        "You can leave the page."
    ),
    "cancelled": mark("This submission was cancelled. It was not graded."),
}

LOAD_SENTENCES: Mapping[str, str] = {
    "syntax_error": mark("Python could not read this file. No case ran."),
    "load_failed": mark("The file stopped with an error while Python loaded it. No case ran."),
    "time_limit": mark("The file did not finish loading in time, so we stopped it. No case ran."),
    "memory_limit": mark(
        "The file used too much memory while loading, so we stopped it. No case ran."
    ),
    "output_limit": mark("The file printed too much while loading, so we stopped it. No case ran."),
    "process_limit": mark("The file started too many processes while loading. No case ran."),
}
UNKNOWN_LOAD = mark("The file could not be loaded. No case ran.")


def verdict_sign(verdict: str) -> Sign:
    return VERDICTS.get(verdict, STOPPED)
