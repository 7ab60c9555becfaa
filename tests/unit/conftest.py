"""A small pack and the facts of a run on it, for every test of the core and the judge."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import settings

from grader.core.facts import CaseFact, Ending, LoadFact, Observed
from grader.core.model import Case, Function, Pack, Visibility

# The machine may be busy with containers: no example is too slow, and all runs see the same ones.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

SeeRun = Callable[..., Observed]


def _case(name: str, function: str, visibility: Visibility, **more: Any) -> Case:
    return Case(id=name, function=function, visibility=visibility, **more)


@pytest.fixture
def pack() -> Pack:
    """Two functions: `double` with two visible, two hidden and one advice case, and `shout`."""
    visible, hidden = Visibility.VISIBLE, Visibility.HIDDEN
    return Pack(
        name="two-functions",
        title="Two functions",
        version="v1",
        functions=(
            Function(name="double", parameters=("n",), points=Fraction(3)),
            Function(name="shout", parameters=("text", "times"), points=Fraction(1)),
        ),
        cases=(
            _case("double-two", "double", visible, arguments=(2,), hint="Twice the number."),
            _case("double-none", "double", visible, arguments=(0,), weight=Fraction(2)),
            _case("double-large", "double", hidden, arguments=(918273,)),
            _case("double-below", "double", hidden, arguments=(-4,), weight=Fraction(2)),
            _case("double-huge", "double", visible, arguments=(2**53 + 1,), scored=False),
            _case("shout-twice", "shout", visible, arguments=("hey", 2)),
            _case("shout-secret", "shout", hidden, arguments=("zebra", 1)),
        ),
        starter="def double(n):\n    pass\n",
        solution="def double(n):\n    return n * 2\n",
        lesson="# Two functions\n",
    )


@pytest.fixture
def expected() -> dict[str, Any]:
    return {
        "double-two": 4,
        "double-none": 0,
        "double-large": 1836546,
        "double-below": -8,
        "double-huge": 2**54 + 2,
        "shout-twice": "HEY HEY",
        "shout-secret": "ZEBRA",
    }


@pytest.fixture
def see(expected: dict[str, Any]) -> SeeRun:
    """Return a run in which every case is right, apart from the facts or values that are given."""

    def see_run(load: LoadFact | None = None, **facts: Any) -> Observed:
        named = {name.replace("_", "-"): fact for name, fact in facts.items()}
        cases = {name: _fact(named.get(name, value)) for name, value in expected.items()}
        return Observed(
            load=load or LoadFact(ending=Ending.LOADED),
            cases=cases,
            image="sha256:image",
            python="3.11.2",
            seconds=0.01,
        )

    return see_run


def _fact(fact_or_value: Any) -> CaseFact:
    if isinstance(fact_or_value, CaseFact):
        return fact_or_value
    return CaseFact(ending=Ending.RETURNED, value=fact_or_value)
