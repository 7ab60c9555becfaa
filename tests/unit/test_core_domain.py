from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.domain import (
    Choice,
    Decimal,
    Domain,
    Items,
    Like,
    Record,
    Spec,
    Text,
    Truth,
    Whole,
    fits,
    misfit,
)
from grader.core.edges import edge_inputs, size, small_inputs, variations
from grader.core.relations import NoRelationError, parse_relation

BLOCK = Record(
    fields=(
        ("model", Choice(values=("small", "large"))),
        ("tokens", Items(of=Whole(low=0, high=9), shortest=0, longest=4)),
    )
)
SHARING = Domain(
    parameters=("prefix", "totals", "block"),
    specs=(
        Whole(low=0, high=10**6),
        Items(of=Whole(low=0, high=10**6), shortest=1, longest=6),
        Whole(low=1, high=10**6),
    ),
    relations=(parse_relation("each totals >= prefix"),),
)
PAIR = Domain(parameters=("a", "b"), specs=(BLOCK, Like(parameter="a")))
TEXTS = Domain(
    parameters=("text", "count"),
    specs=(Text(shortest=1, longest=5, alphabet="ab"), Whole(low=-3, high=9)),
    relations=(parse_relation("length text < count"),),
)
SPECS: dict[str, Spec] = {
    "whole": Whole(low=-5, high=5),
    "decimal": Decimal(low=-0.5, high=2.0),
    "truth": Truth(),
    "text": Text(shortest=2, longest=3, alphabet="xy"),
    "list": Items(of=Truth(), shortest=0, longest=2),
    "record": BLOCK,
    "choice": Choice(values=(1, "a", None)),
}


@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [
        ("whole", [-5, 0, 5], [-6, 6, 0.0, True, "0", None]),
        ("decimal", [-0.5, 0.0, 2.0], [-0.6, 2.1, 1, float("nan")]),
        ("truth", [True, False], [1, 0, None]),
        ("text", ["xy", "xxx"], ["x", "xyxy", "xz", ["x", "y"]]),
        ("list", [[], [True, False]], [[1], [True] * 3, (True,), "ab"]),
        ("record", [{"model": "small", "tokens": []}], [{}, {"model": "small"}, []]),
        ("choice", [1, "a", None], [1.0, True, "b"]),
    ],
)
def test_a_spec_tells_inside_from_outside(name: str, inside: list[Any], outside: list[Any]) -> None:
    assert all(fits(SPECS[name], value) for value in inside)
    assert not any(fits(SPECS[name], value) for value in outside)


@pytest.mark.parametrize("domain", [SHARING, PAIR, TEXTS], ids=["sharing", "pair", "texts"])
def test_counted_out_inputs_are_inside_and_different(domain: Domain) -> None:
    for inputs in (edge_inputs(domain, 30), small_inputs(domain, 30)):
        assert [misfit(domain, one) for one in inputs] == [None] * len(inputs)
        assert len({repr(one) for one in inputs}) == len(inputs) >= 12


def test_edges_reach_both_ends_and_the_borders_of_relations() -> None:
    inputs = edge_inputs(SHARING, 40)
    assert {one[0] for one in inputs} >= {0, 1, 10**6}
    assert any(min(one[1]) == one[0] > 1 for one in inputs)
    assert {one[2] for one in inputs} >= {1, 10**6}


def test_small_inputs_come_smallest_first() -> None:
    inputs = small_inputs(SHARING, 30)
    assert inputs == sorted(inputs, key=size)
    assert inputs[0] == (0, [0], 1)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((4, [4, 9], 1), None),
        ((4, [3], 1), "it breaks `each totals >= prefix`"),
        ((4, [4], 0), "`block` may not be 0"),
        ((4, [], 1), "`totals` may not be []"),
    ],
)
def test_a_misfit_says_why(arguments: Any, reason: str | None) -> None:
    assert misfit(SHARING, arguments) == reason


def test_variations_are_the_value_itself_and_values_almost_like_it() -> None:
    value = {"model": "small", "tokens": [1, 2]}
    varied = variations(BLOCK, value)
    assert varied[0] == value
    assert {"model": "large", "tokens": [1, 2]} in varied
    assert {"model": "small", "tokens": [2, 1]} in varied
    assert {"model": "small", "tokens": [1]} in varied


@pytest.mark.parametrize(
    ("text", "known", "holds"),
    [
        ("a < b", {"a": 1, "b": 2}, True),
        ("a < b", {"a": 2, "b": 2}, False),
        ("each a >= 3", {"a": [3, 4]}, True),
        ("each a >= 3", {"a": []}, True),
        ("each a != b", {"a": [1, 2], "b": 2}, False),
        ("length a == b", {"a": "abc", "b": 3}, True),
        ("sum a <= -1", {"a": [1, -2]}, True),
        ("each a < each b", {"a": [1, 2], "b": [3, 4]}, True),
        ("a < b", {"a": "x", "b": 2}, False),
    ],
)
def test_a_relation_holds_or_not(text: str, known: dict[str, Any], holds: bool) -> None:
    relation = parse_relation(text)
    assert relation.holds(known) is relation.turned().holds(known) is holds


@pytest.mark.parametrize(
    "text", ["", "a", "a <", "a => b", "each each a < b", "a + 1 < b", "a < b < c"]
)
def test_what_is_no_relation_is_refused(text: str) -> None:
    with pytest.raises(NoRelationError):
        parse_relation(text)


@given(st.integers(0, 10**6))
def test_a_narrowed_parameter_keeps_its_relations(prefix: int) -> None:
    spec = SHARING.narrowed("totals", {"prefix": prefix})
    assert isinstance(spec, Items)
    assert isinstance(spec.of, Whole)
    assert (spec.of.low, spec.of.high) == (prefix, 10**6)


def test_a_parameter_for_which_nothing_is_left_has_no_spec() -> None:
    assert TEXTS.narrowed("count", {"text": "ababab"}) == Whole(low=7, high=9)
    assert TEXTS.narrowed("text", {"count": 1}) is None
    assert TEXTS.narrowed("count", {"text": "a" * 20}) is None


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_any_value_has_a_size(value: Any) -> None:
    assert size(value) <= size([value])
