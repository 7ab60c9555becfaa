"""Whole numbers are turned down to the limit where a mistake begins, in a few rounds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.domain import Choice, Domain, Items, Like, Record, Whole
from grader.core.knobs import Knob, knobs, probes, rungs
from grader.core.weight import weight


def limit(high: int, wrong_from: int) -> tuple[int, int]:
    """Leap, then close in, as the search does; return where the mistake begins, and the rounds."""
    rounds = 0
    while wrong := [rung for rung in rungs(high) if rung >= wrong_from]:
        high, rounds = wrong[0], rounds + 1
    low = high // 2
    while tried := probes(low, high):
        high = min((one for one in tried if one >= wrong_from), default=high)
        low = max(one for one in (low, *tried) if one < high)
        rounds += 1
    return high, rounds


@given(st.integers(0, 10**6).flatmap(lambda high: st.tuples(st.just(high), st.integers(0, high))))
def test_the_limit_is_found_in_a_few_rounds(numbers: tuple[int, int]) -> None:
    high, wrong_from = numbers
    found, rounds = limit(high, wrong_from)
    assert found == wrong_from
    assert rounds <= 10


@pytest.mark.parametrize(
    ("arguments", "magnitude", "turned"),
    [
        ((40, [50, 50], 16), 9, [(40, [9, 9], 16), (9, [50, 50], 16), (40, [9, 50], 16)]),
        (({"a": 7}, -8), 5, [({"a": 5}, -8), ({"a": 7}, -5)]),
        (((9, "x"),), 4, [((4, "x"),)]),
    ],
)
def test_equal_numbers_are_turned_together_and_each_alone(
    arguments: Any, magnitude: int, turned: list[Any]
) -> None:
    ways = [knob.turned(arguments, magnitude) for knob in knobs(arguments) if not knob.shifts]
    assert all(way in ways for way in turned)


def test_numbers_that_belong_together_lose_as_much_as_each_other() -> None:
    shifts = [knob for knob in knobs((33, [40, 50], 8)) if knob.shifts]
    ways = [knob.turned((33, [40, 50], 8), knob.magnitude - 5) for knob in shifts]
    assert (28, [35, 50], 8) in ways
    assert (28, [35, 45], 3) in ways


def test_truth_values_texts_and_small_numbers_are_left_alone() -> None:
    assert knobs((True, "12", 3, [0, 1], None, 4.5)) == []


def test_a_number_below_zero_keeps_its_sign() -> None:
    (knob,) = knobs((-100,))
    assert knob == Knob(paths=((0,),), magnitude=100, sign=-1)
    assert knob.turned((-100,), 7) == (-7,)


PAIR = Domain(
    parameters=("a", "b"),
    specs=(
        Record(
            fields=(
                ("kind", Choice(values=("plain", "Odd"))),
                ("parts", Items(of=Whole(low=0, high=9), shortest=0, longest=4)),
            )
        ),
        Like(parameter="a"),
    ),
)


def block(kind: str, *parts: int) -> Any:
    return {"kind": kind, "parts": list(parts)}


@pytest.mark.parametrize(
    ("lighter", "heavier"),
    [
        ((block("plain"), block("plain")), (block("Odd"), block("Odd"))),
        ((block("Odd"), block("Odd")), (block("plain", 0), block("plain"))),
        ((block("plain", 1), block("plain", 1)), (block("plain", 2), block("plain", 1))),
        ((block("plain"), block("Odd")), (block("Odd"), block("plain"))),
    ],
)
def test_few_parts_small_numbers_and_first_choices_are_plain(lighter: Any, heavier: Any) -> None:
    assert (weight(PAIR, lighter) < weight(PAIR, heavier)) is True
