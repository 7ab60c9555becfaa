"""reference/README.md and the table of keys say the same, and every example of it holds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grader.cli.pack import app
from grader.core.relations import parse_relation
from grader.packs.domain_keys import TYPES, told
from grader.packs.explorer import explorer_problems
from grader.packs.locate import find_lines
from grader.packs.schema import TABLES, entry_problems, key_names

README = Path(__file__).parents[2] / "reference" / "README.md"
ROW = re.compile(r"^\| `([a-z_.]+)` \| .* \| `([^`]+)` \|$", re.MULTILINE)
ROWS = ROW.findall(README.read_text())
SPECS = re.findall(r"`(\{ type = [^`]+ \})`", README.read_text())
RELATIONS = re.findall(
    r"^\| `([^`]+ [<>=!]=? [^`]+)` \| [^|]+ \|$", README.read_text(), re.MULTILINE
)
TYPE_ROWS = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \|([^|]*)\|$", README.read_text(), re.MULTILINE))
LENGTHS = ("length", "min_length", "max_length")


def test_the_format_is_printed_wherever_grader_is_installed() -> None:
    done = CliRunner().invoke(app, ["format"])
    assert (done.exit_code, done.stdout.strip()) == (0, README.read_text().strip())


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


@pytest.mark.parametrize("name", TYPES)
def test_every_type_is_documented_with_its_keys(name: str) -> None:
    documented = re.findall(r"`(\w+)`", TYPE_ROWS[name])
    own = [key for key in TYPES[name] if key not in LENGTHS]
    assert sorted(documented) == sorted(own)
    assert ("lengths" in TYPE_ROWS[name]) is any(key in LENGTHS for key in TYPES[name])


@pytest.mark.parametrize("spec", SPECS)
def test_what_a_parameter_may_be_is_shown_soundly(spec: str) -> None:
    assert list(told(tomllib.loads(f"it = {spec}"))) == []


@pytest.mark.parametrize("relation", RELATIONS)
def test_a_relation_that_is_shown_can_be_read(relation: str) -> None:
    assert parse_relation(relation).text == relation


def test_the_explorer_that_is_shown_has_no_problems() -> None:
    found = re.findall(r"`(explorer/[a-z.]+)`\n\n```\w+\n(.*?)```", README.read_text(), re.DOTALL)
    assert [name for name, _text in found] == [
        "explorer/index.html",
        "explorer/explorer.css",
        "explorer/explorer.js",
    ]
    assert [str(problem) for problem in explorer_problems(dict(found))] == []


def test_there_are_such_examples() -> None:
    assert (len(SPECS) >= 3, len(RELATIONS) >= 6) == (True, True)
