"""Wait for what comes to hold by itself. How long is no claim: the machine may be busy."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

LONGEST_SECONDS = 120.0


def wait_until(holds: Callable[[], object]) -> None:
    give_up = time.monotonic() + LONGEST_SECONDS
    while not holds():
        if time.monotonic() > give_up:
            pytest.fail(f"it did not come to hold within {LONGEST_SECONDS:g} seconds")
        time.sleep(0.01)
