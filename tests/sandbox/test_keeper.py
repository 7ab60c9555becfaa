"""The pool's promises, with containers that are only counted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from sandbox.outside import keeper
from sandbox.outside.boxes import Box, Recipe
from sandbox.outside.flags import Shape
from sandbox.outside.keeper import Pool
from sandbox.outside.sandbox import SandboxUnavailable, Stopped
from tests.waiting import LONGEST_SECONDS

USUAL = Shape(memory_bytes=2**27, processes=32)
WIDE = Shape(memory_bytes=2**28, processes=32)
RECIPE = Recipe(image="sha256:0", runtime="runc", owner="test", seccomp="{}")


class Counted(Box):
    """A container that is only counted."""

    def close(self) -> None:
        self.channel.is_idle = False  # type: ignore[misc] # the channel is a stand-in
        self.channel.closed = True  # type: ignore[attr-defined] # as above


@dataclass
class Line:
    is_idle: bool = True
    closed: bool = False


@dataclass
class Engine:
    """Starts counted containers, as many as it may; tells the tests when something changed."""

    made: list[Counted] = field(default_factory=list)
    refusals: int = 0
    fault: type[Exception] = SandboxUnavailable
    changed: threading.Condition = field(default_factory=threading.Condition)

    def start(self, recipe: Recipe, shape: Shape) -> Box:
        with self.changed:
            self.changed.notify_all()
            if self.refusals:
                self.refusals -= 1
                raise self.fault("no")
            line: Any = Line()
            box = Counted(
                id=f"c{len(self.made)}", shape=shape, channel=line, python="", splices=True
            )
            self.made.append(box)
            return box

    def alive(self) -> list[Counted]:
        return [box for box in self.made if box.channel.is_idle]


MakePool = Callable[..., Pool]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    engine = Engine()
    monkeypatch.setattr(keeper, "start_box", engine.start)
    monkeypatch.setattr(keeper, "_TRY_AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(keeper, "_BACKOFF_SECONDS", (0.001,))
    return engine


@pytest.fixture
def make_pool(engine: Engine) -> Iterator[MakePool]:
    pools: list[Pool] = []

    def make(reuse: Any = "clean", slots: int = 2) -> Pool:
        pools.append(Pool(RECIPE, USUAL, reuse=reuse, slots=slots))
        return pools[-1]

    yield make
    for pool in pools:
        pool.close()
    assert engine.alive() == []


def never() -> None:
    return None


def lend(pool: Pool, shape: Shape = USUAL, *, fresh: bool = False) -> Box:
    return pool.lend(shape, fresh=fresh, stop=never)


def settle(pool: Pool) -> None:
    """Wait until the keeper has nothing left to do."""
    with pool._changed:
        assert pool._changed.wait_for(lambda: not pool._has_work(), timeout=LONGEST_SECONDS)


def test_containers_are_started_ahead_of_need(make_pool: MakePool, engine: Engine) -> None:
    settle(make_pool(slots=2))
    assert len(engine.made) == 3


@pytest.mark.parametrize(("reuse", "most"), [("clean", 3), ("fresh", 4)])
def test_their_number_is_bounded(
    reuse: str, most: int, make_pool: MakePool, engine: Engine
) -> None:
    pool = make_pool(reuse, slots=2)
    for _ in range(10):
        boxes = [lend(pool), lend(pool)]
        settle(pool)
        assert len(engine.alive()) <= most
        for box in boxes:
            pool.take_back(box, is_clean=True)
        settle(pool)
        assert len(engine.alive()) <= most


def test_an_uneventful_container_serves_again_without_another_start(
    make_pool: MakePool, engine: Engine
) -> None:
    pool = make_pool()
    settle(pool)
    boxes = []
    for _ in range(10):
        boxes.append(lend(pool))
        pool.take_back(boxes[-1], is_clean=True)
    settle(pool)
    assert len({id(box) for box in boxes}) == 1
    assert len(engine.made) == 3


@pytest.mark.parametrize("reason", ["eventful", "fresh policy", "copies", "worn", "old", "closed"])
def test_a_container_that_may_not_serve_again_is_destroyed(
    reason: str, make_pool: MakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = make_pool("fresh" if reason == "fresh policy" else "clean")
    box = lend(pool)
    if reason == "copies":
        box.splices = False
    if reason == "worn":
        box.uses = keeper.MOST_USES
    if reason == "old":
        box.born -= keeper.MOST_SECONDS
    if reason == "closed":
        pool.close()
    pool.take_back(box, is_clean=reason != "eventful")
    if reason != "closed":
        settle(pool)
        pool.close()
    assert not box.channel.is_idle


def test_a_job_that_demands_it_gets_an_unused_container(make_pool: MakePool) -> None:
    pool = make_pool(slots=1)
    used = lend(pool)
    pool.take_back(used, is_clean=True)
    fresh = lend(pool, fresh=True)
    pool.take_back(fresh, is_clean=False)
    assert fresh is not used
    assert fresh.uses == 1


def test_a_container_of_another_shape_is_not_lent(make_pool: MakePool) -> None:
    pool = make_pool()
    settle(pool)
    box = lend(pool, WIDE)
    pool.take_back(box, is_clean=True)
    assert box.shape == WIDE


def test_a_spare_that_died_or_speaks_out_of_turn_is_not_lent(
    make_pool: MakePool, engine: Engine
) -> None:
    pool = make_pool(slots=1)
    settle(pool)
    dead = set(map(id, engine.made))
    for box in engine.made:
        box.channel.is_idle = False  # type: ignore[misc] # the channel is a stand-in
    box = lend(pool)
    pool.take_back(box, is_clean=True)
    assert id(box) not in dead


def test_no_more_than_the_slots_are_lent(make_pool: MakePool) -> None:
    pool = make_pool(slots=1)
    box = lend(pool)
    asked = threading.Event()

    def stop() -> None:
        asked.set()
        raise Stopped

    with pytest.raises(Stopped):
        pool.lend(USUAL, fresh=False, stop=stop)
    assert asked.is_set()
    pool.take_back(box, is_clean=True)
    pool.take_back(lend(pool), is_clean=True)


def test_a_slot_is_given_back_when_no_container_can_be_had(
    make_pool: MakePool, engine: Engine
) -> None:
    pool = make_pool(slots=1)
    settle(pool)
    with engine.changed:
        engine.refusals = 10_000
    for box in engine.made:
        box.channel.is_idle = False  # type: ignore[misc] # the channel is a stand-in
    for _ in range(2):
        with pytest.raises(SandboxUnavailable):
            lend(pool)
    with engine.changed:
        engine.refusals = 0
    pool.take_back(lend(pool), is_clean=True)


@pytest.mark.parametrize("fault", [SandboxUnavailable, KeyError])
def test_the_keeper_outlives_an_engine_that_is_away_and_a_fault_of_ours(
    fault: type[Exception], make_pool: MakePool, engine: Engine
) -> None:
    engine.fault = fault
    engine.refusals = 20
    settle(make_pool(slots=2))
    assert len(engine.alive()) == 3


def test_a_pool_may_be_closed_twice(make_pool: MakePool) -> None:
    pool = make_pool()
    pool.close()
    pool.close()


def test_nothing_is_lent_by_a_closed_pool(make_pool: MakePool) -> None:
    pool = make_pool()
    pool.close()
    with pytest.raises(SandboxUnavailable):
        lend(pool)


def test_many_threads_at_once_keep_the_bound(make_pool: MakePool, engine: Engine) -> None:
    pool = make_pool(slots=3)
    lent: list[int] = []
    seen: list[int] = []

    def work() -> None:
        for _ in range(30):
            box = lend(pool)
            lent.append(1)
            seen.append(len(lent))
            lent.pop()
            pool.take_back(box, is_clean=len(seen) % 3 > 0)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    settle(pool)
    assert max(seen) <= 3
    assert len(engine.alive()) <= 4
