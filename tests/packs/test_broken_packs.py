"""A broken pack: all is told in one run, with file and line, and nothing else stops for it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grader import packs
from grader.cli.pack import app
from grader.judge.check import check
from grader.judge.told import as_json
from grader.launch import first
from grader.settings import Settings
from grader.store import reads
from grader.store.session import Store
from sandbox.outside.sandbox import Sandbox
from tests.packs.broken import BROKEN, HARMLESS, Broken, Told, line_of, make

pytestmark = pytest.mark.docker
SAMPLE = ("all at once", "bad TOML and no solution", "folder for pack.toml", "starter that passes")


def found(folder: Path, sandbox: Sandbox) -> tuple[bool, list[tuple[str, int, str]]]:
    read = packs.look_into(folder)
    report = json.loads(json.dumps(as_json(check(read.files, sandbox, known=read.problems))))
    return report["ok"], [(p["file"], p["line"], p["message"]) for p in report["problems"]]


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_told_with_file_and_line(
    tmp_path: Path, sandbox: Sandbox, name: str
) -> None:
    folder = make(tmp_path, BROKEN[name])
    ok, problems = found(folder, sandbox)
    assert not ok
    for told in BROKEN[name].told:
        place = (told[0], line_of(folder, told) if isinstance(told[1], str) else told[1])
        assert any((f, n) == place and told[2] in message for f, n, message in problems), problems


@pytest.mark.parametrize("name", HARMLESS)
def test_what_editors_do_breaks_nothing(tmp_path: Path, sandbox: Sandbox, name: str) -> None:
    assert found(make(tmp_path, Broken(HARMLESS[name], ())), sandbox) == (True, [])


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("command", ["check", "publish"])
def test_the_commands_list_everything_and_end_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    folder = make(tmp_path, BROKEN[name])
    monkeypatch.setenv("GRADER_DATA", str(tmp_path / "data"))
    done = CliRunner().invoke(app, [command, str(folder)])
    assert (done.exit_code, type(done.exception)) == (1, SystemExit)
    for file, _place, message in BROKEN[name].told:
        assert any(
            line.startswith(f"{file}:") and message in line for line in done.output.split("\n")
        )


def _is_told(block: list[str], told: Told) -> bool:
    file, _place, message = told
    return any(f"my-pack/{file}:" in line and message in line for line in block)


def test_a_service_starts_with_broken_packs_and_has_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start-up says what is wrong with each; the sound pack behind them is published."""
    some = [BROKEN[name] for name in (*SAMPLE, *list(BROKEN)[::5])]
    folders = [make(tmp_path / str(n), broken) for n, broken in enumerate(some)]
    sound = make(tmp_path / "sound", Broken(lambda _folder: None, ()))
    monkeypatch.setattr(packs, "bundled_folders", lambda: (*folders, sound))
    settings = Settings(data=tmp_path, broker_url="redis://127.0.0.1:9/0", _env_file=None)
    said: list[str] = []
    first.prepare(settings, said.append)
    blocks = [block.split("\n") for block in "\n".join(said).split("the pack ")]
    for broken in some:
        assert any(all(map(partial(_is_told, block), broken.told)) for block in blocks), broken.told
    store = Store.open(settings.effective_database_url)
    with store.reading() as unit:
        assert reads.pack_names(unit) == ("my-pack",)
    store.close()
