"""The explorer of prefix-sharing by itself: what it draws, says and takes, in every look."""

from __future__ import annotations

import base64
import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import ARTEFACTS, LESSON, Eyes, Look

pytestmark = pytest.mark.docker
OpenExplorer = Callable[..., Eyes]
EXAMPLE = {"prefix": 32, "requests": 3, "own": 20, "block": 16}
LARGEST = {"prefix": 256, "requests": 12, "own": 128, "block": 1}
SETTINGS = [
    EXAMPLE,
    LARGEST,
    {"prefix": 40, "requests": 4, "own": 30, "block": 16},
    {"prefix": 16, "requests": 3, "own": 20, "block": 16},
    {"prefix": 256, "requests": 4, "own": 128, "block": 16},
    {"prefix": 255, "requests": 3, "own": 128, "block": 2},
    {"prefix": 1, "requests": 12, "own": 128, "block": 1},
    {"prefix": 256, "requests": 3, "own": 1, "block": 2},
    {"prefix": 256, "requests": 12, "own": 0, "block": 1},
    {"prefix": 0, "requests": 12, "own": 128, "block": 1},
]
EDGES = [
    ((15, 3, 20, 16), "The prefix is shorter than one block, so nothing can be shared."),
    ((32, 1, 20, 16), "With one request there is nobody to share with."),
    (
        (32, 3, 0, 16),
        "The prefix fills its blocks exactly, and there are no own tokens: no own blocks.",
    ),
    ((0, 3, 0, 16), "No tokens, so no blocks."),
]
TIMES, MINUS = "\N{MULTIPLICATION SIGN}", "\N{MINUS SIGN}"
LARGEST_PICTURE = 150  # elements
DIFFERENT = 0.05  # of the points of two swatches, seen without colour


@pytest.fixture
def explorer(look: Look) -> OpenExplorer:
    """The frame's own page, as somebody sees it who opens it by itself."""

    def open_explorer(width: int = 1216, **options: Any) -> Eyes:
        eyes = look(width, **options)
        address = eyes.open(LESSON).locator("[data-explorer] iframe").get_attribute("src")
        eyes.open(str(address)).locator("#picture svg").wait_for()
        return eyes

    return open_explorer


def set_to(page: Page, **values: int) -> None:
    for name, value in values.items():
        page.locator(f"#{name}-field").fill(str(value))


# Each drawing makes its elements anew, and one comes whenever the room has changed: what belongs
# together is read at once.


def outlines(page: Page, kind: str) -> int:
    """How many closed outlines the paths of a kind hold."""
    paths: list[str] = page.evaluate(
        "kind => [...document.querySelectorAll(`#picture path.${kind}`)]"
        ".map(one => one.getAttribute('d') ?? '')",
        kind,
    )
    return sum(path.count("z") for path in paths)


def numbers_of(page: Page) -> list[int]:
    texts: list[str] = page.evaluate(
        "[...document.querySelectorAll('#numbers .value')].map(one => one.innerText)"
    )
    return [int(text) for text in texts]


def boxes_of(page: Page, places: str) -> list[FloatRect]:
    boxes: list[FloatRect] = page.evaluate(
        """places => [...document.querySelectorAll(places)].map(one => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return { x, y, width, height };
        })""",
        places,
    )
    return boxes


@pytest.mark.parametrize("values", [SETTINGS[2], SETTINGS[3], SETTINGS[4]])
def test_every_block_is_one_outline_and_the_three_numbers_count_them(
    explorer: OpenExplorer, values: dict[str, int]
) -> None:
    page = explorer().page
    set_to(page, **values)
    solid = sum(outlines(page, kind) for kind in ("shared", "own", "own-frame"))
    dashed = outlines(page, "saved")
    assert numbers_of(page) == [solid + dashed, solid, dashed]


@pytest.mark.parametrize("width", [288, 358, 868, 1216])
def test_no_row_is_cut_and_no_picture_is_large(explorer: OpenExplorer, width: int) -> None:
    page = explorer(width).page
    for values in SETTINGS:
        set_to(page, **values)
        found = page.evaluate(
            """() => {
              const svg = document.querySelector('#picture svg');
              const ends = [...svg.querySelectorAll('path, rect')].map(one => {
                const box = one.getBBox(); return box.x + box.width; });
              return [svg.querySelectorAll('*').length, svg.clientWidth,
                svg.parentNode.clientWidth, Math.max(0, ...ends)]; }"""
        )
        elements, drawn, room, end = found
        assert elements < LARGEST_PICTURE
        assert end <= drawn <= room, (values, found)


