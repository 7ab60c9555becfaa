from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.compare import Difference, compare

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=15,
)


@given(VALUES)
def test_a_value_equals_itself_whatever_it_holds(value: object) -> None:
    assert compare(value, value).ok


@given(VALUES, VALUES)
def test_a_comparison_does_not_depend_on_the_side(left: object, right: object) -> None:
    assert compare(left, right).ok is compare(right, left).ok


@given(VALUES, VALUES)
def test_exactly_equal_values_are_equal_to_python_too(left: object, right: object) -> None:
    if compare(left, right).ok and "nan" not in repr(left):
        assert left == right


@given(VALUES)
def test_a_wrapped_value_is_another_value(value: object) -> None:
    assert not compare([value], value).ok


@pytest.mark.parametrize(
    ("returned", "expected", "difference", "path"),
    [
        (8.0, 8, Difference.TYPE, ()),
        (True, 1, Difference.TYPE, ()),
        (1, True, Difference.TYPE, ()),
        (None, 0, Difference.TYPE, ()),
        ((1, 2), [1, 2], Difference.TYPE, ()),
        ("8", 8, Difference.TYPE, ()),
        (7, 8, Difference.VALUE, ()),
        (math.nan, 0.0, Difference.VALUE, ()),
        ([1, 2], [1, 2, 3], Difference.LENGTH, ()),
        ([1, [2, 4]], [1, [2, 3]], Difference.VALUE, (1, 1)),
        ([1, {"a": 2.0}], [1, {"a": 2}], Difference.TYPE, (1, "a")),
        ({"a": 1}, {"b": 1}, Difference.KEYS, ()),
        ([9, 9], [1, 2], Difference.VALUE, (0,)),
    ],
)
def test_the_first_difference_is_named(
    returned: object, expected: object, difference: Difference, path: tuple[object, ...]
) -> None:
    match = compare(returned, expected)
    assert (match.ok, match.difference, match.path) == (False, difference, path)


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        (-0.0, 0.0),
        (math.nan, math.nan),
        ([math.inf], [math.inf]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (2**70, 2**70),
        ("", ""),
    ],
)
def test_these_are_the_same(returned: object, expected: object) -> None:
    assert compare(returned, expected).ok


def test_a_value_nested_far_beyond_the_recursion_limit_is_compared() -> None:
    left: list[object] = []
    right: list[object] = []
    for _ in range(50_000):
        left, right = [left], [right]
    assert compare(left, right).ok
