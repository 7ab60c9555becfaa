"""The explorer in its frame, and the questions around it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.conftest import Eyes

pytestmark = pytest.mark.docker
AtLesson = Callable[..., Eyes]


def frame_of(page: Page) -> FrameLocator:
    page.locator("#explore").scroll_into_view_if_needed()
    return page.frame_locator("[data-explorer] iframe")


def test_values_change_by_keyboard_and_are_told(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    frame = frame_of(page)
    frame.get_by_label("Requests", exact=True).first.press("ArrowRight")
    expect(frame.locator("#numbers")).to_contain_text("4 requests \N{MULTIPLICATION SIGN} 4")
    expect(frame.locator("#live")).to_have_text(
        "32 prefix tokens, 4 requests, 20 own, blocks of 16: "
        "16 blocks without sharing, 10 with, 6 saved."
    )
    expect(frame.locator("#picture svg")).to_have_attribute(
        "aria-label", "Cache blocks of 4 requests"
    )
    expect(page.locator('a[data-step="explore"] .away')).to_have_text(", done")


def test_a_number_outside_the_range_is_clamped_and_told(at_lesson: AtLesson) -> None:
    frame = frame_of(at_lesson().page)
    field = frame.locator("#prefix-field")
    field.fill("9999")
    field.press("Tab")
    expect(frame.locator("#prefix-said")).to_have_text("Largest here is 256.")
    expect(field).to_have_value("256")


def test_the_largest_picture_stays_small(at_lesson: AtLesson) -> None:
    frame = frame_of(at_lesson().page)
    for name, value in (("block", 1), ("requests", 12), ("own", 128), ("prefix", 256)):
        frame.locator(f"#{name}-field").fill(str(value))
    expect(frame.locator("#numbers")).to_contain_text("4608")
    assert frame.locator("#picture svg *").count() < 150


def test_covered_numbers_are_nowhere_until_they_are_answered(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    frame = frame_of(page)
    expect(frame.locator(".value.covered")).to_have_count(3)
    expect(page.locator("#idea .covered")).to_have_count(3)
    frame.get_by_label("Block size", exact=True).first.press("ArrowRight")
    frame.get_by_role("button", name="Back to the example").click()
    expect(frame.locator("#live")).to_contain_text("The three numbers are covered.")
    page.locator("#in-hand-saved").fill("4")
    page.locator("#in-hand-saved").press("Enter")
    expect(page.locator("#q-hand-saved")).to_contain_text("Right.")
    expect(page.locator("#idea [data-number=saved]")).to_have_text("4")
    expect(frame.locator(".value.covered")).to_have_count(2)


def test_revealing_is_asked_about_once(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    question = page.locator("#q-hand-without-sharing")
    question.get_by_role("button", name="Reveal").click()
    expect(question).to_contain_text("Show the answer? It then counts as revealed")
    question.get_by_role("button", name="Show", exact=True).click()
    expect(question).to_contain_text("The answer is 12.")
    expect(page.locator('a[data-step="hand"]')).to_contain_text("1 of 3")


def test_a_prediction_comes_back_at_the_end(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    page.locator("#q-predict-equal-text").get_by_text("Yes", exact=True).click()
    expect(page.locator("#q-predict-equal-text")).to_contain_text("Your answer is kept.")
    page.locator("#check-fold > summary").click()
    page.locator("#q-check-equal-text").get_by_text("No", exact=True).click()
    expect(page.locator("#q-check-equal-text")).to_contain_text("Right; at first")
    page.reload()
    expect(page.locator("#q-check-equal-text")).to_contain_text("Right; at first")


def test_the_frame_can_reach_nothing(at_lesson: AtLesson) -> None:
    eyes = at_lesson()
    page = eyes.page
    frame_of(page).locator("#picture svg").wait_for()
    frame = next(one for one in page.frames if "/explorer/" in one.url)
    reached = frame.evaluate(
        """async () => {
          const tries = [
            () => parent.document.title, () => document.cookie, () => localStorage.length,
            () => fetch('/'), () => fetch('https://example.org/'),
          ];
          const found = [];
          for (const one of tries) {
            try { await one(); found.push(true); } catch { found.push(false); }
          }
          return found;
        }"""
    )
    assert reached == [False] * 5
    assert all("Content Security Policy" in one for one in eyes.wrong)
    eyes.wrong.clear()
