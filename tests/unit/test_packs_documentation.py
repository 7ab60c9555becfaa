"""reference/README.md and the table of keys say the same, and every example of it holds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from grader.packs.locate import find_lines
from grader.packs.schema import TABLES, entry_problems, key_names

README = Path(__file__).parents[2] / "reference" / "README.md"
ROW = re.compile(r"^\| `([a-z_.]+)` \| .* \| `([^`]+)` \|$", re.MULTILINE)
ROWS = ROW.findall(README.read_text())


def test_every_key_is_documented_and_every_documented_key_exists() -> None:
    documented = [name for name, _example in ROWS]
    assert sorted(documented) == sorted(key_names())


@pytest.mark.parametrize(("name", "example"), ROWS)
def test_the_example_of_a_key_is_accepted(name: str, example: str) -> None:
    table_name, _dot, key = name.rpartition(".")
    table = next(table for table in TABLES if table.name == table_name)
    entry = tomllib.loads(example)
    problems = list(entry_problems(table, entry, find_lines(example), 0))
    assert list(entry) == [key]
    assert [problem for problem in problems if "is missing" not in problem.message] == []


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name or "top")
def test_the_documentation_says_which_keys_are_required(table: object) -> None:
    text = README.read_text()
    for key in table.keys:  # type: ignore[attr-defined]  # pytest passes it on untyped
        name = f"{table.name}.{key.name}".lstrip(".")  # type: ignore[attr-defined]  # as above
        row = next(line for line in text.splitlines() if line.startswith(f"| `{name}` |"))
        assert ("| required;" in row) is key.required
