"""What scripts say goes through the catalogue: in a language of brackets all is in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import sources
from tests.browser.conftest import Eyes, Person, open_window, write
from tests.browser.staged import Staged, staged
from tests.integration.http.conftest import all_right, half_right
from tests.pseudo import SPOKEN, outside, spoken_in
from tests.waiting import wait_until

SCRIPTS = Path(__file__).parents[2] / "grader" / "web" / "frontend" / "src"
SAID = re.compile(r"""\bsay\(\s*["'](\w+)["']""")
CHOSEN = re.compile(r"""\bsay\([^"'()]*\?([^()]*)\)""")  # one of two, by what holds
STATES = re.compile(r'"((?:saving|saved|saved_here|step_done|step_begun|step_open))"')
# A text that a script would show without asking for its words.
RAW = re.compile(r"""(?:textContent|innerText|title|placeholder)\s*=\s*["'`][A-Za-z]""")


def words_in_scripts() -> set[str]:
    found: set[str] = set()
    for path in SCRIPTS.glob("*.ts"):
        text = path.read_text()
        found |= set(SAID.findall(text)) | set(STATES.findall(text))
        for choice in CHOSEN.findall(text):
            found |= set(re.findall(r'"(\w+)"', choice))
    return found


def test_scripts_ask_for_the_words_that_there_are_and_for_no_others() -> None:
    from grader.web.script_words import script_words

    assert words_in_scripts() == set(script_words())


def test_no_script_shows_a_text_of_its_own() -> None:
    """`embed.ts` runs in somebody else's page, who gives the frame its title."""
    ours = [path for path in SCRIPTS.glob("*.ts") if path.name != "embed.ts"]
    raw = {path.name: RAW.findall(path.read_text()) for path in ours}
    assert {name: found for name, found in raw.items() if found} == {}


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Staged]:
    with spoken_in(tmp_path), staged(tmp_path) as stage:
        yield stage


@pytest.fixture
def learner(stage: Staged) -> Person:
    return stage.learner()


@pytest.fixture
def eyes(chromium: Browser, stage: Staged, learner: Person) -> Iterator[Eyes]:
    eyes = open_window(chromium, stage.url, 1280, locale=SPOKEN)
    page = eyes.page
    page.goto(f"{stage.url}/sign-in")
    page.locator("input[name=token]").fill(learner.token)
    page.locator("form button").click()
    page.wait_for_url("**/")
    eyes.open()
    page.wait_for_selector(".cm-content")
    yield eyes
    eyes.context.close()


def in_brackets(page: Page, *places: str) -> None:
    for place in places:
        shown = page.locator(place)
        expect(shown.first).not_to_have_text("")
        for text in shown.all_inner_texts():
            assert re.findall("[A-Za-z]{2,}", outside(text).replace("KiB", "")) == [], text


def test_whatever_a_script_says_is_in_the_readers_language(
    eyes: Eyes, stage: Staged, learner: Person
) -> None:
    page = eyes.page
    in_brackets(page, "#status", "#run", "#submit")
    page.locator("#submit").click()
    in_brackets(page, "#ask-submit")
    page.keyboard.press("Escape")
    page.locator("#reset").click()
    in_brackets(page, "#ask-reset")
    page.keyboard.press("Escape")
    page.locator(".question .reveal").first.click()
    in_brackets(page, ".ask-reveal")
    page.keyboard.press("Escape")
    page.locator("#stuck > summary").click()
    in_brackets(page, "#stuck > button")
    write(page, sources.ROUNDED_UP)
    in_brackets(page, "#saved", "#saved-here")
    page.locator("#run").click()
    expect(page.locator("#run")).to_contain_text("Stop")
    in_brackets(page, "#status", "#said", "#run")
    page.locator("#run").click()
    in_brackets(page, "#status", "#said")
    page.locator("#submit").click()
    expect(page.locator("#submit")).to_have_attribute("aria-disabled", "true")
    in_brackets(page, "#status", "#said")
    wait_until(lambda: len(learner.submissions()) == 1)
    stage.grade(learner.submissions()[0].id, half_right())
    expect(page.locator(".panel")).to_have_attribute("data-final", "yes")
    spoken = page.locator("#said").inner_text().replace("full_shared_blocks", "")
    assert re.findall("[A-Za-z]{2,}", outside(spoken)) == []
    in_brackets(page, ".headline span", ".word:visible", "#buttons-note")
    write(page, sources.RIGHT)
    in_brackets(page, "#status", "#said", ".tag:visible")
    write(page, sources.RIGHT + "#" * 65_536)
    in_brackets(page, "#status")
    write(page, sources.RIGHT)
    page.locator("#submit").click()
    expect(page.locator("#submit")).to_have_attribute("aria-disabled", "true")
    wait_until(lambda: len(learner.submissions()) == 2)
    stage.grade(learner.submissions()[0].id, all_right())
    expect(page.locator("#check-fold")).to_have_attribute("open", "")
    eyes.context.set_offline(True)
    expect(page.locator("#status")).to_contain_text("You are offline")
    in_brackets(page, "#status", "#said")
    eyes.context.set_offline(False)
    expect(page.locator("#run")).not_to_have_attribute("aria-disabled", "true")
    learner.sign_out_everywhere()
    page.keyboard.press("Control+Enter")  # a draft that is saved meanwhile may be told first
    expect(page.locator("#status")).to_contain_text("You were signed out")
    in_brackets(page, "#status", "#said")
