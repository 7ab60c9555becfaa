"""Parts of a lesson in an author's own page, of another site, where our cookies are blocked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from grader.store import writes
from grader.store.session import Store
from tests.browser.conftest import Look
from tests.browser.running import Service

pytestmark = pytest.mark.docker
LINE = (
    '<script async src="{url}/embed.js" data-course="demo" data-assignment="prefix-sharing" '
    'data-part="{part}"></script>'
)
HEARD = (
    "<script>window.heard = [];"
    "addEventListener('message', event => heard.push(event.data));</script>"
)


@pytest.fixture
def author_page(service: Service) -> Iterator[str]:
    """An address on another site with all three parts in one page."""
    parts = "".join(LINE.format(url=service.url, part=p) for p in ("explorer", "questions", "code"))
    body = f"<!doctype html><title>Course</title><body>{HEARD}{parts}</body>".encode()

    class Author(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body if self.path == "/" else b"")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is there
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Author)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


def allow(store: Store, *origins: str) -> None:
    with store.unit() as unit:
        writes.allow_embedding(unit, 1, origins)


def test_a_foreign_page_shows_three_parts_and_hears_the_result(
    look: Look, store: Store, author_page: str
) -> None:
    allow(store, author_page)
    eyes = look()
    page = eyes.page
    page.goto(author_page)
    code = page.frame_locator('iframe[src*="part=code"]')
    code.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("x = 1")
    code.get_by_role("button", name="Run visible cases").click()
    expect(code.locator("#results-h")).to_contain_text("0 of 4 functions pass.")
    code.get_by_role("button", name="Run visible cases").click()
    code.get_by_role("link", name="History").click()
    expect(code.locator("#history tbody tr")).to_have_count(2)
    questions = page.frame_locator('iframe[src*="part=questions"]')
    questions.locator("#in-hand-saved").fill("4")
    questions.locator("#in-hand-saved").press("Enter")
    expect(questions.locator("#q-hand-saved")).to_contain_text("Right.")
    explorer = page.frame_locator('iframe[src*="part=explorer"]').frame_locator("iframe")
    explorer.get_by_role("button", name="Reveal").first.click()
    expect(explorer.locator(".value.covered")).to_have_count(2)
    graded = page.evaluate("heard.find(one => one.type === 'grader:graded')")
    assert graded == {"type": "grader:graded", "kind": "run", "passed": 0, "total": 4}
    assert page.evaluate("heard.filter(one => one.type === 'grader:height').length") >= 3


def test_no_other_page_may_show_it(look: Look, store: Store, author_page: str) -> None:
    allow(store, "https://elsewhere.example")
    eyes = look()
    eyes.page.goto(author_page)
    eyes.page.wait_for_selector('iframe[src*="part=code"]', state="attached")
    eyes.page.wait_for_load_state("networkidle")
    frames = [one for one in eyes.page.frames if "part=code" in one.url]
    assert all(one.locator(".cm-content").count() == 0 for one in frames)
    eyes.wrong.clear()  # the browser says that it refused


def test_where_nobody_may_embed_there_is_nothing(look: Look, store: Store) -> None:
    allow(store)
    eyes = look()
    answer = eyes.page.goto(f"{eyes.url}/embed/demo/prefix-sharing?part=code")
    assert answer is not None
    assert answer.status == 404
