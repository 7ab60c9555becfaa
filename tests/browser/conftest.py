"""A real service, a real Chromium, and people who look at its pages.

Chromium is Debian's, driven by Playwright. Screenshots go to tests/artefacts.
"""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from grader.actions.tokens import new_api_token
from grader.store import reads, writes
from grader.store.access import access_assignment, viewer_of
from grader.store.records import SubmissionLine
from grader.store.session import Store, Unit
from sandbox.outside.build import build_image
from tests.browser.running import Service, running_service

ARTEFACTS = Path(__file__).parents[1] / "artefacts"
LESSON = "/courses/demo/assignments/prefix-sharing"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {1280: {"width": 1280, "height": 800}, 390: {"width": 390, "height": 844}}
# What a browser says of refusals that are meant, and of the style that Chromium itself gives to
# text typed into an editable element; anything else is a mistake of ours.
EXPECTED_NOISE = re.compile(
    r"status of (401|404|409|413|422|429)|ERR_INTERNET_DISCONNECTED|^Applying inline style"
)
LONGEST_MILLISECONDS = 60_000  # no claim: the machine may be busy
_names = itertools.count(1)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    build_image()
    with running_service() as service:
        yield service


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Ends with its module: Playwright keeps an event loop running in this thread, and other
    tests of the process want to run one of their own."""
    path = shutil.which("chromium")
    assert path, "the browser tests need Debian's package chromium"
    with sync_playwright() as playwright:
        expect.set_options(timeout=LONGEST_MILLISECONDS)
        browser = playwright.chromium.launch(
            executable_path=path, args=FLAGS, timeout=LONGEST_MILLISECONDS
        )
        yield browser
        browser.close()


@dataclass
class Person:
    """A learner of the demo course, made for one test."""

    id: int
    name: str
    token: str
    store: Store

    def submissions(self) -> tuple[SubmissionLine, ...]:
        with self.store.reading() as unit:
            return reads.submissions_of(unit, self._assignment_id(unit), self.id).items

    def draft(self) -> str | None:
        with self.store.reading() as unit:
            found = reads.newest_draft(unit, self._assignment_id(unit), self.id)
        return found.source if found else None

    def _assignment_id(self, unit: Unit) -> int:
        viewer = viewer_of(unit, self.id)
        assert viewer is not None
        return access_assignment(unit, viewer, "demo", "prefix-sharing").id

    def sign_out_everywhere(self) -> None:
        with self.store.unit() as unit:
            assert viewer_of(unit, self.id)
            writes.revoke_token(unit, self.token, now=datetime.now(UTC))


@pytest.fixture(scope="session")
def store(service: Service) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{service.data / 'grader.sqlite3'}")
    yield opened
    opened.close()


@pytest.fixture
def learner(store: Store) -> Person:
    return new_learner(store)


def new_learner(store: Store) -> Person:
    name, token, now = f"Learner {next(_names)}", new_api_token(), datetime.now(UTC)
    with store.unit() as unit:
        person = writes.add_person(unit, name=name, now=now)
        writes.add_token(unit, person.id, token, label="test", now=now)
        writes.add_member(unit, 1, person.id, role="learner", now=now)
    return Person(id=person.id, name=name, token=token, store=store)


@dataclass
class Eyes:
    """A browser window of somebody, and all that went wrong in it."""

    page: Page
    context: BrowserContext
    url: str
    wrong: list[str] = field(default_factory=list)

    def open(self, path: str = LESSON) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def sign_in(self, person: Person, path: str = LESSON) -> Page:
        self.page.goto(f"{self.url}/sign-in?next={path}")
        self.page.get_by_label("Token").fill(person.token)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(f"**{path}")
        return self.page

    def tab(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        _listen_to(page, self.wrong)
        return page


Look = Callable[..., Eyes]


def is_icon(said: ConsoleMessage) -> bool:
    """Chromium asks for one by itself; to an explorer opened alone it is of another site."""
    return str(said.location["url"]).endswith("/favicon.ico")


def _listen_to(page: Page, wrong: list[str]) -> None:
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        lambda said: (
            wrong.append(said.text)
            if said.type == "error" and not EXPECTED_NOISE.search(said.text) and not is_icon(said)
            else None
        ),
    )


@pytest.fixture
def look(chromium: Browser, service: Service) -> Iterator[Look]:
    """Open a window; at the end, nothing may have gone wrong in any."""
    windows: list[Eyes] = []

    def look(width: int = 1280, **options: Any) -> Eyes:
        eyes = open_window(chromium, service.url, width, **options)
        windows.append(eyes)
        return eyes

    yield look
    wrong = [one for eyes in windows for one in eyes.wrong]
    for eyes in windows:
        eyes.context.close()
    assert wrong == []


def open_window(chromium: Browser, url: str, width: int, **options: Any) -> Eyes:
    size = SIZES.get(width, {"width": width, "height": 800})
    context = chromium.new_context(viewport=size, **{"locale": "en-GB", **options})  # type: ignore[arg-type]
    context.set_default_timeout(LONGEST_MILLISECONDS)
    wrong: list[str] = []
    page = context.new_page()
    _listen_to(page, wrong)
    return Eyes(page=page, context=context, url=url, wrong=wrong)


@pytest.fixture
def at_lesson(look: Look, learner: Person) -> Callable[..., Eyes]:
    """A learner who has opened the lesson and whose editor is there."""

    def at(width: int = 1280, **options: Any) -> Eyes:
        eyes = look(width, **options)
        eyes.sign_in(learner)
        if options.get("java_script_enabled", True):
            eyes.page.wait_for_selector(".cm-content")
        return eyes

    return at


def write(page: Page, source: str) -> None:
    """Replace the code by pasting, as a person would."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData('text/plain', text);
          document.querySelector('.cm-content').dispatchEvent(
            new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        source,
    )


def verdict(page: Page) -> str:
    """Wait for the next result and return its headline."""
    page.wait_for_selector(".panel[data-final=yes]")
    return page.locator("#results-h").inner_text()


def has_searched(page: Page) -> None:
    """The smallest cases come a moment after the verdict, and move what is below them."""
    expect(page.locator("[data-searching]")).to_have_count(0)


def keep_picture(page: Page, name: str) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    has_searched(page)
    for frame in page.locator("[data-explorer]").all():
        frame.scroll_into_view_if_needed()
        page.frame_locator("[data-explorer] iframe").locator("#picture svg").wait_for()
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)