def test_small_cells_lose_their_arrows_and_the_smallest_become_bars(
    explorer: OpenExplorer,
) -> None:
    page = explorer().page
    set_to(page, **SETTINGS[2])
    expect(page.locator("#picture .arrow")).to_have_count(3)
    set_to(page, **SETTINGS[4])
    expect(page.locator("#picture .arrow, #picture .tick")).to_have_count(0)
    set_to(page, **LARGEST)
    expect(page.locator("#picture .tag-text").first).to_have_text("256 shared")
    expect(page.locator("#picture .tag-text").last).to_have_text("127 + 1 own")


@pytest.mark.parametrize(("values", "told"), EDGES)
def test_an_edge_is_told_under_the_picture(
    explorer: OpenExplorer, values: tuple[int, ...], told: str
) -> None:
    page = explorer().page
    set_to(page, **dict(zip(EXAMPLE, values, strict=True)))
    expect(page.locator("#edge")).to_have_text(told)
    page.get_by_role("button", name="Back to the example").click()
    expect(page.locator("#edge")).to_be_hidden()


def test_the_formula_has_the_numbers_in_it_and_four_digits_move_nothing(
    explorer: OpenExplorer,
) -> None:
    page = explorer(358).page
    set_to(page, **SETTINGS[2])
    expect(page.locator("#numbers .formula")).to_have_text(
        [f"4 requests {TIMES} 5", f"2 shared + 4 {TIMES} 3 own", f"2 shared {TIMES} (4 {MINUS} 1)"]
    )
    before = boxes_of(page, "#numbers .name")[0]
    set_to(page, **LARGEST)
    assert numbers_of(page) == [4608, 1792, 2816]
    after = boxes_of(page, "#numbers .name")[0]
    assert before["x"] == pytest.approx(after["x"], abs=0.5)


@pytest.mark.parametrize("values", [EXAMPLE, {**EXAMPLE, "prefix": 33}, {**EXAMPLE, "own": 17}])
def test_numbers_equal_to_the_examples_are_covered_wherever_they_come_from(
    explorer: OpenExplorer, values: dict[str, int]
) -> None:
    page = explorer().page
    set_to(page, **SETTINGS[2])
    set_to(page, **values)
    expect(page.locator("#numbers .value.covered")).to_have_count(3)
    counted = page.locator("#numbers").inner_text() + page.locator("#legend").inner_text()
    assert re.findall(r"\d+", counted) == ["1"]  # of the formula: requests - 1
    expect(page.locator("#live")).to_contain_text("The three numbers are covered.")
    set_to(page, own=values["own"] + 16)
    expect(page.locator("#numbers .value.covered")).to_have_count(0)


def test_alone_each_number_can_be_revealed(explorer: OpenExplorer) -> None:
    page = explorer().page
    page.get_by_role("button", name="Reveal the blocks saved").click()
    expect(page.locator("#numbers .value")).to_have_text(["covered", "covered", "4"])


def test_the_picture_in_words_counts_per_request(explorer: OpenExplorer) -> None:
    page = explorer().page
    set_to(page, **SETTINGS[2])
    page.get_by_text("The picture in words").click()
    expect(page.locator("#words tr").first).to_be_visible()
    rows = page.evaluate(
        "[...document.querySelectorAll('#words tr')]"
        ".map(row => [...row.cells].map(cell => cell.innerText))"
    )
    assert rows[:3] == [
        ["Request", "Shared", "Saved", "Own, full", "Own, last block"],
        ["Request 1", "2", "0", "2", "6 of 16 places"],
        ["Request 2", "0", "2", "2", "6 of 16 places"],
    ]


def test_nothing_is_spoken_before_something_changes(explorer: OpenExplorer) -> None:
    page = explorer().page
    expect(page.locator("#live")).to_have_attribute("aria-live", "polite")
    page.wait_for_timeout(700)  # longer than the pause before it speaks
    expect(page.locator("#live")).to_have_text("")
    set_to(page, prefix=1, requests=1, block=1)
    expect(page.locator("#live")).to_have_text(
        "1 prefix token, 1 request, 20 own, blocks of 1: "
        "21 blocks without sharing, 21 with, 0 saved."
    )


def test_a_slider_takes_every_key_and_tells_its_unit(explorer: OpenExplorer) -> None:
    page = explorer().page
    slider = page.get_by_role("slider", name="Prefix tokens")
    for key, told in [
        ("ArrowLeft", "31 tokens"),
        ("PageUp", "57 tokens"),
        ("End", "256 tokens"),
        ("Home", "0 tokens"),
        ("ArrowRight", "1 token"),
    ]:
        slider.press(key)
        expect(slider).to_have_attribute("aria-valuetext", told)
    expect(page.get_by_role("spinbutton", name="Prefix tokens")).to_have_value("1")


