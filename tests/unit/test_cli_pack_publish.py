"""`grader pack publish` as it talks to a service: what it sends, refuses early, and says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner, Result

from grader.cli import pack_publish
from grader.cli.pack import app
from grader.cli.pack_new import make_folder
from grader.cli.pack_send import SendFailed, Service

VERSION, OLD = "new0" * 16, "old0" * 16
CHECKING = {"state": "checking", "url": "/api/v1/courses/demo/packs/x"}
PUBLISHED = {
    **CHECKING,
    "state": "published",
    "pack": "boxes",
    "pack_version": VERSION,
    "report": {"problems": []},
}
REFUSED = {
    **CHECKING,
    "state": "refused",
    "report": {
        "problems": [
            {"file": "starter.py", "line": 3, "severity": "error", "message": "it passes"},
            {"file": "pack.toml", "line": 9, "severity": "warning", "message": "no hint"},
        ]
    },
}
ASSIGNMENTS = [
    {"assignment": "week-1", "pack": "boxes", "pack_version": OLD},
    {"assignment": "week-2", "pack": "other", "pack_version": OLD},
]


class Answers:
    """A service that gives these answers by method and address, and keeps what it was asked."""

    def __init__(self, **changed: Any) -> None:
        self.asked: list[tuple[str, str, Any]] = []
        self._known: dict[str, Any] = {
            "GET /api/v1/me": {"courses": [{"course": "demo", "assignments": ASSIGNMENTS}]},
            "POST /api/v1/courses/demo/packs": CHECKING,
            f"GET {CHECKING['url']}": PUBLISHED,
            "POST /api/v1/courses/demo/assignments": {"assignment": "week-3"},
            "PUT /api/v1/courses/demo/assignments/week-1/version": {"assignment": "week-1"},
            **changed,
        }

    def transport(self) -> httpx2.MockTransport:
        def handler(request: httpx2.Request) -> httpx2.Response:
            body = json.loads(request.content) if request.content else None
            self.asked.append((request.method, request.url.path, body))
            known = self._known[f"{request.method} {request.url.path}"]
            status, told = known if isinstance(known, tuple) else (200, known)
            return httpx2.Response(status, json=told) if told else httpx2.Response(status)

        return httpx2.MockTransport(handler)

    @property
    def changes(self) -> list[tuple[str, Any]]:
        """What was asked of assignments."""
        return [(m, body) for m, path, body in self.asked if "/assignments" in path]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "boxes"
    make_folder(made)
    return made


def publish(
    folder: Path, answers: Answers, monkeypatch: pytest.MonkeyPatch, *options: str
) -> Result:
    def service(server: str, course: str, *, token: str) -> Service:
        return Service(server, course, token=token, transport=answers.transport())

    monkeypatch.setattr(pack_publish, "Service", service)
    monkeypatch.setenv("GRADER_TOKEN", "token")
    there = ("--server", "http://x", "--course", "demo")
    return CliRunner().invoke(app, ["publish", str(folder), *there, *options])


def test_no_assignment_changes_unasked_and_those_that_could_are_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Answers()
    done = publish(folder, answers, monkeypatch)
    assert (done.exit_code, answers.changes) == (0, [])
    assert f"published boxes, version {VERSION}" in done.stdout
    assert "demo/week-1 still uses version old0old0old0; --update-assignment week-1" in done.output
    assert "week-2" not in done.output


def test_the_first_publish_says_how_an_assignment_is_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = {"courses": [{"course": "demo", "assignments": []}]}
    done = publish(folder, Answers(**{"GET /api/v1/me": nothing}), monkeypatch)
    assert "no assignment of demo uses it yet; --new-assignment boxes makes one" in done.output


def test_an_assignment_is_updated_or_made_with_exactly_this_version(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Answers()
    done = publish(folder, answers, monkeypatch, "--update-assignment", "week-1")
    assert (done.exit_code, answers.changes) == (0, [("PUT", {"pack_version": VERSION})])
    assert "demo/week-1 uses it from now on; grades already given stay" in done.stdout
    answers = Answers()
    done = publish(folder, answers, monkeypatch, "--new-assignment", "week-3")
    wanted = {"assignment": "week-3", "pack": "boxes", "pack_version": VERSION}
    assert (done.exit_code, answers.changes) == (0, [("POST", wanted)])
    assert "made the assignment demo/week-3 of it" in done.stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--update-assignment", "week-3"), "'week-3', only: week-1, week-2; did you mean week-"),
        (("--update-assignment", "boxes"), "only: week-1, week-2; --new-assignment boxes makes it"),
        (("--new-assignment", "week-1"), "already; --update-assignment week-1"),
        (("--update-assignment", "week-2"), "'week-2' is made of other, not of boxes."),
        (("--update-assignment", "a", "--new-assignment", "b"), "not both"),
    ],
)
def test_what_cannot_come_true_is_refused_before_anything_is_sent(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], told: str
) -> None:
    answers = Answers()
    done = publish(folder, answers, monkeypatch, *options)
    assert (done.exit_code, told in done.output) == (2, True), done.output
    assert all(method == "GET" for method, _path, _body in answers.asked)


def test_a_refused_pack_is_told_and_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Answers(**{f"GET {CHECKING['url']}": REFUSED})
    done = publish(folder, answers, monkeypatch, "--update-assignment", "week-1")
    assert (done.exit_code, answers.changes) == (1, [])
    assert "starter.py:3: error: it passes\npack.toml:9: warning: no hint\n" in done.output


def test_files_that_cannot_be_sent_are_told_with_everything_else_and_nothing_is_sent(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "starter.py").write_bytes(b"\xff")
    (folder / "lesson.md").write_text("# Lesson\n\n<b>Bold</b>\n")
    (folder / "pack.toml").write_text("titel = 3\n")
    answers = Answers()
    done = publish(folder, answers, monkeypatch)
    assert (done.exit_code, answers.asked) == (1, [])
    assert "starter.py:1: error: is not UTF-8" in done.output
    assert "lesson.md:3: warning: `<b>`" in done.output
    assert "pack.toml:1: error: unknown key `titel`" in done.output


@pytest.mark.parametrize(
    "options", [["--server", "http://x"], ["--new-assignment", "week-1", "--data", "nowhere"]]
)
def test_a_course_must_be_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.delenv("GRADER_TOKEN", raising=False)
    if "--server" not in options:
        monkeypatch.setenv("DOCKER_HOST", "unix:///nobody.sock")
    done = CliRunner().invoke(app, ["publish", str(folder), *options])
    assert (done.exit_code, "--course" in done.output) == (2, True), done.output


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((403, {"detail": "Only an instructor."}), "refused it: Only an instructor."),
        ((502, None), "is no grader"),
        ((200, [1]), "refused it: 200"),
    ],
)
def test_the_command_says_why_a_pack_was_not_taken(answer: tuple[int, Any], told: str) -> None:
    answers = Answers(**{"POST /api/v1/courses/demo/packs": answer})
    with (
        Service("http://x", "demo", token="t", transport=answers.transport()) as service,
        pytest.raises(SendFailed, match=told),
    ):
        service.send({}, say=lambda _line: None)


def test_a_course_with_a_strange_name_stays_inside_its_address() -> None:
    answers = Answers(**{"POST /api/v1/courses/../packs": (404, {"detail": "Nothing."})})
    transport = answers.transport()
    with (
        Service("http://x", "a/b?", token="t", transport=transport) as service,
        pytest.raises(KeyError, match="a/b"),
    ):
        service.send({}, say=lambda _line: None)
