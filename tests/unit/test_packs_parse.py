from __future__ import annotations

from fractions import Fraction

import pytest

from grader import packs
from grader.core.model import Credit, Visibility
from grader.errors import PackBroken

TOML = """\
name = "tiny"
title = "Tiny"

[limits]
case_seconds = 2

[[functions]]
name = "f"
parameters = ["a", "b"]
points = 2.5
credit = "all_or_nothing"
summary = "Adds."

[[cases]]
id = "one"
function = "f"
visibility = "visible"
args = [1, 2]
hint = "Add them."

[[cases]]
id = "two"
function = "f"
visibility = "hidden"
args = [[1.5, true], { a = "x" }]
weight = 0.1
scored = false

[[wrong]]
file = "minus.py"
fails = ["f"]
hint = "Plus."
"""
CODE = "def f(a, b):\n    return a + b\n"
FILES = {
    "pack.toml": TOML,
    "solution.py": CODE,
    "starter.py": CODE,
    "lesson.md": "# Tiny\n",
    "right/plus.py": CODE,
    "wrong/minus.py": CODE,
}


def broken(replace: str = "", by: str = "", **files: str | None) -> dict[str, str]:
    """Return the tiny pack with one text of pack.toml replaced, or other files."""
    assert replace in TOML
    named = {name.replace("__", "/").replace("_py", ".py"): text for name, text in files.items()}
    changed = {**FILES, "pack.toml": TOML.replace(replace, by, 1) if replace else TOML, **named}
    return {name: text for name, text in changed.items() if text is not None}


def said(files: dict[str, str]) -> list[str]:
    return [str(problem) for problem in packs.examine(files).problems]


def test_a_list_that_was_to_be_one_argument_is_told_how_to_write_it() -> None:
    told = said(broken('parameters = ["a", "b"]', 'parameters = ["a"]'))
    assert told[0] == (
        "pack.toml:18: error: `f` takes (a), but `args` has 2; "
        "a list that is one argument stands in a list: `args = [[1, 2]]`"
    )


def test_a_pack_is_read_with_all_its_parts() -> None:
    pack = packs.parse(FILES)
    function = pack.functions[0]
    assert (function.points, function.credit) == (Fraction(5, 2), Credit.ALL_OR_NOTHING)
    assert pack.limits.case_seconds == 2
    assert pack.cases[1].arguments == ([1.5, True], {"a": "x"})
    assert pack.cases[1].weight == Fraction(1, 10)
    assert (pack.cases[0].visibility, pack.cases[0].scored) == (Visibility.VISIBLE, True)
    assert pack.right == {"right/plus.py": CODE}
    assert (pack.wrong[0].file, pack.wrong[0].fails) == ("wrong/minus.py", ("f",))
    assert (pack.files, pack.version) == (FILES, packs.digest(FILES))


