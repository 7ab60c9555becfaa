"""`grader pack serve` as a process: one command, this machine only, and nothing left behind."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.cli.pack_new import make_folder
from tests.acceptance.service import containers_of, wait_until
from tests.previewing import News, Preview, running_preview

pytestmark = pytest.mark.slow
Run = Callable[..., Any]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "my-pack"
    make_folder(folder)
    return folder


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    made = tmp_path / "scratch"
    made.mkdir()
    return made


def is_proved(news: News) -> bool:
    return bool(news["lesson"]) and not news["doing"]


def sent(preview: Preview, source: str) -> str:
    """Press the button, and return where its result will be told."""
    origin = preview.url.removesuffix("/author")
    url = origin + preview.until(lambda news: news["lesson"])["lesson"] + "/runs"
    body = urllib.parse.urlencode({"source": source}).encode()
    request = urllib.request.Request(url, body, headers={"Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return origin + str(json.loads(answer.read())["events"])


def run_in_the_page(preview: Preview, source: str) -> str:
    with urllib.request.urlopen(sent(preview, source), timeout=60) as stream:
        return str(stream.read().decode())


@pytest.mark.docker
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_grades_in_the_sandbox_and_leaves_nothing_behind(
    image: str, pack: Path, scratch: Path, number: signal.Signals
) -> None:
    with running_preview(pack, scratch) as preview:
        solution = (pack / "solution.py").read_text()
        assert "All visible cases pass" in run_in_the_page(preview, solution)
        preview.until(is_proved)
        own = {"preview": preview.process.pid}
        wait_until(lambda: bool(containers_of(own)), "one stands ready")
        assert len(list(scratch.iterdir())) == 1
        files = sorted(pack.rglob("*"))
        assert preview.end(number) == 0
        assert preview.said[1:] == []
        wait_until(lambda: containers_of(own) == [], "its containers are gone")
        assert list(scratch.iterdir()) == []
        assert sorted(pack.rglob("*")) == files


@pytest.mark.docker
def test_it_ends_without_a_word_while_a_learner_waits(
    image: str, pack: Path, scratch: Path
) -> None:
    with running_preview(pack, scratch) as preview:
        loops = "def boxes_needed(items, size):\n    while True:\n        pass\n"
        with urllib.request.urlopen(sent(preview, loops), timeout=60) as stream:
            assert stream.readline()
            assert preview.end() == 0
    assert preview.said[1:] == []
    assert list(scratch.iterdir()) == []


def test_without_an_engine_the_page_is_there_and_says_so(pack: Path, scratch: Path) -> None:
    away = f"unix://{scratch}/nobody.sock"
    with running_preview(pack, scratch, DOCKER_HOST=away) as preview:
        news = preview.until(lambda news: news["engine"] and news["lesson"])
        assert "No Docker engine answers" in news["engine"]
        assert preview.end() == 0
    assert list(scratch.iterdir()) == []


def test_it_listens_to_this_machine_alone(pack: Path, scratch: Path) -> None:
    away = f"unix://{scratch}/nobody.sock"
    with running_preview(pack, scratch, DOCKER_HOST=away) as preview:
        port = int(preview.url.rpartition(":")[2].removesuffix("/author"))
        listening = [
            line.split()[1]
            for table in ("tcp", "tcp6")
            for line in Path(f"/proc/{preview.process.pid}/net/{table}").read_text().splitlines()
            if line.split()[3] == "0A" and line.split()[1].endswith(f":{port:04X}")
        ]
        assert listening == [f"0100007F:{port:04X}"]


def test_it_never_touches_the_service_that_the_environment_names(
    pack: Path, scratch: Path, tmp_path: Path
) -> None:
    service = tmp_path / "service"
    away = {"DOCKER_HOST": f"unix://{scratch}/nobody.sock", "GRADER_DATA": str(service)}
    nowhere = {"GRADER_DATABASE_URL": "postgresql://127.0.0.1:1/none"}
    with running_preview(pack, scratch, **away, **nowhere) as preview:
        assert preview.until(lambda news: news["lesson"])
    assert not service.exists()


def test_a_taken_port_or_a_missing_folder_is_a_sentence(run: Run, pack: Path) -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        done = run("pack", "serve", str(pack), "--port", str(port))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert f"Port {port} of 127.0.0.1 is already in use; choose another one" in done.stderr
    done = run("pack", "serve", str(pack / "nowhere"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is no folder; `grader pack new` makes one" in done.stderr
