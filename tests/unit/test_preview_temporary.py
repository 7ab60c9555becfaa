"""No folder of a preview stays for good, however the preview ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from grader.cli.preview.temporary import LOCK, PREFIX, own_folder

HOLDS = """
import sys, tempfile
from grader.cli.preview.temporary import own_folder
tempfile.tempdir = sys.argv[1]
with own_folder() as folder:
    (folder / "work").write_text("typed")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def holder(place: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_the_folder_of_a_killed_preview_goes_with_the_next_one(place: Path) -> None:
    with holder(place) as killed:
        assert killed.stdout is not None
        left = Path(killed.stdout.readline().strip())
        killed.send_signal(signal.SIGKILL)
    assert (left / "work").exists()
    with own_folder() as own:
        assert list(place.iterdir()) == [own]
    assert list(place.iterdir()) == []


def test_the_folder_of_one_that_lives_stays(place: Path) -> None:
    with holder(place) as living:
        assert living.stdout is not None
        kept = Path(living.stdout.readline().strip())
        with own_folder():
            assert (kept / "work").read_text() == "typed"
        living.communicate()
    assert not kept.exists()


def test_what_only_has_such_a_name_stays(place: Path) -> None:
    (place / f"{PREFIX}of-nobody").mkdir()
    (place / f"{PREFIX}file").touch()
    (other := place / "other").mkdir()
    (other / LOCK).touch()
    with own_folder():
        pass
    assert sorted(one.name for one in place.iterdir()) == [
        f"{PREFIX}file",
        f"{PREFIX}of-nobody",
        "other",
    ]


def test_nothing_is_opened_in_the_folder_of_somebody_else(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe that nobody writes to, in a place that all may write to, would hold us for ever."""
    (theirs := place / f"{PREFIX}theirs").mkdir()
    os.mkfifo(theirs / LOCK)
    monkeypatch.setattr(os, "getuid", lambda: theirs.lstat().st_uid + 1)
    with own_folder():
        assert theirs.exists()
