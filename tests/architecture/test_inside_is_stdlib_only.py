"""What runs beside the learner imports the standard library, the wire and its own folder alone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandbox

ROOT = Path(sandbox.__file__).parent
FILES = [*sorted((ROOT / "inside").glob("*.py")), ROOT / "wire.py", ROOT / "image" / "seal.py"]
OWN = ("sandbox.inside", "sandbox.wire")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports would hide what is imported"
            yield node.module or ""
            yield from (f"{node.module}.{a.name}" for a in node.names if node.module == "sandbox")


def is_allowed(name: str) -> bool:
    if name.split(".", maxsplit=1)[0] == "sandbox":
        return name == "sandbox" or name.startswith(OWN)
    return name.split(".", maxsplit=1)[0] in sys.stdlib_module_names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_imports_the_standard_library_alone(path: Path) -> None:
    assert [name for name in imported(path) if not is_allowed(name)] == []


@pytest.mark.parametrize("name", ["docker", "sandbox.outside", "grader", "numpy.linalg"])
def test_the_rule_would_notice(name: str) -> None:
    assert not is_allowed(name)


def test_the_wire_knows_no_answers() -> None:
    """No name on the wire speaks of what is expected; it has no place to put it."""
    names = {
        n.id for n in ast.walk(ast.parse((ROOT / "wire.py").read_text())) if isinstance(n, ast.Name)
    }
    assert not [name for name in names if "expect" in name.lower() or "correct" in name.lower()]
