"""`grader pack serve` without its process: the real pages around a pack that is being written.

The sandbox is a fake that runs this project's own files; everything else is what learners meet.
"""

from __future__ import annotations

import html
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grader.cli.pack_new import make_folder
from grader.cli.preview import grading
from grader.cli.preview.opening import Wanted, opened_preview
from grader.core.model import Disclosure
from grader.judge.box import Probe, SandboxUnavailable
from grader.settings import Settings
from grader.worker.gate import Box
from sandbox.outside.fake import FakeSandbox
from sandbox.outside.sandbox import Job, Run
from tests.own_sources import run_here
from tests.waiting import LONGEST_SECONDS

WRONG = "def boxes_needed(items, size):\n    return items // size\n"
News = dict[str, Any]
late = pytest.mark.parametrize("engine", ["late"], indirect=True)  # its first check is held up


class Slow(FakeSandbox):
    """Can be held up; `has_begun` is set by a job that is."""

    def __init__(self, script: Callable[[Job], Run]) -> None:
        super().__init__(script)
        self.may_end = threading.Event()
        self.may_end.set()
        self.has_begun = threading.Event()

    def run(self, job: Job, *, stop: Callable[[], bool] = lambda: False) -> Run:
        while not self.may_end.wait(0.01):
            self.has_begun.set()
            if stop():
                break
        return super().run(job, stop=stop)


@dataclass
class Engine:
    """`trouble` is why there is none; `may_answer` holds the first check up."""

    trouble: str | None = None
    may_answer: threading.Event = field(default_factory=threading.Event)
    opened: list[FakeSandbox] = field(default_factory=list)

    def check(self) -> tuple[Probe, ...]:
        self.may_answer.wait(LONGEST_SECONDS)
        if self.trouble:
            raise SandboxUnavailable(self.trouble)
        return ()

    def open(self) -> FakeSandbox:
        self.opened.append(Slow(run_here))
        return self.opened[-1]

    @contextmanager
    def held(self) -> Iterator[threading.Event]:
        """Until the end of the block no job ends, unless it is told to stop."""
        (sandbox,) = self.opened
        assert isinstance(sandbox, Slow)
        sandbox.may_end.clear()
        yield sandbox.has_begun
        sandbox.may_end.set()

    @property
    def jobs(self) -> int:
        return sum(len(sandbox.jobs) for sandbox in self.opened)


@dataclass
class Author:
    """His browser, and his hands on the files."""

    client: TestClient
    folder: Path

    def news(self, seen: object = "") -> News:
        told: News = self.client.get(f"/author/news?seen={seen}").json()
        return told

    def until(self, is_so: Callable[[News], object]) -> News:
        """Follow the news, as his page does, until they say so."""
        news, give_up = self.news(), time.monotonic() + LONGEST_SECONDS
        while not is_so(news):
            assert time.monotonic() < give_up, news
            news = self.news(seen=news["number"])
        return news

    def settled(self) -> News:
        return self.until(lambda news: news["lesson"] and not news["doing"])

    def write(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text()
        assert old in text
        (self.folder / name).write_text(text.replace(old, new))

    def save(self, name: str, old: str, new: str) -> News:
        """Return the news once the change is shown."""
        before = self.news()["version"]
        self.write(name, old, new)
        return self.until(lambda news: news["version"] not in ("", before))

    def page(self) -> str:
        answer = self.client.get(self.settled()["lesson"])
        assert answer.status_code == 200
        return answer.text

    def code(self) -> str:
        """Return what stands in the editor."""
        found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", self.page(), re.S)
        assert found
        return html.unescape(found[1])

    def type(self, source: str) -> None:
        """Let the page keep what was typed, as it does a moment later."""
        revision = re.search(r'data-revision="(\d*)"', self.page())
        assert revision
        kept = {"source": source, "revision": revision[1]}
        assert self.client.post(f"{self.news()['lesson']}/draft", data=kept).status_code == 200

    def send(self, source: str, button: str = "runs") -> Any:
        url = f"{self.until(lambda news: news['lesson'])['lesson']}/{button}"
        return self.client.post(
            url, data={"source": source}, headers={"Accept": "application/json"}
        )

    def result(self, source: str, button: str = "runs") -> str:
        """Return the panel, once it says the last word."""
        return self.watched(self.send(source, button))

    def watched(self, sent: Any) -> str:
        assert sent.status_code == 202, sent.text
        with self.client.stream("GET", sent.json()["events"]) as stream:
            return "".join(stream.iter_text())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "my-pack"
    make_folder(made)
    return made


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    engine = Engine()
    if getattr(request, "param", "") != "late":
        engine.may_answer.set()
    yield engine
    engine.may_answer.set()


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    made = tmp_path / "scratch"
    made.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(made))
    return made


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def author(
    folder: Path, engine: Engine, tmp_path: Path, scratch: Path, closing: ExitStack
) -> Author:
    wanted = Wanted(
        folder=folder,
        settings=Settings(data=tmp_path / "never-made", database_url="postgresql://nowhere/none"),
        box=Box(check=engine.check, open=engine.open),
        disclosure=Disclosure.COUNTEREXAMPLE,
    )
    door = closing.enter_context(opened_preview(wanted))
    client = TestClient(door, base_url="http://127.0.0.1:8001", follow_redirects=False)  # type: ignore[arg-type]
    return Author(client=closing.enter_context(client), folder=folder)


