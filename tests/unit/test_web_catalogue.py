"""The texts of the pages are collected, and a language is a file that has all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from grader.web.catalogue import TEMPLATE, extract
from grader.web.language import ENGLISH, FOLDER, best_language, gettext, speaking


def test_the_template_has_every_text_of_the_code() -> None:
    """When this fails: python -m grader.web.catalogue."""
    with TEMPLATE.open("rb") as file:
        kept = {message.id for message in read_po(file) if message.id}
    assert kept == {message.id for message in extract() if message.id}


def test_every_language_says_everything() -> None:
    wanted = {message.id for message in extract() if message.id}
    said = {path.stem: _said(path) for path in FOLDER.glob("*.po")}
    assert {language: wanted - texts for language, texts in said.items()} == {
        language: set() for language in said
    }


def _said(path: Path) -> set[object]:
    with path.open("rb") as file:
        return {message.id for message in read_po(file) if message.id and message.string}


@pytest.mark.parametrize("asked", ["", "en-GB,en;q=0.9", "tlh", "*", "de-;;q=x,,", "x" * 5000])
def test_english_is_spoken_where_nothing_else_is_there(asked: str) -> None:
    assert best_language(asked) == ENGLISH


def test_english_is_its_own_key() -> None:
    with speaking(ENGLISH):
        assert gettext("Submit") == "Submit"
