"""Who waits in the same process is told without a broker, and at once."""

from __future__ import annotations

import threading
import time

from grader.notify import LocalNotify


def test_a_waiter_is_woken_by_what_is_told() -> None:
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

    began = time.monotonic()
    threading.Thread(target=finish).start()
    assert notify.wait("sub_1", 30.0, ready) == "graded"
    assert time.monotonic() - began < 4  # by itself it would look again after five seconds


def test_who_waits_too_long_is_let_go() -> None:
    assert LocalNotify().wait("sub_1", 0.01, lambda: None) is None