def solution(author: Author) -> str:
    return (author.folder / "solution.py").read_text()


# ------------------------------------------------------------------------------- the page


def test_the_page_is_the_one_that_learners_get(author: Author) -> None:
    page = author.page()
    for shown in (
        'id="send"',  # the editor's form
        "def boxes_needed(items, size):",
        "How many boxes of 6 do 20 items",
        "Write one function.",
        ">Submit<",
    ):
        assert shown in page
    assert "Results of the class" not in page


def test_a_saved_sentence_is_on_the_page(author: Author) -> None:
    author.settled()
    author.save("lesson.md", "Say here", "Say it here")
    assert "Say it here" in author.page()


def test_a_step_to_explore_without_an_explorer_is_its_text_alone(author: Author) -> None:
    author.settled()
    author.save("lesson.md", "## Part 1", "## Explore\n\nCount boxes in a shop.\n\n## Part 1")
    page = author.page()
    step = page[page.index('id="explore"') : page.index('id="hand"')]
    assert ("Count boxes in a shop." in step, "<details" in step) == (True, False)
    assert "Change one value" not in step


def test_a_new_title_and_a_new_name_are_followed(author: Author) -> None:
    author.settled()
    author.save("pack.toml", 'title = "My pack"', 'title = "Boxes"')
    assert '<h1 id="title">Boxes</h1>' in author.page()
    renamed = author.save("pack.toml", 'name = "my-pack"', 'name = "boxes"')
    assert renamed["lesson"].endswith("/assignments/boxes")
    assert "How many boxes of 6" in author.page()


def test_an_untouched_starter_follows_the_file_and_typed_code_stays(author: Author) -> None:
    old = (author.folder / "starter.py").read_text()
    author.result(old)
    author.save("starter.py", "def boxes", "import math\n\n\ndef boxes")
    assert author.code().startswith("import math")
    author.type("# mine\n" + old)
    author.save("starter.py", "import math", "import operator")
    assert author.code().startswith("# mine")
    assert 'data-starter="import operator' in author.page()


# ------------------------------------------------------------------------------- problems


def test_a_broken_pack_shows_its_problems_until_it_is_mended(author: Author) -> None:
    version = author.settled()["version"]
    author.write("pack.toml", "points = 2", 'points = "<b>"')
    broken = author.until(lambda news: news["lesson"] is None)
    (problem,) = broken["problems"]
    assert (problem["file"], problem["line"], problem["severity"]) == ("pack.toml", 8, "error")
    author.write("pack.toml", 'points = "<b>"', "points = 2")
    mended = author.settled()
    assert (mended["version"], mended["problems"]) == (version, [])


