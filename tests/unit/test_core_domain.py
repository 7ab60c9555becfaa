from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.domain import (
    Choice,
    Decimal,
    Dictionary,
    Domain,
    Either,
    Items,
    Like,
    Record,
    Row,
    Spec,
    Text,
    Truth,
    Whole,
)
from grader.core.edges import edge_inputs, size, small_inputs, variations
from grader.core.fitting import fits, misfit
from grader.core.relations import NoRelationError, parse_relation
from grader.core.shrink import smaller_inputs
from grader.core.weight import weight

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
SPAN = Record(
    fields=(("start", Whole(low=0, high=9)), ("end", Whole(low=0, high=9)), ("note", Truth())),
    optional=("note",),
    relations=(parse_relation("start <= end"),),
)
SPECS: dict[str, Spec] = {
    "whole": Whole(low=-5, high=5),
    "decimal": Decimal(low=-0.5, high=2.0),
    "truth": Truth(),
    "text": Text(shortest=2, longest=3, alphabet="xy"),
    "list": Items(of=Truth(), shortest=0, longest=2),
    "record": BLOCK,
    "choice": Choice(values=(1, "a", None)),
    "usual": Text(shortest=0, longest=9, alphabet="abc", usual="ab"),
    "rising": Items(of=Whole(low=0, high=9), shortest=0, longest=4, in_order=True, distinct=True),
    "matrix": Items(
        of=Items(of=Whole(low=0, high=9), shortest=1, longest=3), shortest=1, longest=3, alike=True
    ),
    "pair": Row(of=(Whole(low=0, high=9), Text(shortest=1, longest=2, alphabet="ab"))),
    "counts": Dictionary(
        keys=Text(shortest=1, longest=2, alphabet="ab"),
        of=Whole(low=0, high=9),
        shortest=0,
        longest=3,
    ),
    "span": SPAN,
    "maybe": Either(of=(Choice(values=(None,)), Whole(low=0, high=9), Truth())),
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
        ("usual", ["", "abc"], ["abd"]),
        ("rising", [[], [1, 2, 9]], [[2, 1], [1, 1], [1, 2, 3, 4, 5], (1, 2)]),
        ("matrix", [[[1]], [[1, 2], [3, 4]]], [[], [[]], [[1], [2, 3]], [1]]),
        ("pair", [(0, "a"), (9, "ab")], [[0, "a"], (0, ""), (0,), (0, "a", 1), None]),
        ("counts", [{}, {"a": 0, "ab": 9}], [{"": 1}, {"a": 10}, {"x": 1}, []]),
        (
            "span",
            [{"start": 1, "end": 1}, {"start": 1, "end": 2, "note": True}],
            [{"start": 2, "end": 1}, {"start": 1}, {"start": 1, "end": 2, "more": 3}],
        ),
        ("maybe", [None, 3, True], ["", 10, 1.0]),
    ],
)
def test_a_spec_tells_inside_from_outside(name: str, inside: list[Any], outside: list[Any]) -> None:
    assert all(fits(SPECS[name], value) for value in inside)
    assert not any(fits(SPECS[name], value) for value in outside)


def alone(spec: Spec) -> Domain:
    return Domain(parameters=("it",), specs=(spec,))


@pytest.mark.parametrize("domain", [SHARING, PAIR, TEXTS], ids=["sharing", "pair", "texts"])
def test_counted_out_inputs_are_inside_and_different(domain: Domain) -> None:
    for inputs in (edge_inputs(domain, 30), small_inputs(domain, 30)):
        assert [misfit(domain, one) for one in inputs] == [None] * len(inputs)
        assert len({repr(one) for one in inputs}) == len(inputs) >= 12


@pytest.mark.parametrize("name", SPECS)
def test_every_kind_has_edges_and_small_inputs_inside(name: str) -> None:
    domain = alone(SPECS[name])
    for inputs in (edge_inputs(domain, 30), small_inputs(domain, 30)):
        assert [misfit(domain, one) for one in inputs] == [None] * len(inputs)
        assert len({repr(one) for one in inputs}) == len(inputs) >= 2


@pytest.mark.parametrize("name", SPECS)
def test_every_kind_is_made_smaller_inside_the_domain(name: str) -> None:
    domain = alone(SPECS[name])
    for one in edge_inputs(domain, 30):
        smaller, limit = smaller_inputs(domain, one), weight(domain, one)
        assert all(misfit(domain, other) is None for other in smaller)
        assert all(weight(domain, other) < limit for other in smaller)


@pytest.mark.parametrize(
    ("name", "large"),
    [
        ("matrix", [[5, 5], [5, 5]]),
        ("pair", (5, "ab")),
        ("counts", {"a": 5, "b": 5}),
        ("span", {"start": 4, "end": 5, "note": True}),
        ("maybe", 5),
    ],
)
def test_what_has_parts_can_lose_some(name: str, large: Any) -> None:
    assert len(smaller_inputs(alone(SPECS[name]), (large,))) >= 3


def test_edges_of_what_may_be_none_hold_none() -> None:
    assert (None,) in edge_inputs(alone(SPECS["maybe"]), 9)


