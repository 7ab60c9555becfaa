"""Remove containers that nobody will ever come back for. Touches only our own label."""

from __future__ import annotations

import time
from collections.abc import Callable

from sandbox.outside import containers
from sandbox.outside.flags import LABEL, OWNER_LABEL

MAX_AGE_SECONDS = 900.0  # older than any pool keeps a container


def reap(
    owner_alive: Callable[[str], bool], *, max_age_seconds: float = MAX_AGE_SECONDS
) -> tuple[str, ...]:
    """Remove our containers whose owner is dead or that are too old; return their ids.

    A worker calls it when it starts and every 30 seconds. Raises SandboxUnavailable.
    """
    removed = []
    for found in containers.listed(LABEL):
        is_old = time.time() - found.created > max_age_seconds
        if is_old or not owner_alive(found.labels.get(OWNER_LABEL, "")):
            containers.remove(found.id)
            removed.append(found.id)
    return tuple(removed)
