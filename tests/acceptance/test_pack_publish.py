"""An instructor publishes a pack from the terminal, and a broken one stops nothing."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.cli.pack_new import make_folder
from tests.acceptance.service import Service, wait_until
from tests.packs.broken import BROKEN, make

pytestmark = pytest.mark.docker

Run = Callable[..., subprocess.CompletedProcess[str]]
BOXES = "def boxes_needed(items, size):\n    return -(-items // size)\n"
WEEK = "/api/v1/courses/demo/assignments/week-1"


@pytest.fixture
def publish(service: Service, run: Run) -> Callable[..., subprocess.CompletedProcess[str]]:
    def published(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
        there = ("--server", service.url, "--course", "demo")
        token = service.tokens()["instructor"]
        return run("pack", "publish", str(folder), *there, *options, GRADER_TOKEN=token)

    return published


def graded_with(service: Service, source: str) -> Any:
    sent = service.call("POST", f"{WEEK}/submissions", {"source": source})

    def grade() -> Any:
        return service.call("GET", sent["url"])["grade"]

    wait_until(lambda: grade() is not None, "graded")
    return grade()


def test_a_new_version_grades_nobody_until_the_assignment_is_moved_to_it(
    service: Service, publish: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "boxes"
    make_folder(folder)
    first = publish(folder, "--new-assignment", "week-1")
    assert (first.returncode, "made the assignment demo/week-1" in first.stdout) == (0, True)
    before = graded_with(service, BOXES)
    assert before["pack_version"] in first.stdout
    (folder / "lesson.md").write_text("# Boxes, told in another way\n")
    second = publish(folder)
    assert (second.returncode, "demo/week-1 still uses version" in second.stderr) == (0, True)
    assert graded_with(service, f"# 2\n{BOXES}")["pack_version"] == before["pack_version"]
    third = publish(folder, "--update-assignment", "week-1")
    assert (third.returncode, "uses it from now on" in third.stdout) == (0, True)
    after = graded_with(service, f"# 3\n{BOXES}")
    assert after["pack_version"] in third.stdout
    assert (after["verdict"], after["pack_version"] != before["pack_version"]) == ("passed", True)


@pytest.mark.parametrize("name", ["all at once", "starter that passes", "solution that ends"])
def test_a_broken_pack_is_told_and_the_service_runs_on(
    service: Service, publish: Any, tmp_path: Path, name: str
) -> None:
    done = publish(make(tmp_path, BROKEN[name]))
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    for file, _place, message in BROKEN[name].told:
        assert any(f"{file}:" in line and message in line for line in done.stderr.splitlines())
    assert service.call("GET", "/readyz")["status"] == "ok"
