"""For every eye, ear and hand: axe, keyboard, narrow and zoomed windows, other ways to look."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.browser import sources
from tests.browser.conftest import (
    ARTEFACTS,
    LESSON,
    Eyes,
    Look,
    Person,
    has_searched,
    keep_picture,
    verdict,
    write,
)
from tests.browser.running import Service

pytestmark = pytest.mark.docker
AtLesson = Callable[..., Eyes]
AXE = Axe()
LOOKS = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]


def assert_accessible(page: Page) -> None:
    has_searched(page)
    found = AXE.run(page)
    told = [
        (one["id"], [node["html"][:160] for node in one["nodes"][:3]])
        for one in found.response["violations"]
    ]
    assert told == []


def assert_nothing_scrolls_sideways(page: Page) -> None:
    wide = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_lesson_is_accessible_in_every_look(
    at_lesson: AtLesson, width: int, scheme: str
) -> None:
    page = at_lesson(width, color_scheme=scheme).page
    page.locator("#q-predict-equal-text").get_by_text("No", exact=True).click()
    page.locator("#in-hand-without-sharing").fill("12")
    page.locator("#in-hand-without-sharing").press("Enter")
    page.locator("#in-hand-with-sharing").fill("10")
    page.locator("#in-hand-with-sharing").press("Enter")
    expect(page.locator("#q-hand-with-sharing")).to_contain_text("Not 10.")
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    page.get_by_role("link", name="History").click()
    page.wait_for_selector("#history table")
    assert_accessible(page)
    page.evaluate("document.querySelectorAll('#lesson details').forEach(one => one.open = true)")
    assert_accessible(page)
    assert_nothing_scrolls_sideways(page)
    keep_picture(page, f"lesson-{width}-{scheme}")
    page.locator("#explore").screenshot(path=ARTEFACTS / f"explorer-{width}-{scheme}.png")


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_a_second_lesson_is_accessible_in_every_look(look: Look, width: int, scheme: str) -> None:
    """Of another pack, to somebody without an account, with nothing run yet."""
    page = look(width, color_scheme=scheme).open(LESSON.replace("prefix-sharing", "block-basics"))
    page.wait_for_selector(".cm-content")
    page.evaluate("document.querySelectorAll('#lesson details').forEach(one => one.open = true)")
    assert_accessible(page)
    assert_nothing_scrolls_sideways(page)
    keep_picture(page, f"second-lesson-{width}-{scheme}")


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_every_other_page_is_accessible_in_every_look(
    look: Look, learner: Person, width: int, scheme: str
) -> None:
    eyes = look(width, color_scheme=scheme)
    page = eyes.open("/sign-in")
    assert_accessible(page)
    eyes.sign_in(learner)
    page.wait_for_selector(".cm-content")
    page.locator("#code").evaluate("one => one.scrollIntoView()")
    write(page, sources.ROUNDED_UP)
    page.get_by_role("button", name="Submit").click()
    verdict(page)
    sent = f"/submissions/{learner.submissions()[0].id}"
    for path in ("/", "/docs", "/nothing", sent, f"{sent}/changes", f"{LESSON}/history"):
        eyes.open(path)
        assert_accessible(page)
        assert_nothing_scrolls_sideways(page)
    keep_picture(page, f"history-{width}-{scheme}")


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_explorer_is_accessible_in_every_look(
    at_lesson: AtLesson, width: int, scheme: str
) -> None:
    """Axe does not see into a sandboxed frame, so its page is opened by itself."""
    eyes = at_lesson(width, color_scheme=scheme)
    page = eyes.page
    address = page.locator("[data-explorer] iframe").get_attribute("src")
    page.goto(page.url.split("/courses")[0] + str(address))
    page.locator("#picture svg").wait_for()
    page.get_by_text("The picture in words").click()
    assert_accessible(page)
    kept = ("explorer.css", "NotSameOrigin")  # axe fetches the style sheet, and may not
    assert all(any(word in one for word in kept) for one in eyes.wrong)
    eyes.wrong.clear()
    assert_nothing_scrolls_sideways(page)


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_results_of_a_class_are_accessible(
    look: Look, service: Service, width: int, scheme: str
) -> None:
    eyes = look(width, color_scheme=scheme)
    page = eyes.open("/sign-in")
    page.get_by_label("Token").fill(service.instructor_token())
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")
    eyes.open(f"{LESSON}/results")
    assert_accessible(page)
    keep_picture(page, f"results-{width}-{scheme}")


@pytest.mark.parametrize("width", [320, 640])
def test_nothing_scrolls_sideways_at_320_pixels_or_zoomed_twice(
    at_lesson: AtLesson, width: int
) -> None:
    page = at_lesson(width).page
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    assert_nothing_scrolls_sideways(page)
    keep_picture(page, f"lesson-{width}")


def test_the_history_shows_every_result_at_320_pixels(at_lesson: AtLesson) -> None:
    """Its table scrolled in its own box, and the results stood outside of what could be seen."""
    page = at_lesson(320).page
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    page.goto(f"{page.url.partition('?')[0].partition('#')[0]}/history")
    box = page.locator(".scroll")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    expect(page.get_by_role("cell", name="Not yet")).to_be_visible()


def test_the_name_of_a_case_has_the_whole_width_of_a_phone(at_lesson: AtLesson) -> None:
    """A quarter of it, as in the wide table, broke each name into a column of syllables."""
    page = at_lesson(390).page
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    page.locator("#first-problem").get_by_text("All cases").click()
    row = page.locator("#first-problem .cases tbody tr").first
    share = row.evaluate("one => one.querySelector('th').offsetWidth / one.offsetWidth")
    assert share > 0.9


def test_the_keyboard_alone_is_enough(at_lesson: AtLesson, learner: Person) -> None:
    page = at_lesson().page
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('cm-content')"):
            break
    page.keyboard.press("Control+a")
    page.keyboard.type("def can_share(a, b):\nreturn a == b", delay=0)
    page.keyboard.press("Tab")
    expect(page.locator(".cm-content")).to_be_focused()  # Tab indents once typing began
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Run visible cases")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    verdict(page)
    expect(page.get_by_role("button", name="Submit")).to_be_focused()
    page.get_by_role("link", name="See what to fix").first.press("Enter")
    expect(page.locator("#first-problem h4")).to_be_focused()
    assert len(learner.submissions()) == 1


def test_tab_goes_through_an_editor_that_nobody_typed_in(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    page.locator(".cm-content").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".cm-content")).not_to_be_focused()


def test_errors_are_reached_by_key_and_the_editor_can_be_left_for_good(
    at_lesson: AtLesson,
) -> None:
    page = at_lesson().page
    write(page, sources.RAISING)
    page.keyboard.press("Control+Enter")
    verdict(page)
    page.keyboard.press("F8")
    expect(page.locator(".cm-activeLine")).to_have_text("    return prefix_len // nothing")
    page.keyboard.press("Control+m")
    page.keyboard.press("Tab")
    expect(page.locator(".cm-content")).not_to_be_focused()


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_jumps_while_the_page_loads(at_lesson: AtLesson, width: int) -> None:
    """Chromium adds up what moved without being asked to; a page that jumped once has 0.1."""
    page = at_lesson(width).tab()
    page.add_init_script("""
      window.moved = 0;
      new PerformanceObserver(list => {
        for (const one of list.getEntries()) window.moved += one.value;
      }).observe({type: 'layout-shift', buffered: true});
    """)
    page.goto(f"{at_lesson(width).url}{LESSON}#code")
    page.wait_for_selector(".cm-content")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
    assert page.evaluate("window.moved") < 0.02


def test_what_is_typed_before_the_editor_comes_stays_with_its_caret(at_lesson: AtLesson) -> None:
    eyes = at_lesson()
    page = eyes.tab()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/static/chunk-*.js", hold)
    page.goto(eyes.url + LESSON, wait_until="commit")
    area = page.locator("#source")
    area.fill("early = 1\nlate = 2\n")
    area.evaluate("one => one.setSelectionRange(5, 5)")
    page.route("**/static/chunk-*.js", lambda route: route.continue_())
    for route in held:
        route.continue_()
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.type("_bird")
    expect(page.locator(".cm-line").first).to_have_text("early_bird = 1")


def test_above_the_keyboard_of_a_phone_stands_one_button(at_lesson: AtLesson) -> None:
    eyes = at_lesson(390)
    page = eyes.tab()
    page.add_init_script("""
      const seen = Object.assign(new EventTarget(), {height: 844, offsetTop: 0, scale: 1});
      Object.defineProperty(window, 'visualViewport', {value: seen});
    """)
    page.goto(f"{eyes.url}{LESSON}#code")
    page.wait_for_selector(".cm-content")
    expect(page.get_by_role("button", name="Submit")).to_be_visible()
    page.evaluate("visualViewport.height = 500; visualViewport.dispatchEvent(new Event('resize'))")
    expect(page.get_by_role("button", name="Submit")).to_be_hidden()
    page.wait_for_function("document.querySelector('#run').getBoundingClientRect().bottom <= 500")


def test_results_are_spoken_once_with_the_number_of_the_attempt(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.ROUNDED_UP)
    page.get_by_role("button", name="Submit").click()
    verdict(page)
    expect(page.get_by_role("status")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text(
        "Attempt 1: 3 of 4 functions pass. First: full_shared_blocks, not yet."
    )


def test_forced_colours_and_still_pictures(at_lesson: AtLesson) -> None:
    page = at_lesson(forced_colors="active", reduced_motion="reduce").page
    durations = page.evaluate(
        "() => [...document.querySelectorAll('details')]"
        ".map(one => getComputedStyle(one, '::details-content').transitionDuration)"
    )
    assert {part.strip() for one in durations for part in one.split(",")} == {"0s"}
    assert_accessible(page)
    keep_picture(page, "lesson-forced-colours")


def test_on_paper_the_code_is_a_numbered_text_and_every_fold_is_open(at_lesson: AtLesson) -> None:
    page = at_lesson().page
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    page.emulate_media(media="print")
    lines = page.locator("#paper li")
    expect(lines).to_have_count(len(sources.ROUNDED_UP.splitlines()) + 1)
    expect(lines.nth(2)).to_have_text("def full_shared_blocks(prefix_len, block):")
    for gone in (".bar", ".steps", ".buttons", ".cm-editor", "#history-link"):
        expect(page.locator(gone).first).to_be_hidden()
    for shown in ("#task .prose", ".passed table", "#first-problem .cases", "#chapter .prose"):
        expect(page.locator(shown).first).to_be_visible()
    expect(page.locator("#first-problem .word").first).to_have_text("Not yet")
    page.screenshot(path=ARTEFACTS / "lesson-paper.png", full_page=True)
    page.emulate_media(media="screen")
    expect(page.locator("#paper")).to_have_count(0)


def test_wider_letters_and_lines_break_nothing(at_lesson: AtLesson) -> None:
    """The distances that WCAG 1.4.12 names, put over ours."""
    page = at_lesson(390, bypass_csp=True).page
    page.locator("#code").evaluate("one => one.scrollIntoView()")
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    page.add_style_tag(
        content="* { line-height: 1.5 !important; letter-spacing: .12em !important;"
        " word-spacing: .16em !important } p { margin-bottom: 2em !important }"
    )
    assert_nothing_scrolls_sideways(page)
    cut = page.evaluate("""() => [...document.querySelectorAll('#lesson button, #lesson a, .word')]
      .filter(one => one.offsetParent && one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).overflow !== 'visible')
      .map(one => one.outerHTML.slice(0, 80))""")
    assert cut == []


@pytest.mark.parametrize("width", [1280, 390])
def test_every_target_is_large_enough_and_shows_that_it_has_the_focus(
    at_lesson: AtLesson, width: int
) -> None:
    page = at_lesson(width).page
    page.locator("#code").evaluate("one => one.scrollIntoView()")
    write(page, sources.ROUNDED_UP)
    page.keyboard.press("Control+Enter")
    verdict(page)
    has_searched(page)
    page.evaluate("scrollTo(0, 0)")
    page.locator(".skip").focus()
    wrong = []
    for _ in range(60):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None:
            break
        wrong += [found] if found["problem"] else []
    assert wrong == []


# What has the focus, and what is wrong with it: too small, not on the screen, or not to be seen.
FOCUSED = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  if (one.matches('iframe, .cm-content')) return {problem: ''};
  const seen = one.matches('[type=radio]') ? one.closest('label') : one;
  const box = seen.getBoundingClientRect();
  const problems = [
    box.height < 24 || box.width < 24 ? 'small' : '',
    box.bottom < 0 || box.top > innerHeight ? 'off the screen' : '',
    getComputedStyle(seen).outlineStyle === 'none' ? 'no ring' : '',
  ];
  return {problem: problems.filter(Boolean).join(', '), html: one.outerHTML.slice(0, 120)};
}"""


def test_the_first_load_is_small(look: Look, learner: Person) -> None:
    eyes = look()
    client = eyes.context.new_cdp_session(eyes.page)
    client.send("Network.enable")
    sizes: list[float] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    eyes.sign_in(learner)
    eyes.page.wait_for_selector(".cm-content")
    eyes.page.wait_for_load_state("networkidle")
    assert 50_000 < sum(sizes) < 300_000
