"""Nothing that was typed is lost: tabs, devices, a dead connection, an ended session, no script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser import sources
from tests.browser.conftest import LESSON, Eyes, Look, Person, verdict, write
from tests.waiting import wait_until

pytestmark = pytest.mark.docker
AtLesson = Callable[..., Eyes]

EVENT_SOURCE_CLOSED = 2
KEEP_STREAMS = """() => {
  window.streams = [];
  window.EventSource = class extends EventSource {
    constructor(url) { super(url); streams.push(this); }
  };
}"""


def test_a_draft_is_there_on_another_device(
    at_lesson: AtLesson, look: Look, learner: Person
) -> None:
    page = at_lesson().page
    write(page, "from_the_laptop = 1\n")
    expect(page.locator("#saved")).to_contain_text("Saved")
    phone = look(390).sign_in(learner)
    expect(phone.locator(".cm-content")).to_contain_text("from_the_laptop = 1")


def test_a_second_device_does_not_overwrite_the_first(
    at_lesson: AtLesson, look: Look, learner: Person
) -> None:
    laptop = at_lesson().page
    phone = look(390).sign_in(learner)
    phone.wait_for_selector(".cm-content")
    write(laptop, "laptop = 1\n")
    expect(laptop.locator("#saved")).to_contain_text("Saved")
    write(phone, "phone = 1\n")
    expect(phone.locator("#conflict")).to_contain_text("A newer version was saved at")
    phone.get_by_role("button", name="Keep mine").click()
    expect(phone.locator("#saved-here")).to_have_text(re.compile(r"^Saved \d\d:\d\d$"))
    assert learner.draft() == "phone = 1\n"
    laptop.goto(laptop.url.split("#")[0] + "/history")
    expect(laptop.get_by_role("row").filter(has_text="Draft put aside")).to_have_count(1)


def test_two_tabs_of_one_browser_follow_each_other(at_lesson: AtLesson) -> None:
    eyes = at_lesson()
    other = eyes.tab()
    other.goto(eyes.url + LESSON)
    other.wait_for_selector(".cm-content")
    write(eyes.page, "first_tab = 1\n")
    expect(other.locator(".cm-content")).to_contain_text("first_tab = 1")


def test_offline_and_back(at_lesson: AtLesson, learner: Person) -> None:
    eyes = at_lesson()
    page = eyes.page
    eyes.context.set_offline(True)
    write(page, sources.RIGHT)
    expect(page.locator("#status")).to_contain_text("You are offline.")
    expect(page.get_by_role("button", name="Submit")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Submit").click(force=True)
    eyes.context.set_offline(False)
    expect(page.get_by_role("button", name="Submit")).not_to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Submit").click()
    assert verdict(page).startswith("All 4 functions pass.")
    assert len(learner.submissions()) == 1
    wait_until(lambda: learner.draft() == sources.RIGHT)


def test_what_was_typed_offline_is_there_after_a_crash(
    at_lesson: AtLesson, learner: Person
) -> None:
    eyes = at_lesson()
    eyes.context.set_offline(True)
    write(eyes.page, "typed_in_a_tunnel = 1\n")
    expect(eyes.page.locator("#saved-here")).to_contain_text("Saved on this device only")
    eyes.page.close()
    eyes.context.set_offline(False)
    again = eyes.tab()
    again.goto(eyes.url + LESSON)
    expect(again.locator(".cm-content")).to_contain_text("typed_in_a_tunnel = 1")
    expect(again.locator("#saved")).to_contain_text("Saved")
    wait_until(lambda: learner.draft() == "typed_in_a_tunnel = 1\n")


def test_a_session_that_ended_loses_nothing(at_lesson: AtLesson, learner: Person) -> None:
    page = at_lesson().page
    learner.sign_out_everywhere()
    page.route("**/draft", lambda route: None)  # not answered: it is Submit that is told
    write(page, sources.RIGHT)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#status")).to_contain_text("You were signed out. Your code is safe here.")
    expect(page.locator("#status").get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("def can_share")


def test_a_result_is_found_after_leaving(at_lesson: AtLesson) -> None:
    eyes = at_lesson()
    write(eyes.page, sources.LOOPING)
    with eyes.page.expect_response("**/submissions"):
        eyes.page.get_by_role("button", name="Submit").click()
    eyes.page.close()
    again = eyes.tab()
    again.goto(eyes.url + LESSON)
    assert verdict(again) == "3 of 4 functions pass."


def test_results_come_by_asking_when_events_do_not(at_lesson: AtLesson) -> None:
    """And once the result is there, nobody goes on trying to hear of it."""
    eyes = at_lesson()
    eyes.page.evaluate(KEEP_STREAMS)
    eyes.page.route("**/events", lambda route: route.abort())
    eyes.wrong.clear()
    write(eyes.page, sources.RIGHT)
    eyes.page.get_by_role("button", name="Run visible cases").click()
    assert verdict(eyes.page).startswith("All visible cases pass.")
    assert eyes.page.evaluate("streams.map((stream) => stream.readyState)") == [EVENT_SOURCE_CLOSED]
    eyes.wrong[:] = [one for one in eyes.wrong if "ERR_FAILED" not in one]


def test_without_scripts_everything_but_the_explorer_works(
    at_lesson: AtLesson, learner: Person
) -> None:
    page = at_lesson(java_script_enabled=False).page
    expect(page.locator("#explore img")).to_be_visible()
    page.locator("#q-predict-equal-text").get_by_label("No", exact=True).check()
    page.get_by_role("button", name="Keep my answer").click()
    expect(page.locator("#q-predict-equal-text")).to_contain_text("Your answer is kept.")
    page.locator("#in-hand-saved").fill("5")
    page.locator("#q-hand-saved").get_by_role("button", name="Check").click()
    expect(page.locator("#q-hand-saved")).to_contain_text("Not 5.")
    page.locator("#source").fill(sources.ROUNDED_UP)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results-h")).to_contain_text("3 of 4 functions pass.")
    expect(page.locator("#first-problem")).to_contain_text("full_shared_blocks(40, 16)")
    assert len(learner.submissions()) == 1


def test_who_saves_and_runs_at_once_stays_one_visitor(look: Look) -> None:
    """Each of the two made a visitor, and the page asked for the result of one as the other."""
    page = look().open()
    page.wait_for_selector(".cm-content")
    saving: list[Route] = []
    asked: list[str] = []

    def hold(route: Route) -> None:
        saving.append(route)

    page.route("**/draft", hold, times=1)
    with page.expect_request("**/draft"):
        write(page, sources.ROUNDED_UP)
    page.on("request", lambda one: asked.append(one.url))
    page.get_by_role("button", name="Run visible cases").click()
    page.evaluate("() => fetch('/docs')")  # what was asked for before has been noticed then
    assert [url for url in asked if url.endswith("/runs")] == []
    saving[0].continue_()
    assert verdict(page) == "3 of 4 functions pass."


def test_who_has_no_account_practises(look: Look) -> None:
    page = look().open()
    expect(page.locator(".practice")).to_contain_text("no grade")
    page.wait_for_selector(".cm-content")
    expect(page.get_by_role("button", name="Submit")).to_have_count(0)
    write(page, sources.ROUNDED_UP)
    page.get_by_role("button", name="Run visible cases").click()
    assert verdict(page) == "3 of 4 functions pass."
    assert "hidden" not in page.locator("#panel").inner_text().lower()
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("math.ceil(prefix_len / block)")


def test_who_practised_finds_his_code_after_signing_in(look: Look, learner: Person) -> None:
    page = look().open()
    page.wait_for_selector(".cm-content")
    write(page, sources.ROUNDED_UP)
    expect(page.locator("#saved")).to_contain_text("Saved")
    page.locator(".practice").get_by_role("link", name="Sign in").click()
    page.get_by_label("Token").fill(learner.token)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Submit")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("math.ceil(prefix_len / block)")
    assert learner.draft() == sources.ROUNDED_UP
