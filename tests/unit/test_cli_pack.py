"""Beginning a pack."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from grader import packs
from grader.cli.pack import app
from grader.cli.pack_new import make_folder
from grader.errors import Malformed
from grader.judge.check import check
from grader.packs.skeleton import skeleton
from sandbox.outside.fake import FakeSandbox
from tests.own_sources import run_here


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "my-first-pack"
    make_folder(made)
    return made


def test_a_new_pack_passes_its_check_with_all_mutants(folder: Path) -> None:
    report = check(packs.read_folder(folder), FakeSandbox(run_here))
    assert [str(problem) for problem in report.problems] == []
    assert report.trials is not None
    assert report.trials.caught == report.trials.total > 15


def test_a_new_pack_is_named_like_its_folder(folder: Path) -> None:
    pack = packs.parse(packs.read_folder(folder))
    assert (pack.name, pack.title) == ("my-first-pack", "My first pack")


@pytest.mark.parametrize("name", ["", "My-Pack", "a--b", "a b", "-a", "é", "a" * 65, "{name}"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Malformed, match="does not fit"):
        skeleton(name)


def test_nothing_is_overwritten(folder: Path) -> None:
    (folder / "lesson.md").write_text("mine")
    done = CliRunner().invoke(app, ["new", str(folder)])
    assert (done.exit_code, (folder / "lesson.md").read_text()) == (2, "mine")
    assert "is there already" in done.output
