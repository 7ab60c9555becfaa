"""Domains, comparison rules and secrets in pack.toml: what is read, and what is refused where."""

from __future__ import annotations

import pytest

from grader import packs
from grader.core.domain import Items, Like, Whole
from grader.core.model import Newlines, Rules

TOML = """\
name = "tiny"
title = "Tiny"

[[functions]]
name = "f"
parameters = ["low", "items"]
points = 1
tolerance = 0.5
raises = ["ValueError"]
relations = ["each items >= low"]

[functions.domain]
low = { type = "int", min = 0, max = 9 }
items = { type = "list", of = { type = "int", min = 0 }, max_length = 3 }

[[functions]]
name = "g"
parameters = ["a", "b"]
points = 1
domain = { a = { type = "bool" }, b = { type = "like", parameter = "a" } }

[[cases]]
id = "one"
function = "f"
visibility = "visible"
args = [1, [2]]
newlines = "universal"
tolerance = 0.25

[[cases]]
id = "two"
function = "f"
visibility = "hidden"
args = [2, []]
any_of = [3]
raises = ["TypeError", "KeyError"]
secret = true

[[cases]]
id = "three"
function = "g"
visibility = "visible"
args = [true, false]
"""
CODE = "def f(low, items):\n    pass\n"
FILES = {"pack.toml": TOML, "solution.py": CODE, "starter.py": CODE, "lesson.md": "# Tiny\n"}


def said(replace: str, by: str) -> list[str]:
    assert replace in TOML
    files = {**FILES, "pack.toml": TOML.replace(replace, by, 1)}
    return [str(p) for p in packs.examine(files).problems if "no visible" not in p.message]


def test_a_case_has_the_rules_of_its_function_and_may_say_otherwise() -> None:
    one, two, _three = packs.parse(FILES).cases
    assert one.rules == Rules(tolerance=0.25, newlines=Newlines.UNIVERSAL)
    assert two.rules == Rules(tolerance=0.5, any_of=(3,))
    assert (one.raises, one.must_raise) == (("ValueError",), False)
    assert (two.raises, two.must_raise, two.secret) == (("TypeError", "KeyError"), True, True)


def test_a_domain_is_read_as_a_table_and_in_line() -> None:
    first, second = packs.parse(FILES).functions
    assert first.domain is not None
    assert first.domain.specs == (
        Whole(low=0, high=9),
        Items(of=Whole(low=0, high=1000), shortest=0, longest=3),
    )
    assert first.domain.relations[0].text == "each items >= low"
    assert second.domain is not None
    assert second.domain.specs[1] == Like(parameter="a")