def test_what_is_being_typed_stays_whatever_is_drawn_meanwhile(explorer: OpenExplorer) -> None:
    """A phone turned round, or a number that the page reveals, draws the picture anew."""
    page = explorer().page
    field = page.get_by_role("spinbutton", name="Block size")
    width = page.locator("#picture svg").get_attribute("width") or ""
    field.fill("0")
    page.set_viewport_size({"width": 800, "height": 900})
    expect(page.locator("#picture svg")).not_to_have_attribute("width", width)
    expect(field).to_have_value("0")
    field.press("Tab")
    expect(field).to_have_value("1")


@pytest.mark.parametrize(
    ("typed", "kept", "told"),
    [("0", "1", "Smallest here is 1."), ("65", "64", "Largest here is 64."), ("", "16", "")],
)
def test_a_field_keeps_to_its_range_and_says_so(
    explorer: OpenExplorer, typed: str, kept: str, told: str
) -> None:
    page = explorer().page
    field = page.get_by_role("spinbutton", name="Block size")
    field.fill(typed)
    field.press("Tab")
    expect(field).to_have_value(kept)
    expect(page.locator("#block-said")).to_have_text(told)
    for key in ("ArrowLeft", "ArrowRight"):  # one of them moves it
        page.get_by_role("slider", name="Block size").press(key)
    expect(page.locator("#block-said")).to_have_text("")


@pytest.mark.parametrize(("width", "first"), [(1216, "controls"), (358, "view")])
def test_reading_order_is_what_is_seen_and_the_picture_takes_no_focus(
    explorer: OpenExplorer, width: int, first: str
) -> None:
    page = explorer(width).page
    assert page.locator("#explorer > div").first.get_attribute("id") == first
    assert page.locator("#picture [tabindex], #picture a").count() == 0
    reached = []
    for _ in range(13):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert "picture" not in reached
    assert {"prefix", "prefix-field", "block-field", "SUMMARY", "BUTTON"} <= set(reached)


@pytest.mark.parametrize("width", [358, 1216])
def test_everything_that_is_pressed_is_large_enough(explorer: OpenExplorer, width: int) -> None:
    page = explorer(width).page
    boxes = boxes_of(page, "input, button, summary")
    assert len(boxes) == 13  # four rulers and their fields, back, three to reveal, the words
    assert min(box["height"] for box in boxes) >= 44


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_kinds_of_blocks_are_told_apart_without_colour(
    explorer: OpenExplorer, look: Look, scheme: str
) -> None:
    page = explorer(color_scheme=scheme).page
    set_to(page, **SETTINGS[2])
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    boxes = boxes_of(page, "#legend svg")
    swatches = [page.screenshot(clip=box, full_page=True) for box in boxes]
    assert len(swatches) == 5
    counter = look().page
    for one, other in itertools.combinations(swatches, 2):
        assert different(counter, one, other) > DIFFERENT


def different(page: Page, *pictures: bytes) -> float:
    """The share of points whose brightness differs clearly."""
    addresses = ["data:image/png;base64," + base64.b64encode(one).decode() for one in pictures]
    return float(
        page.evaluate(
            """async addresses => {
              const grey = async address => {
                const made = await createImageBitmap(await (await fetch(address)).blob());
                const canvas = new OffscreenCanvas(made.width, made.height).getContext('2d');
                canvas.drawImage(made, 0, 0);
                const { data } = canvas.getImageData(0, 0, made.width, made.height);
                return data.filter((_, i) => i % 4 === 0);
              };
              const [one, other] = await Promise.all(addresses.map(grey));
              return one.filter((value, i) => Math.abs(value - other[i]) > 15).length / one.length;
            }""",
            addresses,
        )
    )


def test_who_wants_no_motion_sees_none(explorer: OpenExplorer) -> None:
    page = explorer(reduced_motion="reduce").page
    still = "getComputedStyle(document.querySelector('#picture path')).transitionDuration"
    assert page.evaluate(still) == "0s"


@pytest.mark.parametrize("width", [358, 1216])
@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_pictures_of_it_are_kept(
    explorer: OpenExplorer, width: int, options: dict[str, str]
) -> None:
    page = explorer(width, **options).page
    ARTEFACTS.mkdir(exist_ok=True)
    for name, values in (("cells", SETTINGS[2]), ("bars", LARGEST)):
        set_to(page, **values)
        look = "-".join(options.values()) or "light"
        page.screenshot(path=ARTEFACTS / f"blocks-{name}-{width}-{look}.png", full_page=True)
