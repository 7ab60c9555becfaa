"""`grader pack check` on whole and broken packs, in real containers, as an author calls it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from grader.cli.pack import app
from grader.cli.pack_new import make_folder

pytestmark = pytest.mark.docker
SOLUTION = "def boxes_needed(items, size):\n    return (items + size - 1) // size\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "my-pack"
    make_folder(made)
    return made


def check(folder: Path) -> Result:
    return CliRunner().invoke(app, ["check", str(folder), "--json"])


def problems(result: Result) -> list[tuple[str, int, str]]:
    found: list[dict[str, Any]] = json.loads(result.stdout)["problems"]
    return [(p["file"], p["line"], p["message"]) for p in found if p["severity"] == "error"]


def test_a_new_pack_is_whole(folder: Path) -> None:
    result = check(folder)
    shown = json.loads(result.stdout)
    assert (result.exit_code, shown["ok"], shown["problems"]) == (0, True, [])
    mutants = shown["mutants"]
    assert mutants["caught"] == mutants["total"] > 15
    assert [mistake["as_promised"] for mistake in shown["mistakes"]] == [True, True]


def test_the_text_counts_mutants_and_wrong_solutions(folder: Path) -> None:
    result = CliRunner().invoke(app, ["check", str(folder)])
    assert "18 of 18 mutants caught." in result.stdout
    assert "2 of 2 wrong solutions fail as promised." in result.stdout


@pytest.mark.parametrize(
    ("file", "text", "place", "message"),
    [
        (
            "solution.py",
            "def boxes_needed(items, size):\n    while True: pass\n",
            1,
            "did not finish",
        ),
        ("solution.py", "import os\nos._exit(0)\n", 1, "ended while loading"),
        ("solution.py", SOLUTION.replace("//", "/ 0 //"), 2, "ZeroDivisionError"),
        ("solution.py", "def boxes_needed(items, size)\n    return 1\n", 1, "could not read"),
        ("solution.py", "x = 1\n", 1, "There is no function `boxes_needed`"),
        ("solution.py", "\0", 1, "which no Python file may"),
        (
            "solution.py",
            "import random\ndef boxes_needed(items, size):\n    return random.random()\n",
            1,
            "it returned",
        ),
        ("wrong/rounded_down.py", SOLUTION, 0, "passes, but it should fail"),
        ("right/divmod_and_rest.py", SOLUTION.replace("- 1", ""), 1, "is wrong_answer in: exact"),
        ("starter.py", SOLUTION, 1, "the untouched starter passes"),
    ],
)
def test_a_broken_pack_is_told_with_file_and_line(
    folder: Path, file: str, text: str, place: int, message: str
) -> None:
    (folder / file).write_text(text)
    result = check(folder)
    told = [(where, line) for where, line, said in problems(result) if message in said]
    toml = (folder / "pack.toml").read_text().splitlines()
    expected = (file, place) if place else ("pack.toml", toml.index('file = "rounded_down.py"') + 2)
    assert result.exit_code == 1
    assert expected in told


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("args = [0, 5]", "args = [0, 500]", "outside the domain"),
        ("points = 2", "point = 2", "unknown key `point`"),
        ('visibility = "hidden"', 'visibility = "secret"', "must be one of"),
        ("title =", "title :", "Expected '='"),
    ],
)
def test_a_wrong_line_of_pack_toml_is_named(folder: Path, old: str, new: str, message: str) -> None:
    toml = folder / "pack.toml"
    text = toml.read_text().replace(old, new, 1)
    toml.write_text(text)
    line = next(n for n, line in enumerate(text.splitlines(), start=1) if new in line)
    result = check(folder)
    assert result.exit_code == 1
    assert [(file, at) for file, at, said in problems(result) if message in said] == [
        ("pack.toml", line)
    ]


def test_a_missing_solution_and_a_folder_without_a_pack_are_told(folder: Path) -> None:
    (folder / "solution.py").unlink()
    assert ("solution.py", 1, "there is no such file") in problems(check(folder))
    (folder / "pack.toml").unlink()
    result = check(folder)
    assert (result.exit_code, problems(result)[0][:2]) == (1, ("pack.toml", 1))


def test_a_survivor_comes_with_a_case_that_catches_it(folder: Path) -> None:
    """Without its domain the pack has too few cases for a solution with a special rule."""
    toml = folder / "pack.toml"
    text = toml.read_text()
    begin = text.index("# What an input may be")
    toml.write_text(text[:begin] + text[text.index("# --- visible") :])
    special = SOLUTION.replace("    return", "    if items > 9: items += size - size\n    return")
    (folder / "solution.py").write_text(special)
    survivors = json.loads(check(folder).stdout)["mutants"]["survivors"]
    assert survivors
    assert {"file", "line", "function", "before", "after", "call", "case"} == set(survivors[0])
