"""The commands that need no server: what they print and how they end."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from grader.packs import bundled_folders
from tests.acceptance.service import CORPUS

pytestmark = pytest.mark.docker

Run = Callable[..., subprocess.CompletedProcess[str]]
PACK = str(next(each for each in bundled_folders() if each.name == "prefix-sharing"))


def test_it_says_its_version(run: Run) -> None:
    assert run("--version").stdout == f"grader {version('grader')}\n"


@pytest.mark.parametrize(
    ("file", "code"),
    [("01_typed_integer_ceil.py", 0), ("07_ignores_start.py", 1), ("14_needs_numpy.py", 1)],
)
def test_grade_ends_with_0_when_all_pass_and_with_1_when_some_fail(
    image: str, run: Run, file: str, code: int
) -> None:
    done = run("grade", PACK, str(CORPUS / file))
    assert (done.returncode, done.stderr) == (code, "")


def test_grade_prints_the_grade_that_the_api_gives_to_staff(image: str, run: Run) -> None:
    grade = json.loads(run("grade", PACK, str(CORPUS / "07_ignores_start.py"), "--json").stdout)
    assert (grade["pack"], grade["verdict"], grade["load"]["verdict"]) == (
        "prefix-sharing",
        "failed",
        "ok",
    )
    case = grade["functions"][-1]["cases"][-1]
    assert {"id", "visibility", "verdict", "arguments", "returned", "expected"} <= set(case)


@pytest.mark.parametrize("pack", [PACK, "nowhere"])
def test_grade_ends_with_2_when_it_cannot_grade(run: Run, pack: str) -> None:
    done = run("grade", pack, "no-such-file.py")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_grade_without_an_engine_ends_with_2(run: Run, tmp_path: Path) -> None:
    away = f"unix://{tmp_path}/nobody.sock"
    done = run("grade", PACK, str(CORPUS / "01_typed_integer_ceil.py"), DOCKER_HOST=away)
    assert done.returncode == 2
    assert done.stderr.startswith("grader: No Docker engine answers")


def test_pack_check_holds_a_pack_to_its_promises(image: str, run: Run) -> None:
    assert run("pack", "check", PACK).returncode == 0


def test_pack_check_lists_what_is_wrong_with_file_and_line(
    image: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "pack.toml").write_text('name = "broken"\n')
    done = run("pack", "check", str(tmp_path))
    assert done.returncode == 1
    assert "pack.toml:1: error:" in done.stderr


def test_sandbox_check_tries_every_wall(image: str, run: Run) -> None:
    done = run("sandbox", "check", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["ok"]) == (0, True)
    assert all(set(probe) == {"name", "ok", "detail"} for probe in report["probes"])


def test_sandbox_build_names_the_image(image: str, run: Run) -> None:
    assert run("sandbox", "build").stdout.strip() == image


def test_an_administrator_is_made_in_the_shell(run: Run, tmp_path: Path) -> None:
    done = run("admin", "create", "Ina", "--data", str(tmp_path))
    assert done.returncode == 0
    assert len(done.stdout.split()) == 1
    assert "Ina" in done.stderr


def test_a_setting_that_cannot_be_is_refused_by_name(run: Run) -> None:
    done = run("worker", GRADER_SLOTS="none")
    assert done.returncode == 2
    assert "GRADER_SLOTS" in done.stderr
