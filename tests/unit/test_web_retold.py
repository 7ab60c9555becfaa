"""What the grader said in English is said again in another language, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from hypothesis import given
from hypothesis import strategies as st

from grader.core import explain, verdict
from grader.core.facts import CaseFact, Ending, Fault, LoadFact
from grader.core.model import Case, PackLimits, Raised, Visibility
from grader.web import language, retold
from grader.web.language import speaking
from grader.web.retold import is_phrase
from grader.web.retold import retold as say
from grader.web.said_elsewhere import collect
from tests.pseudo import SPOKEN, outside, spoken_in

GERMAN = {
    "`{name}` stopped with an error{place}: {trouble}": "`{name}` brach{place} ab: {trouble}",
    " on line {line}": " in Zeile {line}",
    "{which} returned {value}; expected {expected}.": (
        "{which} ergab {value}; erwartet war {expected}."
    ),
    "The value is right, its type is not.": "Der Wert stimmt, sein Typ nicht.",
    "`{name}` did not finish within {case_time}, so we stopped it.": (
        "`{name}` war nach {case_time} nicht fertig und wurde angehalten."
    ),
    "1 second": "1 Sekunde",
    "All visible cases pass; in a hidden case {clause}": (
        "Alle sichtbaren Fälle stimmen; in einem verborgenen Fall {clause}"
    ),
    "There is no function `{name}` in your file.": "In der Datei gibt es keine Funktion `{name}`.",
    "You defined `{name}`{line}; the task asks for `{name2}`.": (
        "Statt `{name2}` heißt sie `{name}`{line}."
    ),
    " (line {line})": " (Zeile {line})",
    "Expected {expected}.": "Erwartet war {expected}.",
    "the exception {kind}": "die Ausnahme {kind}",
}


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with spoken_in(tmp_path_factory.mktemp("languages")), speaking(SPOKEN):
        yield


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    catalogue = Catalog(locale="de")
    for text, said in GERMAN.items():
        catalogue.add(text, said, locations=[("../core/explain.py", 0)])
    with (tmp_path / "de.po").open("wb") as file:
        write_po(file, catalogue)
    before, language.FOLDER = language.FOLDER, tmp_path
    language.catalogues.cache_clear()
    retold.known.cache_clear()
    with speaking("de"):
        yield
    language.FOLDER = before
    language.catalogues.cache_clear()
    retold.known.cache_clear()


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("said", "again"),
    [
        (
            "`f` stopped with an error on line 3: KeyError: 'a. b'\n  3 |     x on line 3\n      ^",
            "`f` brach in Zeile 3 ab: KeyError: 'a. b'\n  3 |     x on line 3\n      ^",
        ),
        ("`f` stopped with an error: Error", "`f` brach ab: Error"),
        (
            "`f(1)` returned `8.0`; expected `8`. The value is right, its type is not.",
            "`f(1)` ergab `8.0`; erwartet war `8`. Der Wert stimmt, sein Typ nicht.",
        ),
        (
            "`f` did not finish within 1 second, so we stopped it.",
            "`f` war nach 1 Sekunde nicht fertig und wurde angehalten.",
        ),
        (
            "All visible cases pass; in a hidden case the value is right, its type is not.",
            "Alle sichtbaren Fälle stimmen; in einem verborgenen Fall "
            "der Wert stimmt, sein Typ nicht.",
        ),
        (
            "There is no function `f` in your file. You defined `g` (line 2); "
            "the task asks for `f`.",
            "In der Datei gibt es keine Funktion `f`. Statt `f` heißt sie `g` (Zeile 2).",
        ),
        (
            "`f` stopped with an error: E\nExpected the exception `ValueError`.",
            "`f` brach ab: E\nErwartet war die Ausnahme `ValueError`.",
        ),
        ("Round up for each request. Then add.", "Round up for each request. Then add."),
        ("", ""),
    ],
)
def test_a_message_is_said_again_and_what_is_not_ours_stays(said: str, again: str) -> None:
    assert say(said) == again


def test_english_is_left_alone() -> None:
    said = "`f` stopped with an error on line 3: E"
    with speaking(language.ENGLISH):
        assert say(said) is said


PLACE = re.compile(r"\{(\w+)\}")


@pytest.mark.usefixtures("pseudo")
def test_every_text_that_is_said_elsewhere_is_recognised() -> None:
    """A phrase in the place of a value, a sentence by itself."""
    left = []
    for text in sorted({one.text for one in collect()}):
        filled = PLACE.sub("`7`", text)
        alone = f"Expected {filled}." if is_phrase(text) else filled
        left += [] if _is_told(say(alone)) else [text]
    assert left == []


@pytest.mark.usefixtures("pseudo")
def test_every_ending_is_said_in_the_readers_language() -> None:
    """Made by the core itself, with all that it fills in."""
    fault = Fault(kind="KeyError", text="'a'", line=3, column=5, quoted="    return a['a']")
    limits = PackLimits()
    case = Case(id="one", function="f", arguments=(1,), visibility=Visibility.VISIBLE)
    said = []
    for ending in Ending:
        fact = CaseFact(ending=ending, fault=fault, type_name="set", value=3)
        if ending in verdict.CASE and ending is not Ending.RETURNED:
            for expected in (2, Raised(kinds=("ValueError",))):
                note = explain.case(case, fact, match=None, expected=expected, limits=limits)
                said += [note.message or "", note.hint or ""]
        if ending in verdict.LOAD:
            said.append(explain.load(LoadFact(ending=ending, fault=fault), limits) or "")
    left = {line for text in said for line in say(text).split("\n") if not _is_told(line)}
    assert left == set()


def _is_told(line: str) -> bool:
    told = re.sub("`[^`]*`", "", outside(line)).replace("KeyError", "")
    return line.startswith("  ") or not re.search(r"[^\W\d_]{2,}", told.replace("KiB", ""))


@pytest.mark.usefixtures("pseudo")
@given(text=st.text(alphabet="ab`. ?:;\n{}", max_size=400))
def test_no_text_of_a_learner_is_too_much(text: str) -> None:
    assert say(text).count("\n") == text.count("\n")