def test_edges_of_a_record_leave_out_what_may_be_missing() -> None:
    made: Any = [one for (one,) in edge_inputs(alone(SPAN), 30)]
    assert {"note" in one for one in made} == {True, False}
    assert all(one["start"] <= one["end"] for one in made)


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
        ((4, [4], 0), "`block` may not be 0: the least is 1"),
        ((4, [], 1), "`totals` may not be []: it must have at least 1 items"),
        ((4, [4, 5.0], 1), "`totals[1]` may not be 5.0: it must be an int"),
    ],
)
def test_a_misfit_says_why(arguments: Any, reason: str | None) -> None:
    assert misfit(SHARING, arguments) == reason


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("decimal", 1, "`it` may not be 1: it must be a float, so write 1.0"),
        ("decimal", 3.0, "`it` may not be 3.0: the greatest is 2.0"),
        ("text", "xz", "`it` may not be 'xz': 'z' is not in its `alphabet`"),
        ("text", None, "`it` may not be None: it must be a text"),
        ("truth", 1, "`it` may not be 1: it must be true or false"),
        ("record", {"model": "small"}, "it has no key 'tokens'"),
        ("record", {"model": "x", "tokens": []}, "`it['model']` may not be 'x': it is none of"),
        ("record", {"model": "small", "tokens": [], "a": 1}, "its `fields` have no key 'a'"),
        ("rising", [2, 1], "`it` may not be [2, 1]: it is not sorted"),
        ("rising", [1, 1], "an item is there twice"),
        ("matrix", [[1], [1, 2]], "its items are not of the same length"),
        ("pair", (1, "c"), "`it[1]` may not be 'c': 'c' is not in its `alphabet`"),
        ("pair", [1, "a"], "it must be a tuple of 2"),
        ("counts", {"a": 10}, "`it['a']` may not be 10: the greatest is 9"),
        ("span", {"start": 2, "end": 1}, "it breaks `start <= end`"),
        ("maybe", "", "it is none of its `values`, or it must be an int, or it must be true or f"),
    ],
)
def test_a_misfit_names_the_part_and_the_reason(name: str, value: Any, reason: str) -> None:
    said = misfit(alone(SPECS[name]), (value,))
    assert said is not None
    assert reason in said


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
        ("a + 1 < b", {"a": 1, "b": 2}, False),
        ("a - 1 < b", {"a": 2, "b": 2}, True),
        ("length a == length b + 1", {"a": [1, 2], "b": [1]}, True),
        ("a > 0.5", {"a": 0.25}, False),
        ("a.start <= a.end", {"a": {"start": 1, "end": 0}}, False),
        ("each a.size <= b", {"a": [{"size": 3}, {"size": 4}], "b": 3}, False),
        ("length a.names == 2", {"a": {"names": [1, 2]}}, True),
        ("a < b", {"a": None, "b": 2}, True),
        ("each a < b", {"a": [None, 1], "b": 2}, True),
        ("a.start < b", {"a": {}, "b": 0}, True),
        ("a + 1 < b", {"a": "x", "b": 2}, False),
        ("length a == 2", {"a": {"x": 1, "y": 2}}, True),
    ],
)
def test_a_relation_holds_or_not(text: str, known: dict[str, Any], holds: bool) -> None:
    relation = parse_relation(text)
    assert relation.holds(known) is relation.turned().holds(known) is holds


@pytest.mark.parametrize(
    "text", ["", "a", "a <", "a => b", "each each a < b", "a + b < c", "a < b < c", "a = b"]
)
def test_what_is_no_relation_is_refused(text: str) -> None:
    with pytest.raises(NoRelationError):
        parse_relation(text)


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("len(totals) > 0", "write `length totals`"),
        ("length(totals) > 0", "write `length totals`"),
        ("all(totals) > 0", "write `each totals`"),
        ("2 * a > b", "a number, a parameter, or `each`"),
    ],
)
def test_a_relation_in_another_spelling_is_told_in_ours(text: str, help_: str) -> None:
    with pytest.raises(NoRelationError, match=help_):
        parse_relation(text)


@pytest.mark.parametrize(
    ("relation", "spec", "left"),
    [
        ("n > m", Whole(low=0, high=9), Whole(low=4, high=9)),
        ("n >= m + 2", Whole(low=0, high=9), Whole(low=5, high=9)),
        ("n - 1 < m", Whole(low=0, high=9), Whole(low=0, high=3)),
        ("n > 2.5", Whole(low=0, high=9), Whole(low=3, high=9)),
        ("n > m", Decimal(low=0.0, high=9.0), Decimal(low=3.0, high=9.0)),
        ("n == m", Decimal(low=0.0, high=9.0), Decimal(low=3.0, high=3.0)),
    ],
)
def test_what_relations_leave(relation: str, spec: Spec, left: Spec) -> None:
    specs = (Whole(low=0, high=9), spec)
    domain = Domain(parameters=("m", "n"), specs=specs, relations=(parse_relation(relation),))
    assert domain.narrowed("n", {"m": 3}) == left


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
