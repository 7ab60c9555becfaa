"""`grader pack check` in real containers, as an author calls it; test_broken_packs breaks them."""

from __future__ import annotations

import json
import re
from pathlib import Path

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


def test_a_new_pack_is_whole(folder: Path) -> None:
    result = check(folder)
    shown = json.loads(result.stdout)
    assert (result.exit_code, shown["ok"], shown["problems"]) == (0, True, [])
    mutants = shown["mutants"]
    assert mutants["caught"] == mutants["total"] > 15
    assert [mistake["as_promised"] for mistake in shown["mistakes"]] == [True, True]


def test_the_text_counts_mutants_and_wrong_solutions(folder: Path) -> None:
    result = CliRunner().invoke(app, ["check", str(folder)])
    counted = re.search(r"(\d+) of (\d+) mutants caught\.", result.stdout)
    assert counted is not None
    assert counted[1] == counted[2]
    assert "2 of 2 wrong solutions fail as promised." in result.stdout


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
