"""The times and counts by which work that was lost is found again. One table, no query."""

from __future__ import annotations

from datetime import timedelta

LEASE_SECONDS = 15.0
# Two deaths in a row are no chance: a third worker is not risked.
MOST_LOST_CLAIMS = 2
KILLED_ITS_WORKER = (
    "The worker that graded this stopped without an answer {times} times. "
    "It was set aside so that others go on; look at the source, then try again."
)

FIRST_RESEND = timedelta(seconds=10)
MOST_RESEND = timedelta(seconds=60)

MOST_EXPLANATION_SENDS = 4  # messages, after which no counterexample is shown

DELIVERY_LEASE = timedelta(seconds=90)  # the sender gives up after 20 s, DNS after 30 at worst
DELIVERIES_PER_ENDPOINT = 4  # at once: a dead address must not take every slot
SUPERSEDE_AFTER = 3  # failures of an event, before a newer one of its stream goes in its place
DISABLE_AFTER = timedelta(days=5)  # of nothing but failures


def resend_after(sends: int) -> timedelta:
    """How long a message may take: longer each time, or a long queue would be sent on and on."""
    doublings = max(0, min(sends - 1, 8))
    return min(FIRST_RESEND * (1 << doublings), MOST_RESEND)
