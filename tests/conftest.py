"""How the tests are shared out when several processes run them, and what saves all of them time."""

from __future__ import annotations

import gc

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with containers stay together in one process: two at once would fight for the host."""
    for item in items:
        if item.get_closest_marker("docker"):
            item.add_marker(pytest.mark.xdist_group("docker"))


def pytest_collection_finish() -> None:
    """Modules and test items stay until the end: the garbage collector need not look at them again.

    It took a fifth of the whole time over them.
    """
    gc.collect()
    gc.freeze()
