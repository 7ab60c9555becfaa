"""What `grader up` puts into an empty database, and that one broken pack stops nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader import packs
from grader.judge import box
from grader.launch import first
from grader.settings import Settings
from grader.store import reads
from grader.store.access import Viewer, assignments_of
from grader.store.session import Store
from sandbox.outside.fake import FakeSandbox, answered, returned
from sandbox.outside.sandbox import Job, Run

TOML = """\
name = "{name}"
title = "Tiny"

[[functions]]
name = "inc"
parameters = ["n"]
points = 1

[[cases]]
id = "one"
function = "inc"
visibility = "visible"
args = [1]
"""


def program(job: Job) -> Run:
    """Every program adds one, but the starter, which returns nothing."""
    is_starter = "pass" in job.source
    return answered(job, lambda _q, call: returned(None if is_starter else call[0] + 1))


def folder(home: Path, name: str, **changed: str) -> Path:
    made = home / name
    made.mkdir(parents=True)
    files = {
        "pack.toml": TOML.format(name=name),
        "lesson.md": "# Tiny",
        "solution.py": "def inc(n):\n    return n + 1\n",
        "starter.py": "def inc(n):\n    pass\n",
    }
    for file, text in {**files, **{k.replace("_", "."): v for k, v in changed.items()}}.items():
        (made / file).write_text(text)
    return made


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data", broker_url="redis://127.0.0.1:9/0", _env_file=None)


def prepared(settings: Settings, folders: list[Path], patch: pytest.MonkeyPatch) -> list[str]:
    """Return what was said."""
    patch.setattr(packs, "bundled_folders", lambda: tuple(folders))
    patch.setattr(box, "open_sandbox", lambda *_a, **_k: FakeSandbox(program))
    said: list[str] = []
    settings.data.mkdir(exist_ok=True)
    first.prepare(settings, said.append)
    return said


def published(settings: Settings) -> tuple[str, ...]:
    store = Store.open(settings.effective_database_url)
    with store.reading() as unit:
        names = reads.pack_names(unit)
    store.close()
    return names


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ({"pack_toml": "x ="}, "    bad/pack.toml:1: error: "),
        ({"starter_py": "def inc(n):\n    return n + 1\n"}, "    bad/starter.py:1: error: the un"),
        ({"solution_py": ""}, "    bad/solution.py:1: error: The file is empty."),
    ],
)
def test_a_broken_pack_is_told_and_the_others_go_on(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: dict[str, Any],
    problem: str,
) -> None:
    folders = [folder(tmp_path, "bad", **broken), folder(tmp_path, "prefix-sharing")]
    said = prepared(settings, folders, monkeypatch)
    assert "the pack bad has problems and is not published:" in said
    assert any(line.startswith(problem) for line in said)
    assert published(settings) == ("prefix-sharing",)
    assert "made the demo course with an instructor and three learners" in said


def test_the_demo_course_has_every_pack_under_its_own_title(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [folder(tmp_path, name) for name in ("one-pack", "other-pack")]
    prepared(settings, folders, monkeypatch)
    store = Store.open(settings.effective_database_url)
    with store.reading() as unit:
        admin = Viewer(person_id=0, name="", is_admin=True, memberships={})
        found = assignments_of(unit, admin, "demo")
    store.close()
    assert [(one.slug, one.title) for one in found] == [
        ("one-pack", "Tiny"),
        ("other-pack", "Tiny"),
    ]


def test_a_folder_without_a_pack_is_told(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = prepared(settings, [tmp_path / "nothing"], monkeypatch)
    assert "    nothing/pack.toml:1: error: there is no folder nothing" in said
    assert any(line.startswith("made no demo course: No pack was published") for line in said)


def test_what_is_published_already_is_left_alone(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [folder(tmp_path, "prefix-sharing")]
    prepared(settings, folders, monkeypatch)
    assert prepared(settings, folders, monkeypatch) == []
