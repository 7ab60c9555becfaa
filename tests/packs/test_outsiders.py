"""The format can say what authors want who know nothing but its documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import packs
from grader.core.model import Verdict
from grader.judge.check import check
from grader.judge.grading import grade
from sandbox.outside.sandbox import Sandbox

pytestmark = pytest.mark.docker
FOLDERS = sorted(path.parent for path in (Path(__file__).parent / "outsiders").glob("*/pack.toml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_outsiders_pack_keeps_its_promises(folder: Path, sandbox: Sandbox) -> None:
    read = packs.look_into(folder)
    report = check(read.files, sandbox, known=read.problems, with_mutants=False)
    assert [str(problem) for problem in report.problems] == []
    assert report.prepared is not None
    assert all(len(inputs) >= 90 for inputs in report.prepared["generated"].values())


def test_a_changed_argument_is_the_answer_in_a_real_container(sandbox: Sandbox) -> None:
    (folder,) = [one for one in FOLDERS if one.name == "records"]
    files = packs.look_into(folder).files
    report = check(files, sandbox, with_mutants=False)
    assert report.pack is not None
    assert report.prepared is not None
    returns = files["wrong/copies.py"]
    graded = grade(report.pack, report.prepared, returns, sandbox=sandbox)
    (clip,) = [function for function in graded.functions if function.name == "clip"]
    assert clip.verdict is Verdict.WRONG_ANSWER
    assert "left `values` as `[1, 5, 9]`; expected `[2, 5, 8]`" in (clip.message or "")
