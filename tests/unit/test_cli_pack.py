"""Beginning a pack, and looking at it while it is written."""

from __future__ import annotations

import http.client
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grader import packs
from grader.cli.pack import app
from grader.cli.pack_new import make_folder
from grader.cli.pack_serve import open_server, version_of
from grader.errors import Malformed
from grader.judge.check import check
from grader.packs.skeleton import skeleton
from sandbox.outside.fake import FakeSandbox, answered, raised, returned
from sandbox.outside.sandbox import Answer, Arguments, Job, Question, Run


def execute(job: Job) -> Run:
    """Run the skeleton's own files, which are part of this project."""
    names: dict[str, Any] = {}
    exec(job.source, names)

    def call(question: Question, arguments: Arguments) -> Answer:
        try:
            return returned(names[question.function](*arguments))
        except ArithmeticError as error:
            return raised(type(error).__name__)

    return answered(job, call)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "my-first-pack"
    make_folder(made)
    return made


def test_a_new_pack_passes_its_check_with_all_mutants(folder: Path) -> None:
    report = check(packs.read_folder(folder), FakeSandbox(execute))
    assert [str(problem) for problem in report.problems] == []
    assert report.trials is not None
    assert report.trials.caught == report.trials.total > 15


def test_a_new_pack_is_named_like_its_folder(folder: Path) -> None:
    pack = packs.parse(packs.read_folder(folder))
    assert (pack.name, pack.title) == ("my-first-pack", "My first pack")


@pytest.mark.parametrize("name", ["", "My-Pack", "a--b", "a b", "-a", "é", "a" * 65, "{name}"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Malformed, match="does not fit"):
        skeleton(name)


def test_nothing_is_overwritten(folder: Path) -> None:
    (folder / "lesson.md").write_text("mine")
    done = CliRunner().invoke(app, ["new", str(folder)])
    assert (done.exit_code, (folder / "lesson.md").read_text()) == (2, "mine")
    assert "is there already" in done.output


class Browser:
    """Asks the server of a pack."""

    def __init__(self, folder: Path) -> None:
        self._server = open_server(folder, 0)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def get(self, path: str, host: str | None = None) -> tuple[int, str, dict[str, str]]:
        port = self._server.server_port
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{port}"})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text, dict(answer.getheaders())

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def browser(folder: Path) -> Iterator[Browser]:
    opened = Browser(folder)
    yield opened
    opened.close()


def test_the_page_shows_what_people_will_read(browser: Browser) -> None:
    status, text, headers = browser.get("/")
    assert status == 200
    for shown in (
        "My first pack",
        "Where do the others go?",
        "How many boxes of 6",
        "rounded_down",
    ):
        assert shown in text
    assert "'sha256-" in headers["Content-Security-Policy"]


def test_problems_stand_on_the_page_with_file_and_line(browser: Browser, folder: Path) -> None:
    toml = folder / "pack.toml"
    toml.write_text(toml.read_text().replace("points = 2", 'points = "<b>"'))
    _, text, _ = browser.get("/")
    assert "pack.toml:8: error: `points`" in text
    toml.write_text("name = <script>alert(1)</script>")
    _, text, _ = browser.get("/")
    assert "<script>alert" not in text
    toml.unlink()
    assert "there is no such file" in browser.get("/")[1]


def test_a_saved_file_ends_the_wait_for_a_change(browser: Browser, folder: Path) -> None:
    seen = version_of(folder)
    told: list[str] = []
    waiting = threading.Thread(target=lambda: told.append(browser.get(f"/changed?since={seen}")[1]))
    waiting.start()
    os.utime(folder / "lesson.md", (1, 1))
    waiting.join(30)
    assert told == [version_of(folder)] != [seen]


def test_markup_in_a_pack_is_shown_as_text(browser: Browser, folder: Path) -> None:
    toml = folder / "pack.toml"
    toml.write_text(toml.read_text().replace("Nothing needs", "<img src=x onerror=alert(1)>"))
    (folder / "lesson.md").write_text("<script>alert(2)</script>")
    _, text, _ = browser.get("/")
    assert "<img" not in text
    assert "<script>alert" not in text


@pytest.mark.parametrize(
    "host", ["evil.example:80", "evil.example", "127.0.0.1.evil.example:1", ""]
)
def test_a_page_from_elsewhere_reads_nothing(browser: Browser, host: str) -> None:
    status, text, _ = browser.get("/", host=host or "x")
    assert (status, "boxes" in text) == (403, False)


def test_there_is_one_page_only(browser: Browser) -> None:
    assert browser.get("/solution.py")[0] == 404
    assert browser.get("/../pack.toml")[0] == 404
