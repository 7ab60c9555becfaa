"""How often something may happen: counted by address, forgotten after a minute, bounded."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from grader.web import pace
from grader.web.pace import Pace, address_of


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def request_from(host: str | None) -> Request:
    client = None if host is None else (host, 4711)
    return Request({"type": "http", "client": client, "headers": []})


def test_so_many_in_a_minute_and_no_more_for_each_key() -> None:
    clock = Clock()
    counted = Pace(2, clock)
    assert [counted.take("a"), counted.take("a"), counted.take("a")] == [True, True, False]
    assert counted.take("b")
    clock.now = 60.0
    assert [counted.take("a"), counted.take("a"), counted.take("a")] == [True, True, False]


def test_what_was_refused_does_not_count() -> None:
    clock = Clock()
    counted = Pace(1, clock)
    counted.take("a")
    for clock.now in (20.0, 40.0, 59.0):
        assert not counted.take("a")
    clock.now = 60.0
    assert counted.take("a")


def test_memory_stays_bounded_and_the_busy_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "MOST_KEYS", 10)
    clock = Clock()
    counted = Pace(1, clock)
    for number in range(1000):
        clock.now = number * 10.0
        counted.take(str(number))
        assert len(counted._seen) <= 10
    assert not counted.take("999")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_an_address_is_a_host_or_a_network_of_one_household(host: str | None, address: str) -> None:
    assert address_of(request_from(host)) == address
