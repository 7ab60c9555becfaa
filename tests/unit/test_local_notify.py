"""Who waits in the same process is told without a broker, and at once."""

from __future__ import annotations

import threading

import pytest

from grader import notify as module
from grader.notify import LocalNotify

FOR_EVER_SECONDS = 10_000.0


def test_a_waiter_is_woken_by_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself it would look again only when its time is over."""
    monkeypatch.setattr(module, "LIVE_CHECK_SECONDS", FOR_EVER_SECONDS)
    notify, looks = LocalNotify(), threading.Semaphore(0)
    found: list[str] = []

    def ready() -> str | None:
        looks.release()
        return found[0] if found else None

    def finish() -> None:
        looks.acquire()  # it has looked once, in vain
        found.append("graded")
        notify.publish("sub_other")
        notify.publish("sub_1")

    threading.Thread(target=finish).start()
    assert notify.wait("sub_1", FOR_EVER_SECONDS, ready) == "graded"


def test_who_waits_too_long_is_let_go() -> None:
    assert LocalNotify().wait("sub_1", 0.01, lambda: None) is None
