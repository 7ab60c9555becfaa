"""`grader doctor` finds what is wrong with a host, and says what to do about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grader.cli.commands import app
from grader.judge import planted
from sandbox.outside.fake import computed


def examined(tmp_path: Path, *options: str) -> tuple[int, dict[str, dict[str, object]]]:
    command = ["doctor", "--json", "--data", str(tmp_path), *options]
    result = CliRunner().invoke(app, command)
    findings = json.loads(result.stdout)["findings"]
    return result.exit_code, {finding["name"]: finding for finding in findings}


@pytest.mark.docker
def test_a_sound_host_is_well_and_grades_all_planted_files(tmp_path: Path) -> None:
    code, findings = examined(tmp_path)
    assert (code, [name for name, found in findings.items() if not found["ok"]]) == (0, [])
    assert {f"graded-{plant.name}" for plant in planted.PLANTS} <= set(findings)


def test_without_an_engine_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nobody.sock")
    code, findings = examined(tmp_path)
    assert code == 1
    assert not findings["engine"]["ok"]
    assert "docker.io" in str(findings["engine"]["todo"])
    assert "graded-right" not in findings


def test_a_database_that_does_not_answer_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nobody.sock")
    monkeypatch.setenv("GRADER_DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/none")
    code, findings = examined(tmp_path)
    assert code == 1
    assert not findings["database"]["ok"]
    assert "secret" not in json.dumps(findings)


def test_a_sandbox_that_passes_everything_is_found_out() -> None:
    gullible = computed({"double": lambda n: 2 * n})
    judged = {found.name: found.ok for found in planted.grade_planted(gullible)}
    assert judged == {
        "right": True,
        "wrong": False,
        "looping": False,
        "hostile": False,
        "right-again": True,
    }
