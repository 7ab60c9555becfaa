from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.compare import Difference, compare
from grader.core.model import EXACT, Nan, Newlines, Rules

NAN, INF = math.nan, math.inf
UNORDERED, WHOLE = Rules(unordered=True), Rules(integral_float=True)
CLOSE, RELATIVE = Rules(tolerance=0.01), Rules(relative_tolerance=0.01)
NEVER = Rules(nan=Nan.NEVER)
UNIVERSAL, TRAILING = Rules(newlines=Newlines.UNIVERSAL), Rules(newlines=Newlines.TRAILING)


@pytest.mark.parametrize(
    ("rules", "returned", "expected"),
    [
        (CLOSE, 0.305, 0.3),
        (CLOSE, [1.0, {"a": 2.005}], [1.0, {"a": 2.0}]),
        (RELATIVE, 1009.0, 1000.0),
        (CLOSE, INF, INF),
        (CLOSE, NAN, NAN),
        (CLOSE, 2**5000, 2**5000),
        (UNORDERED, [2, 1, 1], [1, 2, 1]),
        (UNORDERED, [[2, 1], ["a"]], [["a"], [1, 2]]),
        (UNORDERED, (2, 1), (1, 2)),
        (UNORDERED, [None, "a", 1, 2.5, True, {"b": 1}], [True, {"b": 1}, 2.5, "a", None, 1]),
        (Rules(unordered=True, tolerance=0.01), [2.001, 1.0], [1.0, 2.0]),
        (Rules(list_or_tuple=True), (1, (2,)), [1, [2]]),
        (WHOLE, 8.0, 8),
        (WHOLE, 8, 8.0),
        (WHOLE, [float(2**53)], [2**53]),
        (Rules(integral_float=True, tolerance=0.01), 0.999, 1),
        (UNIVERSAL, "a\r\nb\r", "a\nb\n"),
        (TRAILING, "a\nb", "a\r\nb\n\n"),
        (Rules(any_of=([2, 1], [3])), [3], [1, 2]),
        (Rules(any_of=(0.5,), tolerance=0.1), 0.55, 2.0),
    ],
)
def test_a_rule_lets_its_own_difference_pass(rules: Rules, returned: Any, expected: Any) -> None:
    assert compare(returned, expected, rules).ok
    assert rules in (CLOSE, NEVER) or not compare(returned, expected, EXACT).ok


@pytest.mark.parametrize(
    ("rules", "returned", "expected"),
    [
        (CLOSE, 0.32, 0.3),
        (CLOSE, 0, 0.0),
        (CLOSE, INF, 1e308),
        (CLOSE, -INF, INF),
        (CLOSE, NAN, 0.3),
        (CLOSE, "0.3", 0.3),
        (CLOSE, True, 1),
        (RELATIVE, 0.001, 0.0),
        (RELATIVE, 2**5000, 2**5000 + 2**4999),
        (UNORDERED, [1, 1, 2], [1, 2, 2]),
        (UNORDERED, [1], (1,)),
        (UNORDERED, [1, 2.0], [2, 1]),
        (WHOLE, 8.5, 8),
        (WHOLE, True, 1),
        (WHOLE, 2.0**53, 2**53 + 1),
        (NEVER, NAN, NAN),
        (NEVER, [NAN], [NAN]),
        (UNIVERSAL, "a\n", "a"),
        (TRAILING, "a \n", "a"),
        (Rules(any_of=(2, 3)), 4, 1),
        (Rules(any_of=(2, 3)), 2.0, 1),
    ],
)
def test_a_rule_lets_nothing_else_pass(rules: Rules, returned: Any, expected: Any) -> None:
    assert not compare(returned, expected, rules).ok


def test_the_difference_is_told_against_the_value_of_the_solution() -> None:
    match = compare([4], [1], Rules(any_of=([2], [3])))
    assert (match.path, match.returned, match.expected) == ((0,), 4, 1)


def test_no_position_is_named_where_order_does_not_count() -> None:
    match = compare([3, 1], [1, 2], UNORDERED)
    assert (match.difference, match.path) == (Difference.VALUE, ())
    assert (match.returned, match.expected) == ([3, 1], [1, 2])


RULES = st.builds(
    Rules,
    tolerance=st.sampled_from([0.0, 0.5]),
    relative_tolerance=st.sampled_from([0.0, 0.1]),
    unordered=st.booleans(),
    list_or_tuple=st.booleans(),
    integral_float=st.booleans(),
    newlines=st.sampled_from(Newlines),
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=12,
)


@given(VALUES, RULES)
def test_every_value_equals_itself_under_every_rule(value: Any, rules: Rules) -> None:
    assert compare(value, value, rules).ok


@given(VALUES, VALUES, RULES)
def test_whatever_is_equal_exactly_is_equal_under_every_rule(
    left: Any, right: Any, rules: Rules
) -> None:
    assert not compare(left, right).ok or compare(left, right, rules).ok


@given(st.lists(VALUES, max_size=5), st.randoms(use_true_random=False))
def test_any_order_is_right_where_order_does_not_count(items: list[Any], random: Any) -> None:
    shuffled = random.sample(items, len(items))
    assert compare(shuffled, items, UNORDERED).ok