def test_a_sound_pack_has_no_problems() -> None:
    assert said(FILES) == []


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (broken('title = "Tiny"', 'title = "Tiny'), "pack.toml:2: error: "),
        (
            broken("name", "nme"),
            "pack.toml:1: error: unknown key `nme`; did you mean `name`? Known: name, title",
        ),
        (broken("name", "nme"), "pack.toml:1: error: `name` is missing"),
        (broken("tiny", "Tiny Pack"), "pack.toml:1: error: `name` must be lower-case letters"),
        (broken("case_seconds = 2", "case_seconds = 0"), "pack.toml:5: error: `case_seconds` of"),
        (broken("case_seconds", "cases_second"), "pack.toml:5: error: unknown key `cases_second`"),
        (broken("points = 2.5", "points = 0"), "pack.toml:10: error: `points` of [[functions]] mu"),
        (broken("points = 2.5", "points = true"), "pack.toml:10: error: `points`"),
        (broken("points = 2.5", "points = nan"), "pack.toml:10: error: `points`"),
        (broken("points = 2.5\n", ""), "pack.toml:7: error: `points` of [[functions]] is missing"),
        (broken("all_or_nothing", "half"), "pack.toml:11: error: `credit` of [[functions]] must b"),
        (broken('["a", "b"]', '["a", "a"]'), "pack.toml:9: error: `parameters`"),
        (broken('["a", "b"]', '["a", "class"]'), "pack.toml:9: error: `parameters`"),
        (broken('id = "two"', 'id = "one"'), "pack.toml:22: error: `id` 'one' is there twice"),
        (broken('id = "two"', 'id = "h2"'), "pack.toml:22: error: `id` of [[cases]] must be"),
        (broken('"hidden"', '"secret"'), "pack.toml:24: error: `visibility` of [[cases]] must be"),
        (broken("args = [1, 2]", "args = [1]"), "pack.toml:18: error: `f` takes (a, b), but `arg"),
        (broken("args = [1, 2]", "args = 1979-05-27"), "pack.toml:18: error: `args` of [[cases]]"),
        (broken("weight = 0.1", "weigth = 1"), "pack.toml:26: error: unknown key `weigth` of"),
        (broken('function = "f"', 'function = "g"'), "pack.toml:16: error: there is no function"),
        (broken("scored = false", "scored = 0"), "pack.toml:27: error: `scored` of [[cases]] must"),
        (broken('["f"]', "[]"), "pack.toml:31: error: `fails` of [[wrong]] must be"),
        (broken('["f"]', '["g"]'), "pack.toml:31: error: there is no function `g`"),
        (broken("minus.py", "../x.py"), "pack.toml:30: error: `file` of [[wrong]] must be"),
        (broken(wrong__minus_py=None), "pack.toml:30: error: there is no wrong/minus.py"),
        (broken(wrong__other_py=CODE), "wrong/other.py:1: error: pack.toml has no [[wrong]]"),
        (broken(solution_py=None), "solution.py:1: error: there is no such file"),
        (broken(right__plus_py="a\nb\0"), "right/plus.py:2: error: Line 2 holds a NUL"),
        (broken("[limits]", 'chapter = "c"\n[limits]'), "pack.toml:4: error: there is no chapters"),
        (broken("[[functions]]", "[functions]"), "pack.toml:"),
        (broken("[limits]", "[[limits]]"), "pack.toml:"),
        (
            broken('visibility = "visible"', 'visibility = "hidden"'),
            "pack.toml:8: warning: `f` has",
        ),
    ],
)
def test_a_problem_is_named_with_its_file_and_line(files: dict[str, str], problem: str) -> None:
    assert any(line.startswith(problem) for line in said(files)), said(files)


def test_all_problems_are_listed_at_once() -> None:
    files = broken("points = 2.5", "points = 0", solution_py=None, wrong__minus_py=None)
    assert len(said(files)) == 3


def test_one_unsound_function_does_not_make_its_cases_unknown() -> None:
    assert len(said(broken("points = 2.5", "points = 0"))) == 1


def test_the_same_call_twice_is_a_problem() -> None:
    files = broken('[[1.5, true], { a = "x" }]', "[1, 2]")
    assert said(files) == ["pack.toml:25: error: this is the same call as in `one`"]


def test_true_and_1_are_different_calls() -> None:
    assert said(broken('[[1.5, true], { a = "x" }]', "[true, 2]")) == []


@pytest.mark.parametrize(
    "text", ["", "functions = 5", "cases = [5]", "x = " + "[" * 5000, "x = " + "9" * 5000]
)
def test_a_strange_pack_toml_is_a_list_of_problems_and_no_crash(text: str) -> None:
    assert packs.examine({**FILES, "pack.toml": text}).pack is None


def test_a_refusal_carries_the_problems_and_says_them() -> None:
    with pytest.raises(PackBroken, match=r"pack\.toml:10: error: `points`") as refusal:
        packs.parse(broken("points = 2.5", "points = 0"))
    assert (
        refusal.value.details["problems"]
        == packs.examine(broken("points = 2.5", "points = 0")).problems
    )


def test_a_function_needs_a_scored_case() -> None:
    files = broken("args = [1, 2]", "args = [1, 2]\nscored = false")
    assert said(files) == ["pack.toml:8: error: `f` has no scored case"]


def test_a_pack_needs_a_visible_case() -> None:
    files = broken('visibility = "visible"', 'visibility = "hidden"')
    assert "pack.toml:1: error: there is no visible case" in said(files)


def test_a_warning_does_not_keep_a_pack_from_being_used() -> None:
    """A function may have hidden cases alone, as long as another one shows how cases look."""
    second = TOML.replace('name = "f"', 'name = "g"').split("[[cases]]")[0].split("[limits]")[1]
    function = "[[functions]]" + second.split("[[functions]]")[1]
    case = '[[cases]]\nid = "g"\nfunction = "g"\nvisibility = "hidden"\nargs = [1, 2]\n'
    examined = packs.examine({**FILES, "pack.toml": TOML + function + case})
    assert examined.pack is not None
    assert [problem.severity for problem in examined.problems] == [packs.Severity.WARNING]
