"""Two steps of ending: take nothing new, and after a grace period let go of what runs."""

from __future__ import annotations

import threading


class Stopping:
    """Set by a signal, asked by everything that runs long."""

    def __init__(self) -> None:
        self._requested = threading.Event()
        self._over = threading.Event()

    def request(self, grace_seconds: float) -> None:
        """Start the grace period. Cheap enough for a signal handler; a second call is ignored."""
        if self._requested.is_set():
            return
        self._requested.set()
        timer = threading.Timer(grace_seconds, self._over.set)
        timer.daemon = True
        timer.start()

    @property
    def requested(self) -> bool:
        return self._requested.is_set()

    @property
    def over(self) -> bool:
        """Whether the grace period has passed: what still runs goes back to the queue."""
        return self._over.is_set()

    def pause(self, seconds: float) -> None:
        """Sleep so long, or until the grace period has passed."""
        self._over.wait(seconds)

    def wait(self, seconds: float) -> bool:
        """Sleep so long or until ending was asked for; whether it was."""
        return self._requested.wait(seconds)
