"""The way of a learner, from the link to full marks, with what goes wrong on the way."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser import sources
from tests.browser.conftest import LESSON, Eyes, Look, Person, verdict, write

pytestmark = pytest.mark.docker
AtLesson = Callable[..., Eyes]


def test_from_the_link_to_full_marks(look: Look, learner: Person) -> None:
    page = look().sign_in(learner)
    page.wait_for_selector(".cm-content")
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    assert verdict(page) == "3 of 4 functions pass."
    card = page.locator("#first-problem")
    expect(card.get_by_role("heading")).to_have_text("full_shared_blocks")
    expect(card.locator(".evidence tbody")).to_contain_text("full_shared_blocks(40, 16)")
    write(page, sources.RIGHT)
    expect(page.locator("#status")).to_have_text(
        "These results are for an earlier version. Run again to update them."
    )
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results-h")).to_contain_text("Full marks, 10 of 10.")
    expect(page.locator("#buttons-note")).to_contain_text("Your best attempt counts: 10 of 10.")
    assert [line.verdict for line in learner.submissions()] == ["passed"]


def test_an_error_is_marked_at_its_line(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.RAISING)
    page.keyboard.press("Control+Enter")
    verdict(page)
    expect(page.locator("#first-problem")).to_contain_text("stopped with an error on line 4")
    expect(page.locator(".cm-errorMark")).to_have_attribute("title", "Error on line 4")
    page.locator("#first-problem").get_by_role("link", name="Go to line 4").click()
    expect(page.locator(".cm-content")).to_be_focused()


def test_a_file_that_python_cannot_read_is_one_card(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.BROKEN)
    page.get_by_role("button", name="Submit").click()
    verdict(page)
    expect(page.locator("#panel article")).to_have_count(1)
    expect(page.locator("#first-problem")).to_contain_text("Python could not read line")


def test_a_loop_is_stopped_and_the_rest_is_checked(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.LOOPING)
    page.get_by_role("button", name="Submit").click()
    assert verdict(page) == "3 of 4 functions pass."
    expect(page.locator("#first-problem")).to_contain_text("did not finish within 1 second")
    expect(page.locator("#first-problem > header .word")).to_have_text("Stopped: time limit")


def test_a_double_click_sends_once(at_lesson: AtLesson, learner: Person) -> None:
    page = at_lesson().page
    write(page, sources.RIGHT)
    page.get_by_role("button", name="Submit").dblclick()
    verdict(page)
    assert len(learner.submissions()) == 1


def test_the_untouched_starter_is_submitted_only_when_meant(
    at_lesson: AtLesson, learner: Person
) -> None:
    page = at_lesson().page
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#ask-submit")).to_contain_text("All 4 functions are still empty.")
    page.get_by_role("button", name="Keep writing").click()
    expect(page.get_by_role("button", name="Submit")).to_be_focused()
    assert learner.submissions() == ()


def test_a_file_that_is_too_large_is_told_before_it_is_sent(
    at_lesson: AtLesson, learner: Person
) -> None:
    page = at_lesson().page
    write(page, sources.RIGHT + "#" * 65_536)
    submit = page.get_by_role("button", name="Submit")
    expect(submit).to_have_attribute("aria-disabled", "true")
    submit.click(force=True)
    expect(page.locator("#status")).to_have_text(
        "This file has 65 KiB; the limit is 64 KiB. Nothing was sent."
    )
    write(page, sources.RIGHT)
    expect(submit).not_to_have_attribute("aria-disabled", "true")
    assert learner.submissions() == ()


def test_text_of_a_learner_does_nothing(at_lesson: AtLesson) -> None:
    eyes = at_lesson()
    alerts: list[str] = []
    eyes.page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    write(eyes.page, sources.HOSTILE)
    eyes.page.get_by_role("button", name="Submit").click()
    verdict(eyes.page)
    expect(eyes.page.locator("#first-problem")).to_contain_text("<script>alert(1)</script>")
    assert (alerts, eyes.page.locator("#panel script").count()) == ([], 0)


def test_much_output_stays_folded_and_in_a_box_of_its_own(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.PRINTS_MUCH)
    page.get_by_role("button", name="Run visible cases").click()
    verdict(page)
    output = page.locator("#first-problem .output").first
    expect(output).to_be_hidden()
    page.locator("#first-problem").get_by_text("Output").first.click()
    expect(output).to_be_visible()
    assert len(output.inner_text()) > 60_000
    box = output.bounding_box()
    assert box is not None
    assert box["height"] < 300


def test_history_shows_what_changed_and_brings_it_back(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    for source in (sources.ROUNDED_UP, sources.RIGHT):
        write(page, source)
        page.get_by_role("button", name="Submit").click()
        page.wait_for_function(
            "expected => document.querySelector('#results-h').textContent.includes(expected)",
            arg="Full marks" if source == sources.RIGHT else "3 of 4",
        )
    page.get_by_role("link", name="History").click()
    row = page.get_by_role("row").filter(has_text="Attempt 2")
    expect(row).to_contain_text("counts")
    row.get_by_role("link", name="What changed").click()
    expect(page.locator(".diff .removed")).to_contain_text("return math.ceil(prefix_len / block)")
    page.get_by_role("link", name=re.compile("Bring.*, Attempt 1")).click()
    page.wait_for_selector(".cm-content")
    expect(page.locator(".cm-content")).to_contain_text("return math.ceil(prefix_len / block)")


def test_what_changed_opens_below_its_row_and_closes_again(at_lesson: AtLesson) -> None:
    """At the end of the list, where it was, a click seemed to do nothing."""
    page = at_lesson(390).page
    for number in range(3):
        write(page, f"{sources.ROUNDED_UP}# {number}\n")
        page.keyboard.press("Control+Enter")
        expect(page.locator("[data-same]:visible")).to_have_count(1)
    page.get_by_role("link", name="History").click()
    link = page.get_by_role("link", name="What changed").first
    link.click()
    diff = page.locator("#history .diff")
    expect(diff.locator(".added")).to_contain_text("# 2")
    below = page.evaluate(
        """() => {
          const [link, diff] = ['#history [aria-expanded]', '#history .diff'].map(
            place => document.querySelector(place).getBoundingClientRect());
          return diff.top - link.top;
        }"""
    )
    assert 0 < below < 160
    expect(diff.locator(".added td").first).to_have_css("display", "table-cell")
    link.click()
    expect(diff).to_have_count(0)


def test_hints_come_one_by_one(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    page.locator("#stuck > summary").click()
    hints = page.locator("#hints > li")
    expect(hints.nth(0)).to_be_visible()
    expect(hints.nth(1)).to_be_hidden()
    page.get_by_role("button", name="Show the next hint").click()
    expect(hints.nth(1)).to_be_visible()


def test_reset_asks_and_keeps_the_code_in_the_history(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, "precious = 1\n")
    page.get_by_role("link", name="Reset…").click()
    with page.expect_response(lambda answer: "aside=yes" in (answer.request.post_data or "")):
        page.get_by_role("button", name="Replace").click()
    expect(page.locator(".cm-content")).to_contain_text("Number of full blocks")
    page.goto(page.url.split("#")[0] + "/history")
    expect(page.get_by_role("row").filter(has_text="Draft put aside")).to_have_count(1)


def test_reset_keeps_what_is_being_saved_meanwhile(at_lesson: AtLesson) -> None:
    """The save under way came back and took along that the next one is to put aside."""
    page = at_lesson().page
    under_way: list[Route] = []

    def hold(route: Route) -> None:
        under_way.append(route)

    page.route("**/draft", hold, times=1)
    with page.expect_request("**/draft"):
        write(page, "precious = 1\n")
    page.get_by_role("link", name="Reset…").click()
    page.get_by_role("button", name="Replace").click()
    with page.expect_response(lambda answer: "aside=yes" in (answer.request.post_data or "")):
        under_way[0].continue_()
    expect(page.locator(".cm-content")).to_contain_text("Number of full blocks")
    page.goto(page.url.split("#")[0] + "/history")
    expect(page.get_by_role("row").filter(has_text="Draft put aside")).to_have_count(1)


def test_the_back_button_finds_the_text(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, "half_way = 1\n")
    page.get_by_role("link", name="Demo course").click()
    page.wait_for_url("**/")
    page.go_back()
    page.wait_for_url(f"**{LESSON}")
    expect(page.locator(".cm-content")).to_contain_text("half_way = 1")
