"""What a page does while somebody waits: its clock stands still until a test says how long it was.

The application is in this process and nobody grades (`staged.py`), so that a busy machine changes
nothing of what is seen, and when.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from grader.store import writes
from grader.web import events
from tests.browser import sources
from tests.browser.conftest import Person, open_window, verdict, write
from tests.browser.staged import Staged, staged
from tests.integration.http.conftest import half_right

FUNCTION = "full_shared_blocks"
FOUND = {"call": f"{FUNCTION}(1, 2)", "returned": "1", "expected": "0"}


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Staged]:
    with staged(tmp_path) as stage:
        yield stage


@pytest.fixture
def learner(stage: Staged) -> Person:
    return stage.learner()


@pytest.fixture
def page(chromium: Browser, stage: Staged, learner: Person) -> Iterator[Page]:
    """The lesson, with a text that is saved; from now on no timer of the page ends by itself."""
    eyes = open_window(chromium, stage.url, 1280)
    eyes.page.clock.install()
    page = eyes.sign_in(learner)
    page.wait_for_selector(".cm-content")
    write(page, sources.ROUNDED_UP)
    expect(page.locator("#saved")).to_contain_text("Saved")
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    yield page
    eyes.context.close()
    assert eyes.wrong == []


def sent(page: Page, press: Callable[[], None]) -> str:
    """The id of what was sent, once the page waits for its result."""
    with page.expect_request("**/events") as asked:
        press()
    return asked.value.url.split("/")[-2]


def test_nothing_flashes_when_the_answer_comes_at_once(page: Page, stage: Staged) -> None:
    page.evaluate("""() => {
      window.looks = new Set();
      const buttons = document.querySelector('.buttons');
      const note = () => {
        const disabled = buttons.querySelectorAll('[aria-disabled]').length;
        window.looks.add(buttons.innerText + disabled);
      };
      note();
      const all = {subtree: true, childList: true, attributes: true};
      new MutationObserver(note).observe(buttons, all);
    }""")
    stage.grade(sent(page, page.locator("#run").click), half_right())
    verdict(page)
    page.clock.run_for(3_000)
    assert page.evaluate("window.looks.size") == 1


def test_a_slow_run_says_so_and_can_be_stopped(page: Page, stage: Staged) -> None:
    run, submit = page.locator("#run"), page.locator("#submit")
    status = page.locator("#status")
    width = run.evaluate("one => one.offsetWidth")
    submitted = sent(page, run.click)
    page.clock.run_for(250)
    expect(run).to_have_text("Running…")
    expect(status).to_contain_text("Waiting for a free place.")
    stage.begin(submitted)
    expect(status).to_have_text("Running the visible cases.")  # so the page has heard of it
    expect(submit).to_have_attribute("aria-disabled", "true")
    assert run.evaluate("one => one.offsetWidth") == width
    page.clock.run_for(2_500)
    expect(run).to_have_text("Stop")
    expect(status).to_have_text("Still running. Each case may take 1 second.")
    run.click()
    expect(status).to_have_text("Stopped waiting. The result will be in History.")
    expect(run).to_contain_text("Run visible cases")
    expect(submit).not_to_have_attribute("aria-disabled", "true")


def test_who_presses_twice_is_told_that_it_was_sent_once(page: Page, learner: Person) -> None:
    submit = page.locator("#submit")
    sent(page, submit.click)
    submit.click()
    expect(page.locator("#status")).to_have_text("Sent once.")
    assert len(learner.submissions()) == 1


def test_the_smallest_failing_case_comes_later_and_is_not_spoken(
    page: Page, stage: Staged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "SEARCH_LOOKS", 10_000)
    with stage.store.unit() as unit:
        writes.set_disclosure(unit, 1, disclosure="counterexample", due_at=None)
    submitted = sent(page, page.locator("#submit").click)
    stage.grade(submitted, half_right(), explain=(FUNCTION,))
    verdict(page)
    expect(page.locator("[data-searching]")).to_have_count(1)
    told = [page.locator(one).inner_text() for one in ("#status", "#said")]
    stage.explain(submitted, FUNCTION, FOUND)
    expect(page.locator("#first-problem .smallest")).to_contain_text(FOUND["call"])
    expect(page.locator("[data-searching]")).to_have_count(0)
    assert [page.locator(one).inner_text() for one in ("#status", "#said")] == told


def test_a_stream_that_opens_and_says_nothing_is_not_waited_for(page: Page, stage: Staged) -> None:
    """A proxy may let its head through and hold the rest back until the stream ends."""
    page.evaluate("""() => {
      window.EventSource = class extends EventTarget {
        static OPEN = 1;
        readyState = 1;
        constructor() { super(); document.documentElement.dataset.listens = "yes"; }
        close() { this.readyState = 2; }
      };
    }""")
    with page.expect_response("**/runs") as answer:
        page.locator("#run").click()
    expect(page.locator("html")).to_have_attribute("data-listens", "yes")
    stage.grade(answer.value.json()["id"], half_right())
    page.clock.run_for(1_500)
    assert verdict(page)


def test_a_draft_that_is_refused_for_now_is_sent_again(page: Page, learner: Person) -> None:
    """So the text is on the server though nobody types on: there may be too many, or a restart."""
    page.route("**/draft", lambda route: route.fulfill(status=429, json={}), times=1)
    write(page, sources.RIGHT)
    page.clock.run_for(1_000)
    expect(page.locator("#saved")).to_have_text("Saved on this device only")
    page.clock.run_for(2_500)
    expect(page.locator("#saved")).to_contain_text(re.compile(r"^Saved \d"))
    assert learner.draft() == sources.RIGHT
