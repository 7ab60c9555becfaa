from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.model import Credit, Function
from grader.core.score import Share, number, points

WEIGHTS = st.fractions(min_value=Fraction(1, 100), max_value=100)
SHARES = st.lists(st.builds(Share, weight=WEIGHTS, passed=st.booleans()), max_size=20)


def worth(value: int, credit: Credit = Credit.PARTIAL) -> Function:
    return Function(name="f", parameters=(), points=Fraction(value), credit=credit)


@given(SHARES)
def test_a_score_lies_between_nothing_and_all_points(shares: list[Share]) -> None:
    assert 0 <= points(worth(10), shares) <= 10


@given(SHARES)
def test_all_points_are_earned_exactly_when_every_case_passes(shares: list[Share]) -> None:
    full = points(worth(10), shares) == 10
    assert full is (bool(shares) and all(share.passed for share in shares))


@given(SHARES)
def test_all_or_nothing_gives_all_or_nothing(shares: list[Share]) -> None:
    earned = points(worth(10, Credit.ALL_OR_NOTHING), shares)
    assert earned == (10 if points(worth(10), shares) == 10 else 0)


@given(SHARES, st.fractions(min_value=1, max_value=50))
def test_only_the_ratio_of_weights_matters(shares: list[Share], factor: Fraction) -> None:
    scaled = [Share(weight=s.weight * factor, passed=s.passed) for s in shares]
    assert points(worth(10), scaled) == points(worth(10), shares)


def test_thirds_add_up_to_a_whole() -> None:
    third = [Share(weight=Fraction(1), passed=passed) for passed in (True, False, False)]
    assert points(worth(1), third) * 3 == 1


@pytest.mark.parametrize(
    ("score", "shown"), [(Fraction(4), 4), (Fraction(5, 2), 2.5), (Fraction(0), 0)]
)
def test_a_score_is_a_json_number(score: Fraction, shown: float) -> None:
    assert (number(score), type(number(score))) == (shown, type(shown))
