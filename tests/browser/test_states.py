"""Every state of the two buttons and of the line that speaks, in the words of the design."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from grader.store import writes
from tests.browser import sources
from tests.browser.conftest import Eyes, Look, Person, verdict, write
from tests.browser.running import Service

pytestmark = pytest.mark.docker
AtLesson = Callable[..., Eyes]
LONG = sources.RIGHT.replace("return prefix_len // block", "return [*range(99), prefix_len]")


def status(page: Page) -> str:
    return page.locator("#status").inner_text()


def says(page: Page, sentence: str) -> None:
    expect(page.locator("#status")).to_have_text(sentence)


def is_held(page: Page, name: str, held: bool = True) -> None:
    button = page.get_by_role("button", name=re.compile(name))
    if held:
        expect(button).to_have_attribute("aria-disabled", "true")
    else:
        expect(button).not_to_have_attribute("aria-disabled", "true")


def newest(learner: Person) -> str:
    return learner.submissions()[0].id


def test_before_anything_was_run(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    says(page, "Nothing run yet. Write one function, then run it.")
    expect(page.get_by_role("status")).to_have_text("")  # nothing is spoken on load


def test_in_the_queue_and_tried_again_and_set_aside(
    at_lesson: AtLesson, learner: Person, service: Service
) -> None:
    page = at_lesson().page
    write(page, sources.RIGHT)
    with service.paused("worker"):
        page.get_by_role("button", name="Submit").click()
        expect(page.locator("#status")).to_contain_text(
            re.compile("Waiting for a free place|submissions? (is|are) ahead of yours")
        )
        is_held(page, "Submit")
        is_held(page, "Run", held=False)
        page.get_by_role("button", name="Submit").click(force=True)
        now = datetime.now(UTC)
        with learner.store.unit() as unit:
            claim = writes.claim(unit, newest(learner), "test", now)
            assert claim is not None
            assert writes.hand_back(unit, claim, now)
        says(
            page,
            "Something broke on our side, not in your code. We are trying again. "
            "No attempt is used.",
        )
        with learner.store.unit() as unit:
            claim = writes.claim(unit, newest(learner), "test", now)
            assert claim is not None
            assert writes.park(unit, claim, "for the test", now)
        assert verdict(page) == "Waiting, our side"
        says(
            page,
            "We could not grade this yet. Staff have been told, and no attempt is used. "
            "You can leave the page.",
        )
    is_held(page, "Submit", held=False)
    assert len(learner.submissions()) == 1


def test_when_only_hidden_cases_fail(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.RIGHT.replace('== b["tokens"]', '== b["tokens"] != []'))
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results-h")).to_have_text(
        re.compile(r"All visible cases pass\. \d+ hidden cases of can_share do not yet\.")
    )


@pytest.mark.parametrize(
    ("line", "word", "sentence"),
    [
        (
            "while True: pass",
            "Stopped: time limit",
            "can_share did not finish within 1 second, so we stopped it.",
        ),
        (
            "x = 'a' * 10**9",
            "Stopped: memory limit",
            "can_share used more than 128 MiB of memory, so we stopped it.",
        ),
        (
            "print('x' * 2**20)",
            "Stopped: output limit",
            "can_share printed more than 256 KiB, so we stopped it.",
        ),
    ],
)
def test_a_limit_is_told_and_that_the_rest_was_checked(
    at_lesson: AtLesson, line: str, word: str, sentence: str
) -> None:
    page = at_lesson().page
    head = "def can_share(a, b):"
    write(page, sources.RIGHT.replace(head, f"{head}\n    {line}"))
    page.get_by_role("button", name="Submit").click()
    assert verdict(page) == "3 of 4 functions pass."
    card = page.locator("#first-problem")
    expect(card.locator("header .word")).to_have_text(word)
    expect(card.locator(".told").first).to_have_text(sentence)
    expect(card.locator(".card-foot")).to_contain_text("The other 3 functions were checked.")
    expect(page.get_by_role("status")).to_have_text(f"Attempt 1: 3 of 4 functions pass. {sentence}")


def test_results_of_another_text_say_so_until_it_is_back(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    expect(page.locator(".detail")).to_contain_text("This is the code in the editor.")
    write(page, sources.RIGHT)
    says(page, "These results are for an earlier version. Run again to update them.")
    expect(page.locator("[data-earlier]:visible")).to_have_count(4)
    expect(page.locator("#bar-verdict")).to_contain_text("earlier version")
    write(page, sources.ROUNDED_UP)
    says(page, "")
    expect(page.locator("[data-earlier]:visible")).to_have_count(0)
    expect(page.locator("#bar-verdict")).to_contain_text("3 of 4 functions pass.")


def test_what_holds_the_buttons_stands_before_everything_else(at_lesson: AtLesson) -> None:
    eyes = at_lesson()
    page = eyes.page
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    eyes.context.set_offline(True)
    offline = (
        "You are offline. Your code is saved on this device. "
        "Run and Submit come back with the connection."
    )
    says(page, offline)
    write(page, sources.RIGHT)
    says(page, offline)
    eyes.context.set_offline(False)
    says(page, "These results are for an earlier version. Run again to update them.")
    is_held(page, "Run", held=False)


def test_a_lost_connection_keeps_asking(at_lesson: AtLesson, service: Service) -> None:
    eyes = at_lesson()
    page = eyes.page
    page.route("**/events", lambda route: route.abort())
    write(page, sources.RIGHT)
    with service.paused("worker"):
        page.get_by_role("button", name="Submit").click()
        expect(page.locator("#status")).to_contain_text("Waiting")
        page.route("**/panel", lambda route: route.abort())
        expect(page.locator("#status")).to_have_text(
            re.compile(r"Graded or not, your submission is safe\. Asking again in \d seconds\.")
        )
        is_held(page, "Submit")
        is_held(page, "Run", held=False)
        page.unroute("**/panel")
    expect(page.locator("#results-h")).to_contain_text("Full marks")
    eyes.wrong[:] = [one for one in eyes.wrong if "ERR_FAILED" not in one]


def test_a_server_that_does_not_answer_loses_nothing(at_lesson: AtLesson, learner: Person) -> None:
    eyes = at_lesson()
    page = eyes.page
    write(page, sources.RIGHT)
    page.route(re.compile("/submissions$"), lambda route: route.abort())
    page.get_by_role("button", name="Submit").click()
    says(
        page,
        "The server does not answer. Your code is safe here. Press Submit again; it counts once.",
    )
    page.unroute(re.compile("/submissions$"))
    page.get_by_role("button", name="Submit").click()
    verdict(page)
    assert len(learner.submissions()) == 1
    eyes.wrong[:] = [one for one in eyes.wrong if "ERR_FAILED" not in one]


def test_too_many_runs_count_down(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.RIGHT)
    page.evaluate("""async () => {
      const url = document.querySelector('#send').dataset.run;
      for (let number = 0; number < 30; number += 1) {
        await fetch(url, {method: 'POST', headers: {Accept: 'application/json'},
          body: new URLSearchParams({source: `x = ${number}`})});
      }
    }""")
    page.get_by_role("button", name="Run visible cases").click()
    expect(page.locator("#status")).to_have_text(
        re.compile(r"That was 30 runs in a minute\. Run is ready in \d+ seconds\.")
    )
    expect(page.locator("#run")).to_have_text(re.compile(r"Run \(\d+\)"))
    is_held(page, "Run")
    is_held(page, "Submit", held=False)


def test_signed_out_while_typing_is_told_before_anything_is_sent(
    at_lesson: AtLesson, learner: Person
) -> None:
    page = at_lesson().page
    learner.sign_out_everywhere()
    write(page, sources.RIGHT)
    says(page, "You were signed out. Your code is safe here. Sign in and press Submit again.")
    is_held(page, "Submit")
    is_held(page, "Run")


def save_on_a_phone(phone: Page, source: str) -> None:
    phone.wait_for_selector(".cm-content")
    write(phone, source)
    expect(phone.locator("#saved-here")).to_have_text(re.compile(r"^Saved \d\d:\d\d$"))


def test_a_newer_version_from_elsewhere_takes_no_key_press(
    at_lesson: AtLesson, look: Look, learner: Person
) -> None:
    """Who types on must not answer a question by doing so."""
    page = at_lesson().page
    save_on_a_phone(look(390).sign_in(learner), "a = 1\nphone = 2\n")
    write(page, "a = 1\nlaptop = 2\n")
    offered = page.locator("#conflict")
    expect(offered).to_contain_text(
        re.compile(r"A newer version was saved at \d\d:\d\d elsewhere\.")
    )
    expect(page.locator(".cm-content")).to_be_focused()
    expect(page.locator("#saved-here")).to_have_text("Saved on this device only")
    assert offered.locator("summary, button").all_inner_texts() == [
        "Show the difference",
        "Use it",
        "Keep mine",
    ]
    offered.get_by_text("Show the difference").click()
    expect(offered.locator("pre")).to_have_text("\N{MINUS SIGN} laptop = 2\n+ phone = 2")
    offered.get_by_role("button", name="Use it").click()
    expect(page.locator(".cm-content")).to_contain_text("phone = 2")
    says(page, "Nothing run yet. Write one function, then run it.")


def test_a_newer_version_is_offered_above_the_code_and_hides_none_of_it(
    at_lesson: AtLesson, look: Look, learner: Person
) -> None:
    """Below the editor it lay under the buttons, and beside the headline nothing led to it."""
    page = at_lesson().page
    save_on_a_phone(look(390).sign_in(learner), "phone = 1\n")
    page.locator(".workbench").evaluate("one => one.scrollIntoView()")
    write(page, "laptop = 1\n")
    expect(page.locator("#conflict")).to_be_visible()
    assert page.evaluate(
        """() => {
          const [asked, editor, run] = ['#conflict', '#editor', '#run'].map(
            place => document.querySelector(place).getBoundingClientRect());
          return asked.top > 0 && asked.bottom <= editor.top && editor.bottom <= run.top
            && run.bottom <= innerHeight;
        }"""
    )


def test_where_the_code_is_saved_is_told_whole_on_a_phone(at_lesson: AtLesson) -> None:
    eyes = at_lesson(320)
    eyes.context.set_offline(True)
    write(eyes.page, "x = 1\n")
    saved = eyes.page.locator("#saved-here")
    expect(saved).to_have_text("Saved on this device only")
    assert saved.evaluate("one => one.scrollWidth <= one.clientWidth")
    eyes.context.set_offline(False)
    expect(saved).to_have_text(re.compile(r"^Saved \d\d:\d\d$"))


def test_a_wrong_choice_wears_the_colour_of_a_wrong_number(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    page.locator("#in-hand-saved").fill("9")
    page.locator("#in-hand-saved").press("Enter")
    number = page.locator("#said-hand-saved .shape")
    number.wait_for()
    page.get_by_text("Answer now").click()
    page.locator("#check").get_by_text("Yes", exact=True).click()
    colour = number.evaluate("one => getComputedStyle(one).color")
    expect(page.locator("#check .said-after .shape")).to_have_css("color", colour)


def test_three_results_without_progress_mention_the_hints(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    mentioned = page.locator("[data-hints-here]:visible")
    for number in range(4):
        expect(mentioned).to_have_count(0)
        write(page, f"{sources.ROUNDED_UP}# {number}\n")
        page.get_by_role("button", name="Run visible cases").click()
        expect(page.locator("[data-same]:visible")).to_have_count(1)
    expect(mentioned).to_have_count(2)
    expect(page.locator("#stuck > summary")).to_contain_text("4 hints are here")
    expect(page.locator("#stuck")).not_to_have_attribute("open", "")  # never by itself
    page.get_by_role("link", name="4 hints are here").click()
    expect(page.locator("#stuck > summary")).to_be_focused()
    page.reload()
    expect(mentioned).to_have_count(2)
    write(page, sources.RIGHT)
    page.get_by_role("button", name="Run visible cases").click()
    expect(mentioned).to_have_count(0)


def test_long_values_are_folded_around_the_first_difference(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, LONG)
    page.get_by_role("button", name="Run visible cases").click()
    verdict(page)
    value = page.locator("#first-problem .evidence .long")
    expect(value).to_have_count(1)
    expect(value.locator("> code")).to_be_hidden()
    value.locator("summary").click()
    expect(value.locator("> code")).to_contain_text("98, 40]")


def test_all_cases_stand_in_the_foot_of_their_card(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.ROUNDED_UP)
    page.get_by_role("button", name="Submit").click()
    verdict(page)
    foot = page.locator("#first-problem .card-foot")
    middles = foot.evaluate(
        """foot => ['.counts', 'summary', ':scope > a'].map(place => {
          const box = foot.querySelector(place).getBoundingClientRect();
          return (box.top + box.bottom) / 2;
        })"""
    )
    assert max(middles) - min(middles) <= 2.5
    foot.get_by_text("All cases").click()
    expect(foot.get_by_role("table")).to_contain_text("full_shared_blocks(40, 16)")
    expect(foot).to_contain_text(re.compile(r"Hidden case \d+ · not yet"))
    expect(foot).to_contain_text(re.compile(r"Generated inputs: \d+ of \d+ pass\."))


def test_the_last_question_opens_with_full_marks(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    fold = page.locator("#check-fold")
    expect(fold).not_to_have_attribute("open", "")
    write(page, sources.RIGHT)
    page.get_by_role("button", name="Submit").click()
    expect(fold).to_have_attribute("open", "")
    page.get_by_role("link", name="Check your understanding").first.click()
    expect(page.get_by_role("heading", name="Check your understanding")).to_be_focused()


def test_the_phones_bar_shows_the_verdict_while_code_is_on_the_screen(
    at_lesson: AtLesson,
) -> None:
    page = at_lesson(390).page
    expect(page.locator(".buttons")).to_be_hidden()
    page.locator("#code").evaluate("one => one.scrollIntoView()")
    expect(page.locator(".buttons")).to_be_visible()
    write(page, sources.ROUNDED_UP)
    page.get_by_role("button", name="Run").click()
    verdict(page)
    bar = page.locator("#bar-verdict")
    expect(bar).to_contain_text("3 of 4 functions pass.")
    bar.get_by_role("link", name="See what to fix").click()
    expect(page.locator("#first-problem h4")).to_be_focused()
    page.locator("#idea").evaluate("one => one.scrollIntoView()")
    expect(page.locator(".buttons")).to_be_hidden()