@pytest.mark.parametrize(
    ("replace", "by", "problem"),
    [
        ("low = { type", "high = { type", "12: error: the domain says nothing of the parameter `l"),
        ("low = { type", "high = { type", "13: error: the domain has `high`, which is no param"),
        (
            'type = "int", min = 0, max',
            'type = "whole", max',
            "13: error: `domain.low` of [[functi",
        ),
        (
            "min = 0, max = 9",
            "min = 9, max = 0",
            "13: error: `domain.low` of [[functions]] has a `min` ab",
        ),
        (
            "max = 9",
            "most = 9",
            "has no key `most`; did you mean `max`? Known: type, min, max, usu",
        ),
        (
            "max = 9",
            'max = "9"',
            "13: error: `domain.low` of [[functions]] has a `max` that must be",
        ),
        (
            ', of = { type = "int", min = 0 }',
            "",
            "14: error: `domain.items` of [[functions]] needs the",
        ),
        (
            'of = { type = "int", min = 0 }',
            "of = 3",
            "14: error: `domain.items.of` of [[functions]] must",
        ),
        (
            "each items >= low",
            "each items >= n",
            "10: error: `each items >= n` names `n`, which is",
        ),
        ("each items >= low", "each items", "10: error: `relations` of [[functions]] cannot be re"),
        ('parameter = "a"', 'parameter = "b"', "20: error: `b` can only be like a parameter befo"),
        ("args = [1, [2]]", "args = [3, [2]]", "26: error: outside the domain of `f`: it breaks "),
        ("args = [1, [2]]", "args = [10, [12]]", "26: error: outside the domain of `f`: `low` ma"),
        ('visibility = "hidden"', 'visibility = "visible"', "37: error: a visible case cannot be"),
        ("tolerance = 0.5", "tolerance = 0", "8: error: `tolerance` of [[functions]] must be a nu"),
        ("[3]", "3", "`any_of` of [[cases]] must be a list"),
        ('["ValueError"]', '["MyError"]', "`raises` of [[functions]] must be a list of names of P"),
        ('"universal"', '"unix"', "`newlines` of [[cases]] must be one of: exact, universal, tra"),
    ],
)
def test_a_disagreement_is_told_with_its_line(replace: str, by: str, problem: str) -> None:
    assert any(problem in line for line in said(replace, by)), said(replace, by)


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ('{ type = "integer" }', "unknown type 'integer'; did you mean `int`?"),
        ('{ type = "string" }', "unknown type 'string'; did you mean `text`?"),
        ('{ type = ["int"] }', "has an unknown type ['int']"),
        ("{}", "needs a `type`"),
        ('{ type = "int", unique = true }', "has no key `unique`"),
        ('{ type = "list", of = { type = "int" }, unique = true }', "did you mean `distinct`?"),
        ('{ type = "int", nullable = true }', "did you mean `or_none`?"),
        ('{ type = "int", optional = true }', "`optional` is for the fields of a record"),
        ('{ type = "int", min = 0.2, max = 0.8 }', "no whole number between its `min` and"),
        ('{ type = "text", length = 2, max_length = 3 }', "so it needs no `min_length` and no"),
        ('{ type = "text", alphabet = "ab", usual_alphabet = "bc" }', "that are not in its `alph"),
        ('{ type = "tuple", of = { type = "int" } }', "must be a list of tables, one for each pa"),
        ('{ type = "either", of = [] }', "must be a list of tables, one for each kind"),
        ('{ type = "list", of = [{ type = "int" }] }', "must be a table, such as"),
        ('{ type = "list", of = { type = "bool" }, sorted = true }', "is `sorted`, so its items"),
        ('{ type = "list", of = { type = "int" }, same_length = true }', "must be list or text"),
        ('{ type = "dict", of = { type = "int" }, keys = { type = "int" } }', "must have the type"),
        ('{ type = "record", fields = {} }', "must be a table with one entry for each key"),
        (
            '{ type = "record", fields = { a = { type = "int" } }, relations = ["a < b"] }',
            "has a relation `a < b` that names `b`, which is no field",
        ),
        ('{ type = "list", of = { type = "like", parameter = "low" } }', "can be like nothing"),
        ('{ type = "choice", values = "1, open(2)" }', "`open(2)` is no plain value"),
        ('{ type = "list", of = { type = "text", length = 9 }, length = 1000 }', "is too large"),
        ("{ type = 'list', of = " * 9 + "1" + " }" * 9, "is nested too deeply"),
    ],
)
def test_what_no_parameter_can_be_is_told_at_its_line(spec: str, problem: str) -> None:
    told = said('{ type = "list", of = { type = "int", min = 0 }, max_length = 3 }', spec)
    assert any("pack.toml:14: error: `domain.items" in one and problem in one for one in told), told


def test_every_problem_of_a_domain_is_told() -> None:
    told = said(
        '{ type = "list", of = { type = "int", min = 0 }, max_length = 3 }',
        '{ type = "list", of = { type = "integer" }, unique = true, min_length = -1 }',
    )
    assert len([one for one in told if "`domain.items" in one]) == 3


def test_values_that_toml_has_no_word_for_are_read() -> None:
    text = TOML.replace("args = [1, [2]]", 'args = "1, [2]"').replace(
        "any_of = [3]", 'any_of = "None, (1, 2)"'
    )
    one, two, _three = packs.parse({**FILES, "pack.toml": text}).cases
    assert (one.arguments, two.rules.any_of) == ((1, [2]), (None, (1, 2)))
    assert "`args` of [[cases]] cannot be read" in "".join(said("args = [1, [2]]", 'args = "x"'))


def test_advice_may_lie_outside_the_domain() -> None:
    assert said("args = [true, false]", "args = [1, 2]\nscored = false") != []
    assert not any(
        "outside" in line for line in said("args = [2, []]", "args = [10, []]\nscored = false")
    )
