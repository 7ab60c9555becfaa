"""How often something may happen, by address. Counts in this process alone, and forgets.

That is enough to keep a flood out of the database; what must be exact is counted there.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request

MINUTE_SECONDS = 60.0
MOST_KEYS = 10_000


class Pace:
    """At most so many in any minute for each key."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._seen: dict[str, deque[float]] = {}

    def take(self, key: str = "") -> bool:
        """Count this one, unless there were too many; then nothing is counted."""
        now = self._clock()
        times = self._seen.setdefault(key, deque(maxlen=self._most))
        if len(times) == self._most and times[0] > now - MINUTE_SECONDS:
            return False
        times.append(now)
        if len(self._seen) > MOST_KEYS:
            self._forget(now)
        return True

    def _forget(self, now: float) -> None:
        """Those who were quiet for a minute; if all were busy, those who came first."""
        seen = list(self._seen.items())  # at once: requests are answered in several threads
        kept = {key: times for key, times in seen if times and times[-1] > now - MINUTE_SECONDS}
        self._seen = dict(list(kept.items())[-MOST_KEYS // 2 :])


def address_of(request: Request) -> str:
    """Whose connection it is; of IPv6 the network, since one household has as many as it likes."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
    return str(address)
