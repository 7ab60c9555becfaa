"""When a delivery is tried again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from grader.lms.schedule import DELAYS_SECONDS, next_attempt, read_retry_after

NOW = datetime(2026, 11, 29, 21, 40, 57, tzinfo=UTC)


def wait(attempt: int, **about: object) -> float:
    at = next_attempt(attempt, NOW, **about)  # type: ignore[arg-type]
    assert at is not None
    return (at - NOW).total_seconds()


def test_the_tries_end_after_three_days_as_the_specification_says() -> None:
    assert sum(DELAYS_SECONDS) == 75 * 3600 + 35 * 60 + 5
    assert next_attempt(len(DELAYS_SECONDS), NOW) is None
    assert next_attempt(len(DELAYS_SECONDS), NOW, timedelta(hours=1)) is None


@pytest.mark.parametrize(("attempt", "planned"), list(enumerate(DELAYS_SECONDS))[1:])
def test_each_pause_is_spread_by_a_fifth(attempt: int, planned: float) -> None:
    assert wait(attempt, chance=0) == planned
    assert wait(attempt, chance=-1) == pytest.approx(planned * 0.8)
    assert wait(attempt, chance=1) == pytest.approx(planned * 1.2)
    assert planned * 0.8 <= wait(attempt) <= planned * 1.2


def test_a_receiver_may_ask_for_more_time_but_not_for_less() -> None:
    assert wait(1, retry_after=timedelta(minutes=10), chance=0) == 600
    assert wait(3, retry_after=timedelta(seconds=1), chance=0) == 1800
    assert wait(1, retry_after=timedelta(days=30), chance=0) == 86_400


@pytest.mark.parametrize(
    ("raw", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        ("9" * 40, 86_400),
        ("Sun, 29 Nov 2026 21:50:57 GMT", 600),
        ("Sun, 29 Nov 2026 21:50:57 -0000", 600),
    ],
)
def test_retry_after_is_read_in_both_forms(raw: str, seconds: float) -> None:
    assert read_retry_after(raw, NOW) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "raw", [None, "", "-5", "1.5", "soon", "²", "Sun, 29 Nov 2026 21:30:00 GMT", "x" * 5000]
)
def test_any_other_retry_after_is_ignored(raw: str | None) -> None:
    assert read_retry_after(raw, NOW) is None