def test_every_problem_is_named(author: Author) -> None:
    author.settled()
    author.write("pack.toml", "points = 2", 'points = "many"\nnonsense = 1')
    (author.folder / "lesson.md").write_bytes(b"# Boxes\n\xff")
    broken = author.until(lambda news: len(news["problems"]) > 2)
    assert broken["lesson"] is None
    assert [(problem["file"], problem["line"]) for problem in broken["problems"]] == [
        ("pack.toml", 8),
        ("pack.toml", 9),
        ("lesson.md", 2),
    ]


@pytest.mark.parametrize("content", [None, b"\xff", b"name = <script>"])
def test_a_folder_that_holds_no_pack_is_told_and_forgiven(
    author: Author, content: bytes | None
) -> None:
    toml = author.folder / "pack.toml"
    text = toml.read_bytes()
    author.settled()
    toml.unlink() if content is None else toml.write_bytes(content)
    broken = author.until(lambda news: news["lesson"] is None)
    assert [problem["file"] for problem in broken["problems"]] == ["pack.toml"]
    toml.write_bytes(text)
    assert author.settled()["problems"] == []


def test_warnings_and_broken_promises_stand_beside_the_page(author: Author) -> None:
    author.settled()
    author.save("lesson.md", "Say here", "`boxes_needed(10, 4)` is 3. <b>Say</b> here")
    author.save("wrong/rounded_down.py", "items // size", "-(-items // size)")
    news = author.settled()
    told = [(one["severity"], one["file"]) for one in news["problems"]]
    assert {("warning", "lesson.md"), ("error", "pack.toml")} <= set(told)
    assert told.count(("warning", "lesson.md")) == len(["what a case expects", "<b>"])
    assert author.client.get(news["lesson"]).status_code == 200


def test_a_title_that_no_page_can_have_is_a_problem_and_no_failure(author: Author) -> None:
    author.settled()
    author.write("pack.toml", 'title = "My pack"', f'title = "{"long " * 60}"')
    broken = author.until(lambda news: news["lesson"] is None)
    assert "200 characters" in broken["problems"][0]["message"]


# -------------------------------------------------------------------------------- grading


def test_what_is_typed_is_run_and_graded(author: Author) -> None:
    assert "All visible cases pass" in author.result(solution(author))
    full = author.result(solution(author), "submissions")
    assert "Full marks" in full


def test_a_wrong_answer_gets_its_hint(author: Author) -> None:
    panel = author.result(WRONG, "submissions")
    assert "0 of 1 function passes" in panel
    assert "Where do the others go?" in panel


@late
def test_the_first_click_waits_for_what_is_not_ready_yet(author: Author, engine: Engine) -> None:
    sent = author.send(solution(author))
    assert sent.status_code == 202
    assert engine.opened == []
    engine.may_answer.set()
    assert "All visible cases pass" in author.watched(sent)


@late
def test_without_an_engine_the_page_says_so_and_goes_on_once_there_is_one(
    author: Author, engine: Engine
) -> None:
    engine.trouble = "No Docker engine answers."
    engine.may_answer.set()
    news = author.until(lambda news: news["engine"] and news["lesson"])
    assert "Nothing can be run here now: No Docker engine answers. " in news["engine"]
    assert "How many boxes of 6" in author.client.get(news["lesson"]).text
    refused = author.send(solution(author))
    assert (refused.status_code, refused.json()["problem"]) == (409, news["engine"])
    engine.trouble = None
    author.until(lambda news: not news["engine"])
    assert "All visible cases pass" in author.result(solution(author))


def test_a_solution_that_does_not_run_is_told_at_its_line_and_nothing_is_graded(
    author: Author,
) -> None:
    author.settled()
    good = solution(author)
    author.save("solution.py", "return ", "return 1 / 0 + ")
    news = author.settled()
    assert {one["file"] for one in news["problems"]} == {"solution.py"}
    assert "ZeroDivisionError" in news["problems"][0]["message"]
    refused = author.send(good)
    assert refused.status_code == 409
    assert "The pack's own solution does not run" in refused.json()["problem"]
    author.write("solution.py", "return 1 / 0 + ", "return ")
    author.until(lambda news: not news["unsound"])
    assert "All visible cases pass" in author.result(good)


