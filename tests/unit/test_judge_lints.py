from __future__ import annotations

from typing import Any

import pytest

from grader import packs
from grader.judge.lints import lint

TOML = """\
name = "tiny"
title = "Tiny"

[[functions]]
name = "area"
parameters = ["sides"]
points = 1

[[cases]]
id = "plain"
function = "area"
visibility = "visible"
args = [{ a = 3, b = 7 }]
hint = "Multiply 3 by 7."

[[cases]]
id = "large"
function = "area"
visibility = "hidden"
args = [{ a = 21, b = 21 }]
hint = "A square."

[[questions]]
id = "size"
kind = "number"
step = "hand"
text = "How large is a field of 3 by 7?"
answer = 21
wrong = "Multiply, do not add."
"""
FILES = {
    "lesson.md": "# Tiny\n\nHow large is a field? Write `area`.\n",
    "solution.py": "# solution",
    "starter.py": "# starter",
}
EXPECTED = {"plain": 21, "large": 441}


def linted(old: str = "", new: str = "", **more: Any) -> list[str]:
    files = {**FILES, **more.pop("files", {}), "pack.toml": TOML.replace(old, new, 1)}
    pack = packs.parse(files)
    return [str(problem) for problem in lint(pack, {**EXPECTED, **more})]


def test_nothing_is_said_of_a_tidy_pack() -> None:
    assert linted() == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('hint = "A square."\n', "", "pack.toml:17: warning: case large has no hint"),
        (
            "a = 21, b = 21",
            "b = 7.0, a = 3",
            "pack.toml:20: warning: case large asks the same as plain",
        ),
        ("A square.", "It is 441.", "pack.toml:21: warning: the hint of case large contains"),
        (
            "do not add",
            "as in 21",
            "pack.toml:29: warning: `wrong` of the question size contains its answer",
        ),
        (
            'hint = "A square."',
            'hint = "A square."\nweight = 2\nscored = false',
            "pack.toml:22: warning: `weight` has no effect without a score",
        ),
        (
            'points = 1\n\n[[cases]]\nid = "plain"',
            'points = 1\ncredit = "all_or_nothing"\n\n[[cases]]\nweight = 2\nid = "plain"',
            "pack.toml:11: warning: `weight` has no effect: `area` is all or nothing",
        ),
    ],
)
def test_what_an_author_should_look_at_is_named(old: str, new: str, problem: str) -> None:
    (found,) = linted(old, new)
    assert found.startswith(problem)


def test_a_line_that_gives_a_case_away_is_named() -> None:
    lesson = "# Tiny\n\n`area({'a': 21, 'b': 21})` is 441.\n"
    assert linted(files={"lesson.md": lesson}) == [
        "lesson.md:3: warning: this line contains the call of case large and its value"
    ]


def test_a_covered_number_that_nobody_asks_for_is_named() -> None:
    lesson = (
        "# `area`\n\nIt is [[size]], or [[sise]].\n\nAlso [[Size]], [[ size ]], not [[1, 2]].\n"
    )
    places = {"sise": 3, "Size": 5, " size ": 5}
    message = "names no question for a number, so it stays as it is"
    assert linted(files={"lesson.md": lesson}) == [
        f"lesson.md:{line}: warning: `[[{name}]]` {message}" for name, line in places.items()
    ]


def test_a_file_that_nothing_uses_is_named() -> None:
    files = {"notes.md": "# Notes", "chapters/other.md": "# Other", "explorer/index.html": "<p>"}
    assert linted(files=files) == [
        "chapters/other.md:1: warning: nothing uses this file",
        "notes.md:1: warning: nothing uses this file",
    ]


def test_a_function_with_one_value_for_everything_is_named() -> None:
    assert linted(plain=441) == ["pack.toml:5: warning: every case of `area` expects 441"]
    assert linted(plain=None, large=None) == [
        "pack.toml:5: warning: every case of `area` expects None"
    ]


def test_a_function_that_nothing_explains_is_named() -> None:
    files = {"lesson.md": "# Tiny\n\nWrite `areas` or `subarea`.\n"}
    message = "lesson.md never names `area`, and it has no `summary`"
    assert linted(files=files) == [f"pack.toml:5: warning: {message}"]
    assert linted("points = 1", 'points = 1\nsummary = "Its size."', files=files) == []


@pytest.mark.parametrize(("expected", "is_told"), [([3, 7], True), (441, False)])
def test_parts_of_an_answer_for_other_answers_are_named(expected: object, is_told: bool) -> None:
    found = linted('hint = "A square."', 'hint = "A square."\nany_of = [7, 3]', large=expected)
    told = "pack.toml:22: warning: `any_of` takes 7 for right, but [3, 7] is expected"
    assert [line.startswith(told) for line in found] == ([True] if is_told else [])


def test_a_choice_is_no_covered_number() -> None:
    choice = TOML.replace('kind = "number"', 'kind = "choice"').replace(
        "answer = 21", 'choices = ["21", "22"]\nanswer = "21"'
    )
    found = linted(TOML, choice, files={"lesson.md": "`area` is [[size]].\n"})
    assert [line for line in found if line.startswith("lesson.md:1: warning: `[[size]]`")]


@pytest.mark.parametrize(
    ("wrong", "is_told"),
    [
        ("It is the Field, of course.", True),
        ("A field is larger than a house.", False),
        ("Which is larger?", False),
    ],
)
def test_a_thought_that_names_the_right_choice_alone_is_named(wrong: str, is_told: bool) -> None:
    number = TOML[TOML.index('kind = "number"') :]
    choice = f"""\
kind = "choice"
step = "hand"
text = "Field or house?"
choices = ["field", "house"]
answer = "field"
wrong = "{wrong}"
"""
    message = "`wrong` of the question size contains its answer"
    found = linted(number, choice)
    assert found == ([f"pack.toml:30: warning: {message}"] if is_told else [])


def test_a_solution_that_prints_is_named() -> None:
    files = {"solution.py": "def area(sides):\n    print(sides)\n    return 3\n"}
    assert linted(files=files) == ["solution.py:2: warning: it prints, which no case compares"]


@pytest.mark.parametrize("deep", ["-" * 50_000 + "1", "1" + "+1" * 30_000])
def test_a_solution_that_is_nested_too_deeply_keeps_no_other_warning_back(deep: str) -> None:
    """Python's parser has no memory left for it; that it cannot be run is said elsewhere."""
    found = linted(files={"solution.py": f"x = {deep}\n", "notes.md": "# Notes\n"})
    assert found == ["notes.md:1: warning: nothing uses this file"]


@pytest.mark.parametrize("expected", [True, None, 7, 3.0, "by", [3]])
def test_a_value_that_may_stand_there_by_chance_is_no_leak(expected: object) -> None:
    assert linted(plain=expected) == []


@pytest.mark.parametrize("expected", ["Multiply", 7.5])
def test_a_text_or_decimal_in_its_hint_is_a_leak(expected: object) -> None:
    assert len(linted("by 7.", "by 7.5.", plain=expected)) == 1
