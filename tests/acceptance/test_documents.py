"""What the documents name exists, and the other way round."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grader.cli.commands import COMMANDS, app
from grader.settings import Settings

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("README.md", "grader/README.md", "deploy/README.md", "CHANGELOG.md")


def settings_of_example() -> dict[str, str]:
    text = (ROOT / "deploy" / "env.example").read_text()
    return dict(re.findall(r"^#?(GRADER_\w+)=(.*)$", text, re.MULTILINE))


def test_env_example_lists_every_setting_and_no_other() -> None:
    assert set(settings_of_example()) == {
        f"GRADER_{name.upper()}" for name in Settings.model_fields
    }


def test_env_example_shows_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "deploy" / "env.example").read_text()
    for name, value in re.findall(r"^(GRADER_\w+)=(.*)$", text, re.MULTILINE):
        monkeypatch.setenv(name, value)
    assert Settings() == Settings.model_construct()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_command_that_is_named_exists(document: str) -> None:
    """`grader word …` in code stands for a command."""
    text = (ROOT / document).read_text()
    for command in set(
        re.findall(r"[`/ ]grader ((?:[a-z]+)(?: (?:create|publish|build|check))?)", text)
    ):
        first = command.split()[0]
        if first in COMMANDS:
            shown = CliRunner().invoke(app, [*command.split(), "--help"])
            assert shown.exit_code == 0, command


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_and_is_told_of(command: str) -> None:
    shown = CliRunner().invoke(app, [command, "--help"])
    assert shown.exit_code == 0
    told = "".join((ROOT / document).read_text() for document in DOCUMENTS)
    assert f"grader {command}" in told


@pytest.mark.docker
def test_the_example_of_the_readme_runs(service: Any) -> None:
    (example,) = re.findall(
        r"## Try it\n+```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL
    )
    script = example.replace("http://127.0.0.1:8000", service.url)
    script = script.replace("var/demo-tokens.json", str(service.data / "demo-tokens.json"))
    done = subprocess.run(
        ["bash", "-euc", script], capture_output=True, text=True, check=True, timeout=120
    )
    assert json.loads(done.stdout)["state"] == "graded"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_link_leads_somewhere(document: str) -> None:
    folder = (ROOT / document).parent
    text = (ROOT / document).read_text()
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (folder / link).exists()] == []
