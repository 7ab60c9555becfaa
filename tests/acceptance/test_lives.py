"""The lives of one data folder: begun, ended in good order, begun again, killed, begun again."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.service import containers_of, is_alive, wait_until

pytestmark = [pytest.mark.docker, pytest.mark.timeout(400)]


@dataclass(frozen=True, kw_only=True)
class Life:
    """A service that has ended, with submissions still in its queue."""

    data: Path
    said: list[str]
    tokens: dict[str, Any]
    submitted: list[str]
    children: dict[str, int]
    exit_code: int


def live(service: Any, number: signal.Signals) -> Life:
    """Take in more than can be graded at once, then end."""
    submitted, children = service.submit_many(40), service.children()
    return Life(
        data=service.data,
        said=service.said,
        tokens=service.tokens(),
        submitted=submitted,
        children=children,
        exit_code=service.end(number),
    )


@pytest.fixture(scope="module")
def first(start: Any, folder: Callable[[], Path]) -> Life:
    return live(start(folder()), signal.SIGTERM)


@pytest.fixture(scope="module")
def second(start: Any, first: Life) -> Iterator[Any]:
    """On the folder of the first, and still alive."""
    service = start(first.data)
    yield service
    service.end()


def test_a_signal_ends_the_whole_tree(first: Life) -> None:
    assert first.exit_code == 0
    assert not [name for name, pid in first.children.items() if is_alive(pid)]
    assert containers_of(first.children) == []


def test_a_second_start_finds_everything_done(first: Life, second: Any) -> None:
    assert any("published the pack prefix-sharing" in line for line in first.said)
    assert not second.says("published")
    assert second.tokens() == first.tokens


def test_what_an_orderly_end_left_in_the_queue_is_graded_once(first: Life, second: Any) -> None:
    assert second.are_graded_once(first.submitted)


def test_killing_the_launcher_takes_its_children_along_and_loses_nothing(
    start: Any, folder: Callable[[], Path]
) -> None:
    killed = live(start(folder()), signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, killed.children.values())), "every child is gone")
    wait_until(lambda: containers_of(killed.children) == [], "every container is gone")
    after = start(killed.data)
    assert after.are_graded_once(killed.submitted)
    assert after.end(signal.SIGINT) == 0
