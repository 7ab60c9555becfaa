"""An author writes a pack with its page beside him: what he saves is there, by itself."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, Request, expect

from grader import packs
from grader.cli.pack_new import make_folder
from grader.packs.skeleton import skeleton
from sandbox.outside.build import build_image
from tests.browser.conftest import ARTEFACTS, EXPECTED_NOISE, LONGEST_MILLISECONDS, SIZES
from tests.browser.test_access import assert_accessible
from tests.previewing import Preview, lasting_port, running_preview

pytestmark = pytest.mark.docker
REFERENCE = Path(__file__).parents[2] / "reference"
WRONG = "def boxes_needed(items, size):\n    return items // size\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packs") / "my-pack"
    make_folder(made)
    return made


@pytest.fixture(scope="module")
def preview(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    build_image()
    with running_preview(folder, tmp_path_factory.mktemp("scratch")) as preview:
        yield preview


@pytest.fixture
def pack(folder: Path, preview: Preview) -> Path:
    """The pack as it was at the beginning, and shown so."""
    for name, text in skeleton(folder.name).items():
        (folder / name).write_text(text)
    version = packs.digest(packs.read_folder(folder))
    preview.until(lambda news: news["version"] == version and not news["doing"])
    return folder


@pytest.fixture
def page(chromium: Browser, preview: Preview, pack: Path) -> Iterator[Page]:
    page, wrong = _opened(chromium, 1280)
    page.goto(preview.url)
    yield page
    page.close()
    assert wrong == []


def _opened(chromium: Browser, width: int, scheme: str = "light") -> tuple[Page, list[str]]:
    page = chromium.new_page(viewport=SIZES[width], color_scheme=scheme)  # type: ignore[arg-type]
    page.set_default_timeout(LONGEST_MILLISECONDS)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        lambda said: (
            wrong.append(said.text)
            if said.type == "error" and not EXPECTED_NOISE.search(said.text)
            else None
        ),
    )
    return page, wrong


def lesson(page: Page) -> FrameLocator:
    return page.frame_locator("#page")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def write(page: Page, source: str) -> None:
    """Replace the code by pasting, as a person would."""
    editor = lesson(page).locator(".cm-content")
    editor.click()
    page.keyboard.press("Control+a")
    editor.evaluate(
        """(editor, text) => {
          const data = new DataTransfer();
          data.setData('text/plain', text);
          editor.dispatchEvent(
            new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        source,
    )


def test_a_saved_sentence_appears_where_the_author_reads(page: Page, pack: Path) -> None:
    lesson(page).locator(".cm-content").wait_for()
    lesson(page).locator("#run").evaluate("button => button.scrollIntoView({behavior: 'instant'})")
    before = lesson(page).locator("body").evaluate("() => scrollY")
    assert before > 300
    change(pack / "lesson.md", "Say here", "NEW: say here")
    expect(lesson(page).locator("#idea")).to_contain_text("NEW: say here")
    page.wait_for_function("top => Math.abs(frames[0].scrollY - top) <= 1", arg=before)


def test_nothing_is_loaded_anew_while_nothing_is_saved(page: Page, pack: Path) -> None:
    """A file that is touched, and one that is changed back within a save, change nothing.

    That nothing was asked for is known once something saved later has been: each is asked for in
    its turn.
    """
    lesson(page).locator(".cm-content").wait_for()
    expect(page.locator("#state")).to_have_text("")
    loads: list[Request] = []
    page.on("request", lambda one: loads.append(one) if one.is_navigation_request() else None)
    for name in ("lesson.md", "pack.toml"):
        (pack / name).touch()
    (pack / "solution.py").write_text("def broken(:\n")
    expect(page.locator("#count")).to_contain_text("error")  # news without the pack's end
    change(pack / "lesson.md", "Say here", "ONE: say here")
    expect(lesson(page).locator("#idea")).to_contain_text("ONE: say here")
    assert len(loads) == 2
    (pack / "solution.py").touch()
    change(pack / "pack.toml", "points = 2", "points = -2")
    expect(page.locator("#problems")).to_contain_text("points")
    change(pack / "pack.toml", "points = -2", "points = 2")
    expect(lesson(page).locator("#run")).to_be_visible()
    change(pack / "lesson.md", "ONE: say here", "TWO: say here")
    expect(lesson(page).locator("#idea")).to_contain_text("TWO: say here")
    assert len(loads) == 3


def test_a_broken_pack_shows_file_and_line_and_comes_back(page: Page, pack: Path) -> None:
    lesson(page).locator(".cm-content").wait_for()
    change(pack / "pack.toml", "points = 2", 'points = "<img src=x onerror=alert(1)>"')
    problems = page.locator("#problems li")
    expect(problems).to_have_count(1)
    expect(problems).to_contain_text("pack.toml:8")
    expect(problems).to_contain_text("error")
    expect(page.locator("#page")).to_be_hidden()
    assert page.locator("#problems img").count() == 0
    assert_accessible(page)
    change(pack / "pack.toml", 'points = "<img src=x onerror=alert(1)>"', "points = 2")
    expect(page.locator("#page")).to_be_visible()
    expect(page.locator("#found")).to_be_hidden()
    expect(lesson(page).locator("#title")).to_have_text("My pack")


def test_the_editor_runs_and_grades_in_the_sandbox(page: Page, pack: Path) -> None:
    lesson(page).locator("#run").click()  # at once: the expected values may not be there yet
    headline = lesson(page).locator("#results-h")
    expect(headline).to_have_text("0 of 1 function passes.")
    write(page, WRONG)
    lesson(page).locator("#submit").click()
    expect(lesson(page).get_by_text("This is the code in the editor.")).to_be_visible()
    expect(lesson(page).locator("#panel")).to_contain_text("Where do the others go?")
    write(page, (pack / "solution.py").read_text())
    lesson(page).locator("#submit").click()
    expect(headline).to_contain_text("Full marks")


def test_typed_code_outlives_what_is_saved(page: Page, pack: Path) -> None:
    lesson(page).locator(".cm-content").wait_for()
    write(page, WRONG + "# mine\n")
    change(pack / "lesson.md", "Say here", "NEW: say here")
    expect(lesson(page).locator("#idea")).to_contain_text("NEW: say here")
    expect(lesson(page).locator(".cm-content")).to_contain_text("# mine")


def test_problems_stand_in_a_bar_of_the_authors_own(page: Page, pack: Path) -> None:
    lesson(page).locator(".cm-content").wait_for()
    change(pack / "lesson.md", "Say here", "`boxes_needed(10, 4)` is 3. Say here")
    count = page.locator("#count")
    expect(count).to_have_text("1 warning")
    count.click()
    assert_accessible(page)
    expect(page.locator("#problems")).to_contain_text(re.compile(r"lesson\.md:\d+\s*warning"))
    expect(lesson(page).locator("#idea")).to_contain_text("boxes_needed(10, 4)")  # of this version
    expect(lesson(page).locator("body")).not_to_contain_text("warning")
    count.click()
    expect(page.locator("#found")).to_be_hidden()


def test_a_command_that_ended_is_told_and_found_again(chromium: Browser, tmp_path: Path) -> None:
    pack = tmp_path / "my-pack"
    make_folder(pack)
    page, _ = _opened(chromium, 1280)
    port = lasting_port()
    with running_preview(pack, tmp_path, port=port) as preview:
        page.goto(preview.url)
        lesson(page).locator(".cm-content").wait_for()
    expect(page.locator("#state")).to_contain_text("has ended")
    change(pack / "lesson.md", "Say here", "NEW: say here")
    with running_preview(pack, tmp_path, port=port):
        expect(lesson(page).locator("#idea")).to_contain_text("NEW: say here")


@pytest.mark.parametrize("name", ["prefix-sharing", "block-basics"])
def test_the_packs_of_this_project_look_as_they_do_to_learners(
    chromium: Browser, tmp_path: Path, name: str
) -> None:
    build_image()
    shutil.copytree(REFERENCE, tmp_path / "reference")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    ARTEFACTS.mkdir(exist_ok=True)
    with running_preview(tmp_path / "reference" / name, scratch) as preview:
        for width, scheme in ((1280, "light"), (390, "dark")):
            page, wrong = _opened(chromium, width, scheme)
            page.goto(preview.url)
            lesson(page).locator(".cm-content").wait_for()
            explorer = lesson(page).frame_locator("[data-explorer] iframe")
            if lesson(page).locator("[data-explorer]").count():
                lesson(page).locator("[data-explorer]").scroll_into_view_if_needed()
                explorer.locator("#picture svg").wait_for()
            expect(page.locator("#state")).to_have_text("", timeout=180_000)  # all is checked
            expect(page.locator("#count")).to_have_text("No problems")
            page.screenshot(path=ARTEFACTS / f"author-{name}-{width}.png")
            page.close()
            assert wrong == []
