"""When to try a delivery again: Standard Webhooks' schedule, three days long, then never."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

_MINUTE, _HOUR = 60, 3600
# Before the first, second, … attempt; it ends 75 h 35 min 5 s after the event.
DELAYS_SECONDS = (
    0,
    5,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    24 * _HOUR,
)
SPREAD = 0.2
MOST_RETRY_AFTER = timedelta(hours=24)


def next_attempt(
    attempt: int,
    now: datetime,
    retry_after: timedelta | None = None,
    *,
    chance: float | None = None,
) -> datetime | None:
    """After `attempt` failures; None: give up. `chance` from -1 to 1 spreads receivers' load."""
    if attempt >= len(DELAYS_SECONDS):
        return None
    drawn = random.uniform(-1, 1) if chance is None else chance  # noqa: S311 - spreads load only
    planned = timedelta(seconds=DELAYS_SECONDS[attempt] * (1 + SPREAD * drawn))
    asked = min(retry_after or timedelta(0), MOST_RETRY_AFTER)
    return now + max(planned, asked)


def read_retry_after(raw: str | None, now: datetime) -> timedelta | None:
    """Of a reply's header: seconds or a date. None for anything else, and for the past."""
    if raw is None:
        return None
    if raw.isascii() and raw.isdigit():
        return timedelta(seconds=min(int(raw[:9]), MOST_RETRY_AFTER.total_seconds()))
    try:
        until = parsedate_to_datetime(raw)
    except (ValueError, OverflowError):
        return None
    wait = (until if until.tzinfo else until.replace(tzinfo=UTC)) - now
    return wait if wait > timedelta(0) else None