def test_a_sentence_of_the_lesson_runs_nothing_again(author: Author, engine: Engine) -> None:
    author.settled()
    jobs = engine.jobs
    author.save("lesson.md", "Say here", "Say it here")
    author.settled()
    assert engine.jobs == jobs
    author.save("starter.py", "def boxes", "import math\n\n\ndef boxes")
    author.settled()
    assert engine.jobs > jobs


def test_an_answer_never_comes_from_an_older_solution(author: Author) -> None:
    old = solution(author)
    author.settled()
    author.save("solution.py", "return ", "return 1 + ")
    assert "Full marks" not in author.result(old, "submissions")
    assert "Full marks" in author.result(solution(author), "submissions")


def test_what_waits_for_a_version_that_is_gone_is_graded_with_the_next(
    author: Author, engine: Engine
) -> None:
    """The old solution never answers, as one that is loops would for a while."""
    author.settled()
    with engine.held() as held:
        author.save("solution.py", "return ", "return 0 + ")
        sent = author.send(solution(author))
        assert held.wait(LONGEST_SECONDS)
        author.save("solution.py", "return 0 + ", "return 0 - 0 + ")
    assert "All visible cases pass" in author.watched(sent)


# --------------------------------------------------------------------------------- the way in


def test_a_site_that_borrows_our_address_reads_nothing(author: Author) -> None:
    for host in ("evil.example:80", "127.0.0.1.evil.example:1", "evil", "[::1]:1"):
        for path in ("/", "/author", "/author/news", author.settled()["lesson"]):
            answer = author.client.get(path, headers={"Host": host})
            assert (answer.status_code, "my-pack" in answer.text) == (403, False)


def test_a_page_of_another_site_cannot_send_code(author: Author) -> None:
    url = author.settled()["lesson"]
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        answer = author.client.post(f"{url}/runs", data={"source": "x = 1"}, headers=headers)
        assert answer.status_code == 403


def test_only_the_authors_page_may_frame_the_lesson(author: Author) -> None:
    page = author.client.get(author.settled()["lesson"])
    assert "frame-ancestors 'self'" in page.headers["Content-Security-Policy"]
    own = author.client.get("/author")
    assert "frame-ancestors 'none'" in own.headers["Content-Security-Policy"]


def test_no_cookie_of_a_service_beside_it_is_touched(author: Author) -> None:
    author.client.cookies.set("grader_session", "of a service on another port")
    answers = [author.client.post("/sign-out"), author.client.get(author.settled()["lesson"])]
    for answer in answers:
        assert "set-cookie" not in answer.headers
        assert "clear-site-data" not in answer.headers


def test_a_new_tab_begins_at_the_authors_page(author: Author) -> None:
    tab = author.client.get("/", headers={"Sec-Fetch-Dest": "document"})
    assert (tab.status_code, tab.headers["Location"]) == (307, "/author")
    assert author.client.get("/", headers={"Sec-Fetch-Dest": "iframe"}).status_code == 200
    assert author.client.get("/author/solution.py").status_code == 404


# -------------------------------------------------------------------------------- the end


def threads_of_ours() -> set[str]:
    names = {thread.name for thread in threading.enumerate()}
    return names & {"gate", "sweep", "watch", "prover", "grader-0", "grader-1"}


def test_nothing_is_left_at_the_end(
    author: Author, engine: Engine, scratch: Path, closing: ExitStack
) -> None:
    author.result(WRONG, "submissions")
    before = {path: path.read_bytes() for path in author.folder.rglob("*") if path.is_file()}
    assert [path.name[:15] for path in scratch.iterdir()] == ["grader-preview-"]
    closing.close()
    assert list(scratch.iterdir()) == []
    assert [sandbox.is_closed for sandbox in engine.opened] == [True]
    assert threads_of_ours() == set()
    assert {path: path.read_bytes() for path in before} == before


@late
def test_it_ends_by_itself_while_it_waits_for_an_engine(
    author: Author, engine: Engine, closing: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its threads are let go: none is left behind, or would be waited for to no end."""
    monkeypatch.setattr(grading, "END_SECONDS", LONGEST_SECONDS)
    engine.trouble = "No Docker engine answers."
    author.send(WRONG)
    engine.may_answer.set()
    author.until(lambda news: news["engine"])
    closing.close()
    assert threads_of_ours() == set()
