"""The shape of the house: the agreed folders, a README in each, modules of a readable size."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST_MODULE = 300
MODULES = sorted([*(ROOT / "grader").rglob("*.py"), *(ROOT / "sandbox").rglob("*.py")])


@pytest.mark.parametrize(
    "folder", ["", "grader", "sandbox", "reference", "deploy", "grader/store", "grader/api"]
)
def test_a_folder_explains_itself(folder: str) -> None:
    readme = ROOT / folder / "README.md"
    assert len(readme.read_text().splitlines()) > 5


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_can_be_read_in_one_sitting(module: Path) -> None:
    assert len(module.read_text().splitlines()) <= LONGEST_MODULE
