"""The web server may go while somebody waits: the page, left open, finds its result."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from grader.store.session import Store
from sandbox.outside.build import build_image
from tests.browser import sources
from tests.browser.conftest import Eyes, Person, new_learner, open_window, verdict, write
from tests.browser.running import Service, running_service

pytestmark = [pytest.mark.docker, pytest.mark.slow]
WAIT_SECONDS = 120.0


@pytest.fixture(scope="module")
def shaky_service() -> Iterator[Service]:
    """Of its own, since the restarted server would make other tests wait."""
    build_image()
    with running_service() as service:
        yield service


@pytest.fixture
def shaky_learner(shaky_service: Service) -> Iterator[Person]:
    store = Store.open(f"sqlite:///{shaky_service.data / 'grader.sqlite3'}")
    yield new_learner(store)
    store.close()


@pytest.fixture
def eyes(chromium: Browser, shaky_service: Service, shaky_learner: Person) -> Iterator[Eyes]:
    eyes = open_window(chromium, shaky_service.url, 1280)
    eyes.sign_in(shaky_learner)
    eyes.page.wait_for_selector(".cm-content")
    yield eyes
    eyes.context.close()


def wait_for_another(service: Service, gone: int) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        try:
            if service.child("web") != gone:
                return
        except (AssertionError, OSError):
            pass  # between the two
        time.sleep(0.05)
    raise AssertionError(service.said[-5:])


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["restarted", "killed"])
def test_a_page_that_waits_finds_its_result_after_the_server_came_back(
    eyes: Eyes, shaky_service: Service, shaky_learner: Person, how: signal.Signals
) -> None:
    page = eyes.page
    page.evaluate("window.isTheSamePage = true")
    write(page, sources.ROUNDED_UP)
    with shaky_service.paused("worker"):
        page.get_by_role("button", name="Submit").click()
        expect(page.locator("#status")).to_contain_text("Waiting for a free place.")
        gone = shaky_service.child("web")
        os.kill(gone, how)
        wait_for_another(shaky_service, gone)
    page.locator(".panel[data-final=yes]").wait_for(timeout=WAIT_SECONDS * 1000)
    assert verdict(page) == "3 of 4 functions pass."
    assert page.evaluate("window.isTheSamePage")
    assert [line.state for line in shaky_learner.submissions()] == ["graded"]
