"""A wheel, installed elsewhere with what it depends on and nothing else, is the whole product."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.service import clean_environment

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.docker, pytest.mark.slow, pytest.mark.timeout(600)]


def uv(*words: str) -> None:
    program = shutil.which("uv") or ROOT / ".tools" / "bin" / "uv"
    subprocess.run([program, *words], cwd=ROOT, check=True, capture_output=True)


@pytest.fixture(scope="module")
def elsewhere(folder: Callable[[], Path]) -> Path:
    """The Python of an environment that knows the wheel and the locked versions."""
    home = folder()
    uv("build", "--wheel", "--out-dir", str(home), "-q")
    uv("export", "--locked", "--no-dev", "--no-emit-project", "-o", str(home / "locked.txt"), "-q")
    uv("venv", "-q", str(home / "venv"))
    python = home / "venv" / "bin" / "python"
    (wheel,) = home.glob("*.whl")
    uv("pip", "install", "-q", "--python", str(python), "-r", str(home / "locked.txt"))
    uv("pip", "install", "-q", "--python", str(python), "--no-deps", str(wheel))
    return python


def test_it_carries_the_packs_and_the_image_files(
    elsewhere: Path, image: str, right_source: str, tmp_path: Path
) -> None:
    (tmp_path / "answer.py").write_text(right_source)
    bundled = "from grader.packs import bundled_folders as f; print(f()[-1])"
    pack = subprocess.check_output([elsewhere, "-c", bundled], cwd=tmp_path, text=True).strip()
    for words in (("sandbox", "build"), ("grade", pack, "answer.py")):
        done = subprocess.run(
            [elsewhere, "-m", "grader.cli", *words],
            cwd=tmp_path,
            env=clean_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert "functions.domain" in subprocess.check_output(
        [elsewhere, "-m", "grader.cli", "pack", "format"], cwd=tmp_path, text=True
    )
    assert image in subprocess.check_output(
        [elsewhere, "-m", "grader.cli", "sandbox", "build"], cwd=tmp_path, text=True
    )


def test_the_service_of_the_wheel_grades(
    elsewhere: Path, start: Any, folder: Callable[[], Path], right_source: str
) -> None:
    """What only the development tools bring along is missing here, as it is at a user's."""
    service = start(folder(), python=elsewhere)
    assert service.wait(service.submit(right_source))["grade"]["verdict"] == "passed"
    assert service.end() == 0
