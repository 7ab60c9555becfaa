"""The contrast of every pair of colours, computed from the style sheet by WCAG's formula."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

STYLE = Path(__file__).parents[2] / "grader" / "web" / "frontend" / "style"
EXPLORER = Path(__file__).parents[2] / "reference" / "prefix-sharing" / "explorer" / "explorer.css"
TEXT, SHAPE = 4.5, 3.0
_TOKEN = re.compile(r"--([a-z-]+): (#[0-9A-F]{6})")

PAIRS = [
    ("ink", "page", TEXT),
    ("ink", "card", TEXT),
    ("ink", "code-bg", TEXT),
    ("ink", "hint-bg", TEXT),
    ("ink", "shared-soft", TEXT),
    ("ink", "own-soft", TEXT),
    ("muted", "page", TEXT),
    ("muted", "card", TEXT),
    ("muted", "sunk", TEXT),
    ("muted", "code-bg", TEXT),
    ("accent", "page", TEXT),
    ("accent", "card", TEXT),
    ("accent", "hint-bg", TEXT),
    ("accent", "code-bg", TEXT),
    ("on-accent", "accent", TEXT),
    ("pass", "card", TEXT),
    ("pass", "pass-bg", TEXT),
    ("pass", "code-bg", TEXT),
    ("fail", "card", TEXT),
    ("fail", "fail-bg", TEXT),
    ("fail", "code-bg", TEXT),
    ("near", "card", TEXT),
    ("near", "near-bg", TEXT),
    ("near", "code-bg", TEXT),
    ("edge", "page", SHAPE),
    ("edge", "card", SHAPE),
    ("edge", "sunk", SHAPE),
    ("focus", "page", SHAPE),
    ("shared", "card", SHAPE),
    ("shared", "shared-soft", SHAPE),
    ("own", "card", SHAPE),
    ("own", "own-soft", SHAPE),
]


def palettes(css: str) -> Mapping[str, Mapping[str, str]]:
    """The light colours, and the dark ones on top of them."""
    light, _, dark = css.partition("@media (prefers-color-scheme: dark)")
    found = dict(_TOKEN.findall(light))
    return {"light": found, "dark": {**found, **dict(_TOKEN.findall(dark))}}


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("front", "back", "least"), PAIRS)
def test_every_pair_can_be_told_apart(look: str, front: str, back: str, least: float) -> None:
    colours = palettes((STYLE / "tokens.css").read_text())[look]
    assert contrast(colours[front], colours[back]) >= least


def test_a_colour_is_named_in_the_tokens_and_nowhere_else() -> None:
    others = [path for path in STYLE.glob("*.css") if path.name not in ("tokens.css", "media.css")]
    named = {path.name: re.findall(r"#[0-9A-Fa-f]{3,8}\b", path.read_text()) for path in others}
    assert {name: found for name, found in named.items() if found} == {}


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_explorer_has_the_colours_of_the_page(look: str) -> None:
    """It lives in the pack and in a frame of its own, so it repeats them."""
    page = palettes((STYLE / "tokens.css").read_text())[look]
    explorer = palettes(EXPLORER.read_text())[look]
    assert explorer == {name: page[name] for name in explorer}
