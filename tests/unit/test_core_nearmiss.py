from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.nearmiss import Near, near_miss


@pytest.mark.parametrize(
    ("returned", "expected", "printed", "kind"),
    [
        (8.0, 8, False, Near.WHOLE_NUMBER),
        (8, 8.0, False, Near.WHOLE_NUMBER),
        ([1.0, 2], [1, 2], False, Near.WHOLE_NUMBER),
        (None, 8, True, Near.PRINTED),
        (None, 8, False, Near.NOTHING),
        (None, False, False, Near.NOTHING),
        (1, True, False, Near.TRUTH_VALUE),
        (False, 0, False, Near.TRUTH_VALUE),
        ("yes", True, False, Near.TRUTHY),
        ([], False, False, Near.TRUTHY),
        ("8", 8, False, Near.TEXT),
        (0, 0.25, False, Near.WHOLE_PART),
        (2.0, 2.75, False, Near.WHOLE_PART),
        (-2, -2.75, False, Near.WHOLE_PART),
        ("[1, 2]", [1, 2], False, Near.TEXT),
        ((1, 2), [1, 2], False, Near.SEQUENCE),
        ([2, 1], [1, 2], False, Near.ORDER),
        ([{"b": [2, 1]}, None], [None, {"b": [1, 2]}], False, Near.ORDER),
    ],
)
def test_the_rule_that_would_have_let_it_pass_is_named(
    returned: object, expected: object, printed: bool, kind: Near
) -> None:
    miss = near_miss(returned, expected, printed=printed)
    assert miss is not None
    assert miss.kind is kind


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        (7, 8),
        (8.5, 8),
        ("seven", 8),
        ([1, 2], [1, 3]),
        (0, True),
        ([1, 1, 3], [1, 2, 2]),
        (0.0, 0.25),
        (3, 2.75),
        (-3, -2.75),
        (False, 0.25),
        ([0], 0.25),
        ([2**4000, 0.5], 8),
    ],
)
def test_a_plainly_wrong_value_is_no_near_miss(returned: object, expected: object) -> None:
    assert near_miss(returned, expected, printed=False) is None


def test_what_was_printed_does_not_matter_when_something_was_returned() -> None:
    assert near_miss(7, 8, printed=True) is None


@given(st.lists(st.integers() | st.none() | st.text() | st.lists(st.integers())))
def test_any_other_order_of_the_same_items_is_a_near_miss(items: list[object]) -> None:
    turned = items[::-1]
    miss = near_miss(turned, [*items, None], printed=False)
    assert miss is None or turned == [] or miss.kind is not Near.ORDER
    shuffled = near_miss(turned, items, printed=False)
    assert turned == items or (shuffled is not None and shuffled.kind is Near.ORDER)


def test_a_value_that_nobody_reads_through_is_not_looked_through() -> None:
    assert near_miss(list(range(9000))[::-1], list(range(9000)), printed=False) is None
    miss = near_miss(None, [0] * 9000, printed=True)
    assert miss is not None
    assert miss.kind is Near.PRINTED
