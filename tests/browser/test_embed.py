"""Parts of a lesson in an author's own page, of another site, where the browser blocks our cookies.

Chromium blocks them in the windows that Playwright opens, storage too; the first test makes sure.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from grader.store import writes
from grader.store.session import Store
from tests.browser import sources
from tests.browser.conftest import LESSON, Eyes, Look, Person
from tests.browser.running import Service
from tests.browser.test_access import assert_accessible
from tests.waiting import wait_until

pytestmark = pytest.mark.docker
LINE = (
    '<script async src="{url}/embed.js" data-course="demo" data-assignment="prefix-sharing" '
    'data-part="{part}"></script>'
)
HEARD = (
    "<script>window.heard = [];"
    "addEventListener('message', event => heard.push([event.origin, event.data]));</script>"
)
SIGN_IN, WHOLE = "Sign in to submit", "Open the whole lesson in a new tab"


@dataclass(frozen=True)
class Author:
    """Serves one page with all three parts, at an address of another site."""

    url: str
    headers: dict[str, str]  # of its page; may be changed

    def opened_by(self, eyes: Eyes) -> Page:
        eyes.page.goto(self.url)
        return eyes.page


@pytest.fixture
def author(service: Service, store: Store) -> Iterator[Author]:
    parts = "".join(LINE.format(url=service.url, part=p) for p in ("explorer", "questions", "code"))
    body = f"<!doctype html><title>Course</title><body>{HEARD}{parts}</body>".encode()
    headers: dict[str, str] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body if self.path == "/" else b"")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is there
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://localhost:{server.server_port}"
    allow(store, url)
    yield Author(url=url, headers=headers)
    server.shutdown()
    server.server_close()


@pytest.fixture
def without_practice(store: Store) -> Iterator[None]:
    with store.unit() as unit:
        writes.open_for_practice(unit, 1, practice=False)
        writes.open_for_practice(unit, 2, practice=False)
    yield
    with store.unit() as unit:
        writes.open_for_practice(unit, 1, practice=True)
        writes.open_for_practice(unit, 2, practice=True)


def allow(store: Store, *origins: str) -> None:
    with store.unit() as unit:
        writes.allow_embedding(unit, 1, origins)


def part_of(page: Page, name: str) -> FrameLocator:
    """Scrolled to: what is out of sight is not drawn, and Playwright waits for that."""
    frame = page.locator(f'iframe[src*="part={name}"]')
    frame.scroll_into_view_if_needed()
    return frame.content_frame


def write_in(page: Page, code: FrameLocator, source: str) -> None:
    code.locator(".cm-content").click()
    expect(code.locator(".cm-content")).to_be_focused()  # a frame of another process gets it later
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(source)
    expect(code.locator(".cm-content")).to_contain_text(source.strip().splitlines()[0])


def window_of(eyes: Eyes, press: Callable[[], None]) -> Page:
    with eyes.context.expect_page() as opened:
        press()
    return opened.value


def sign_in_there(eyes: Eyes, learner: Person) -> None:
    """From the part in which code is written, through the window that it opens."""
    link = part_of(eyes.page, "code").get_by_role("link", name="Sign in")
    window = window_of(eyes, link.click)
    window.get_by_label("Token").fill(learner.token)
    window.get_by_role("button", name="Sign in").click()
    with window.expect_event("close"):
        window.get_by_role("button", name=f"Continue as {learner.name}").click()
    expect(part_of(eyes.page, "code").locator(".frame-foot")).to_contain_text(learner.name)


def test_the_browser_of_these_tests_blocks_what_is_of_another_site(
    look: Look, author: Author
) -> None:
    page = author.opened_by(look())
    part_of(page, "code").locator(".cm-content").wait_for()
    frame = next(one for one in page.frames if "part=code" in one.url)
    reached = frame.evaluate(
        """() => {
          document.cookie = 'probe=1; SameSite=None; Secure';
          try { sessionStorage.length; } catch { return document.cookie; }
          return 'storage';
        }"""
    )
    assert reached == ""


def test_a_foreign_page_shows_three_parts_and_hears_the_result(look: Look, author: Author) -> None:
    page = author.opened_by(look())
    code, questions = part_of(page, "code"), part_of(page, "questions")
    write_in(page, code, "x = 1")
    code.get_by_role("button", name="Run visible cases").click()
    expect(code.locator("#results-h")).to_contain_text("0 of 4 functions pass.")
    expect(questions.locator(".under")).to_contain_text("Three requests, 52 tokens each")
    expect(questions.get_by_role("img")).to_be_visible()
    questions.locator("#in-hand-saved").fill("4")
    questions.locator("#in-hand-saved").press("Enter")
    expect(questions.locator("#q-hand-saved")).to_contain_text("Right.")
    explorer = part_of(page, "explorer").frame_locator("iframe")
    explorer.get_by_role("button", name="Reveal").first.click()
    expect(explorer.locator(".value.covered")).to_have_count(2)
    found = "heard.find(([, one]) => one.type === 'grader:graded')"
    origin, graded = page.wait_for_function(found).json_value()
    assert graded == {
        "type": "grader:graded",
        "lesson": "demo/prefix-sharing",
        "part": "code",
        "kind": "run",
        "passed": 0,
        "total": 4,
    }
    assert origin == look().url
    for part in ("explorer", "questions", "code"):
        page.wait_for_function(
            "part => heard.some(([, one]) => one.type === 'grader:height' && one.part === part)",
            arg=part,
        )


def test_a_frame_is_as_high_as_what_is_in_it(look: Look, author: Author) -> None:
    page = author.opened_by(look(390))
    for name in ("explorer", "questions", "code"):
        frame = page.locator(f'iframe[src*="part={name}"]')
        frame.scroll_into_view_if_needed()
        part_of(page, name).locator(".frame-foot").wait_for()
        inside = next(one for one in page.frames if f"part={name}" in one.url)
        inside.wait_for_function(
            "() => innerHeight >= Math.floor(document.body.getBoundingClientRect().height)"
            " && innerHeight < document.body.getBoundingClientRect().height + 2"
        )
        inside.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_part_is_readable_and_nothing_lies_over_anything(
    look: Look, author: Author, width: int, scheme: str
) -> None:
    """The frame is as high as its content, so a bar that is fixed would cover its end."""
    eyes = look(width, color_scheme=scheme)
    page = author.opened_by(eyes)
    part_of(page, "code").locator(".cm-content").wait_for()
    inside = next(one for one in page.frames if "part=code" in one.url)
    inside.wait_for_function(
        """() => {
          const [editor, run, foot] = ['#editor', '#run', '.frame-foot'].map(
            place => document.querySelector(place).getBoundingClientRect());
          return editor.bottom <= run.top && run.bottom <= foot.top;
        }"""
    )
    for name in ("explorer", "questions", "code"):
        eyes.open(f"/embed/demo/prefix-sharing?part={name}")
        eyes.page.locator(".frame-foot").wait_for()
        assert_accessible(eyes.page)


def test_a_visitor_is_known_again_when_the_page_is_loaded_again(look: Look, author: Author) -> None:
    page = author.opened_by(look())
    code = part_of(page, "code")
    write_in(page, code, "x = 1")
    code.get_by_role("button", name="Run visible cases").click()
    expect(code.locator("#results-h")).to_contain_text("0 of 4")
    with page.expect_response(lambda answer: "x+%3D+2" in (answer.request.post_data or "")):
        write_in(page, code, "x = 2")
    part_of(page, "questions").locator("#in-hand-saved").fill("4")
    part_of(page, "questions").locator("#in-hand-saved").press("Enter")
    expect(part_of(page, "questions").locator("#q-hand-saved")).to_contain_text("Right.")
    page.reload()
    expect(code.locator(".cm-content")).to_contain_text("x = 2")
    expect(code.locator("#results-h")).to_contain_text("0 of 4")
    expect(part_of(page, "questions").locator("#q-hand-saved")).to_contain_text("Right.")
    explorer = part_of(page, "explorer").frame_locator("iframe")
    expect(explorer.locator(".value.covered")).to_have_count(2)


def test_what_was_typed_last_reaches_the_server_when_the_page_goes(
    look: Look, author: Author, learner: Person
) -> None:
    """The frame may keep nothing itself, and the pause after which it saves is not over."""
    eyes = look()
    page = author.opened_by(eyes)
    sign_in_there(eyes, learner)
    write_in(page, part_of(page, "code"), "typed_last = 2")
    page.goto("about:blank")
    wait_until(lambda: learner.draft() == "typed_last = 2")


def test_who_has_an_account_submits_for_credit_with_what_he_typed(
    look: Look, author: Author, learner: Person
) -> None:
    eyes = look()
    page = author.opened_by(eyes)
    code = part_of(page, "code")
    write_in(page, code, sources.RIGHT)
    sign_in_there(eyes, learner)
    expect(part_of(page, "questions").locator(".frame-foot")).to_contain_text(learner.name)
    expect(code.locator(".cm-content")).to_contain_text("def can_share")
    code.get_by_role("button", name="Submit").click()
    expect(code.locator("#results-h")).to_contain_text("Full marks, 10 of 10.")
    assert [line.verdict for line in learner.submissions()] == ["passed"]
    wait_until(lambda: learner.draft() == sources.RIGHT)
    page.reload()
    expect(code.locator(".frame-foot")).to_contain_text(f"Signed in as {learner.name}.")
    expect(code.locator("#results-h")).to_contain_text("Full marks, 10 of 10.")


def test_who_signs_out_there_is_out_in_every_part(
    look: Look, author: Author, learner: Person
) -> None:
    eyes = look()
    page = author.opened_by(eyes)
    sign_in_there(eyes, learner)
    write_in(page, part_of(page, "code"), "last = 1\n")
    part_of(page, "questions").get_by_role("button", name="Sign out here").click()
    for name in ("questions", "code"):
        expect(part_of(page, name).locator(".frame-foot")).to_contain_text("Practice")
    page.reload()
    expect(part_of(page, "code").locator(".frame-foot")).to_contain_text("Practice")
    wait_until(lambda: learner.draft() == "last = 1\n")


def test_where_nobody_may_practise_a_part_comes_after_signing_in(
    look: Look, author: Author, learner: Person, without_practice: None
) -> None:
    eyes = look()
    page = author.opened_by(eyes)
    expect(part_of(page, "code").locator("main")).to_contain_text("This part needs an account.")
    sign_in_there(eyes, learner)
    expect(part_of(page, "code").locator(".cm-content")).to_be_visible()


def test_a_page_that_keeps_windows_apart_is_told_and_the_lesson_is_one_click_away(
    look: Look, author: Author, learner: Person
) -> None:
    author.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    eyes = look()
    eyes.sign_in(learner)
    page = author.opened_by(eyes)
    window = window_of(eyes, part_of(page, "code").get_by_role("link", name=SIGN_IN).click)
    window.get_by_role("button", name="Continue as").click()
    expect(window.locator("#handover")).to_contain_text("cannot be reached from this window")
    window.get_by_role("link", name="Open the lesson here").click()
    window.wait_for_url(f"**{LESSON}")


def test_the_whole_lesson_opens_with_a_visitors_text_and_runs(look: Look, author: Author) -> None:
    eyes = look()
    page = author.opened_by(eyes)
    code = part_of(page, "code")
    write_in(page, code, "x = 1")
    code.get_by_role("button", name="Run visible cases").click()
    expect(code.locator("#results-h")).to_contain_text("0 of 4")
    write_in(page, code, "x = 2")
    window = window_of(eyes, code.get_by_role("button", name=WHOLE).click)
    expect(window.locator(".cm-content")).to_contain_text("x = 2")
    expect(window.locator("#results-h")).to_contain_text("0 of 4")
    expect(window.locator("#saved")).to_contain_text("Saved")
    window.reload()
    expect(window.locator(".cm-content")).to_contain_text("x = 2")


def test_the_whole_lesson_gives_a_visitors_text_to_the_account_of_this_browser(
    look: Look, author: Author, learner: Person
) -> None:
    eyes = look()
    eyes.sign_in(learner)
    page = author.opened_by(eyes)
    code = part_of(page, "code")
    write_in(page, code, "typed_in_the_frame = 1\n")
    window = window_of(eyes, code.get_by_role("button", name=WHOLE).click)
    expect(window.locator(".who")).to_have_text(learner.name)
    expect(window.locator(".cm-content")).to_contain_text("typed_in_the_frame = 1")
    wait_until(lambda: learner.draft() == "typed_in_the_frame = 1\n")


def test_a_version_comes_back_inside_the_frame(look: Look, author: Author) -> None:
    page = author.opened_by(look())
    code = part_of(page, "code")
    for source in ("x = 1", "x = 2"):
        write_in(page, code, source)
        with page.expect_response("**/panel"):
            code.get_by_role("button", name="Run visible cases").click()
        expect(code.locator("#panel .panel")).to_have_attribute("data-final", "yes")
        expect(code.get_by_text("This is the code in the editor.")).to_be_visible()
    code.get_by_role("link", name="History").click()
    code.get_by_role("link", name="Bring").last.click()
    expect(code.locator(".cm-content")).to_contain_text("x = 1")


def test_no_other_page_may_show_it(look: Look, store: Store, author: Author) -> None:
    allow(store, "https://elsewhere.example")
    eyes = look()
    author.opened_by(eyes)
    eyes.page.wait_for_selector('iframe[src*="part=code"]', state="attached")
    eyes.page.wait_for_load_state("networkidle")
    frames = [one for one in eyes.page.frames if "part=code" in one.url]
    assert all(one.locator(".cm-content").count() == 0 for one in frames)
    eyes.wrong.clear()  # the browser says that it refused


def test_an_author_whose_page_is_not_allowed_is_told_what_to_do(
    look: Look, store: Store, author: Author
) -> None:
    """The browser shows a broken frame, and says nothing that the author of the page could use."""
    allow(store)
    eyes = look()
    with eyes.page.expect_console_message(lambda said: said.type == "warning") as said:
        author.opened_by(eyes)
    assert f"grader course embed demo {author.url}" in said.value.text
    eyes.wrong.clear()  # the browser says that it refused


def test_where_nobody_may_embed_there_is_nothing(look: Look, store: Store) -> None:
    allow(store)
    eyes = look()
    answer = eyes.page.goto(f"{eyes.url}/embed/demo/prefix-sharing?part=code")
    assert answer is not None
    assert answer.status == 404
