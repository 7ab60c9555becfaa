"""What reference/README.md promises to authors of explorers, with the example that stands there.

And the other way round: a lesson without an explorer misses nothing.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from grader.store import writes
from grader.store.session import Store
from tests.browser.conftest import Look, Person, keep_picture
from tests.browser.test_access import assert_accessible, assert_nothing_scrolls_sideways

pytestmark = pytest.mark.docker
README = Path(__file__).parents[2] / "reference" / "README.md"
FILE = re.compile(r"`(explorer/[\w.]+)`\n\n```\w+\n(.*?)```", re.DOTALL)
PACK = """\
name = "doubling"
title = "Doubling"
[[questions]]
id = "doubled"
kind = "number"
step = "hand"
text = "What is twice three?"
answer = 6
"""
LESSON = "/courses/demo/assignments/doubling"
WITHOUT = "/courses/demo/assignments/block-basics"
EAR = "(window.heard = [], addEventListener('message', event => heard.push(event.data)))"


@pytest.fixture(scope="module", autouse=True)
def lesson(store: Store) -> None:
    """The example as an outsider would copy it, in a lesson that is open for practice."""
    example = dict(FILE.findall(README.read_text()))
    assert set(example) == {"explorer/index.html", "explorer/explorer.css", "explorer/explorer.js"}
    files = {"pack.toml": PACK, "lesson.md": "# Doubling\n\n## Explore\n\nMove it.\n", **example}
    now = datetime.now(UTC)
    with store.unit() as unit:
        version = writes.add_pack_version(
            unit, name="doubling", digest="d1", files=files, prepared={}, now=now
        )
        made = writes.add_assignment(
            unit,
            1,
            slug="doubling",
            title="Doubling",
            pack_version_id=version.id,
            fresh=False,
            now=now,
        )
        writes.open_for_practice(unit, made.id, practice=True)


def frame_of(page: Page) -> FrameLocator:
    page.locator("#explore").scroll_into_view_if_needed()
    return page.frame_locator("[data-explorer] iframe")


def heard_in(page: Page) -> list[dict[str, object]]:
    frame = next(one for one in page.frames if "/explorer/" in one.url)
    heard: list[dict[str, object]] = frame.evaluate("heard")
    return heard


def test_the_example_of_the_readme_follows_the_page(look: Look) -> None:
    eyes = look(color_scheme="dark")
    eyes.context.add_init_script(EAR)
    page = eyes.open(LESSON)
    shown = frame_of(page).locator("#shown")
    expect(shown).to_have_text("3 doubled: covered")
    expect(frame_of(page).locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(frame_of(page).locator("html")).to_have_attribute("data-theme", "light")
    page.locator("#in-hand-doubled").fill("6")
    page.locator("#in-hand-doubled").press("Enter")
    expect(shown).to_have_text("3 doubled: 6")
    frame_of(page).locator("#number").press("ArrowRight")
    expect(shown).to_have_text("4 doubled: 8")
    expect(page.locator('a[data-step="explore"] .away')).to_have_text(", done")
    heard = heard_in(page)
    assert {"type": "grader:language", "language": "en"} in heard
    assert {"type": "grader:reveal", "revealed": [], "alone": False} in heard
    assert heard[-1] == {"type": "grader:reveal", "revealed": ["doubled"], "alone": False}


def test_the_example_speaks_the_language_of_the_page(look: Look) -> None:
    page = look().open(LESSON)
    expect(frame_of(page).locator("#shown")).to_have_text("3 doubled: covered")
    page.evaluate(
        "document.documentElement.lang = 'de-AT';"
        "document.dispatchEvent(new Event('grader:revealed'))"  # then it tells everything again
    )
    expect(frame_of(page).locator("#shown")).to_have_text("3 verdoppelt: verdeckt")


def test_the_frame_is_as_high_as_the_explorer_says(look: Look) -> None:
    page = look(390).open(LESSON)
    frame_of(page).locator("#shown").wait_for()
    page.wait_for_function(
        "() => document.querySelector('[data-explorer] iframe').offsetHeight < 300"
    )
    inside = next(one for one in page.frames if "/explorer/" in one.url)
    inside.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_lesson_without_an_explorer_misses_nothing(
    look: Look, learner: Person, width: int
) -> None:
    page = look(width).sign_in(learner, WITHOUT)
    page.wait_for_selector(".cm-content")
    assert page.locator("#explore, [data-explorer], a[data-step=explore]").count() == 0
    assert page.locator("img").count() == 0
    linked = page.locator(".steps a").evaluate_all("links => links.map(one => one.hash.slice(1))")
    assert all(page.locator(f"#{one}").count() == 1 for one in linked)
    assert_accessible(page)
    assert_nothing_scrolls_sideways(page)
    keep_picture(page, f"block-basics-{width}")
