"""A language is one file: with it, nothing of ours on any page is English any more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pseudo import SPOKEN, outside, spoken_in, untranslated

OPENS = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}"
PLACE = "/courses/demo/assignments/prefix-sharing"
SOURCE = "def full_shared_blocks(prefix_len, block):\n    return prefix_len // block\n"
IN_PSEUDO = {"Accept-Language": f"{SPOKEN}, en;q=0.5"}
# Names, and what the pack, the course and the people of the test school have said.
NAMES = frozenset(
    re.findall(
        r"[A-Za-z]+",
        "Grader solution py Ada Ben Ines Demo course Other Sharing prefixes full block is shared "
        "script alert "
        "Ctrl Enter Esc Tab UTC KiB Python openapi json version token "
        "full_shared_blocks can_share not whole same edge of one two "
        "A block that is not full cannot be shared.",
    )
)


@pytest.fixture(autouse=True)
def pseudo(tmp_path: Path) -> Iterator[None]:
    with spoken_in(tmp_path):
        yield


def sent(browser: Any, button: str = "submissions", source: str = SOURCE) -> str:
    done = browser.post(f"{PLACE}/{button}", data={"source": source})
    found = re.search(r"sub_[0-9A-Z]+", done.headers["location"])
    assert found
    return found[0]


def seen(browser: Any, path: str) -> str:
    page = browser.get(path, headers=IN_PSEUDO)
    assert f'lang="{SPOKEN}"' in page.text, page.status_code
    return str(page.text)


@pytest.mark.parametrize("path", ["/", PLACE, f"{PLACE}/history", "/nothing"])
def test_a_page_has_no_word_of_its_own(browser_of: Any, path: str) -> None:
    assert untranslated(seen(browser_of("ada"), path), NAMES) == set()


def test_nor_has_the_page_for_signing_in(client: Any) -> None:
    assert untranslated(seen(client, "/sign-in"), NAMES) == set()


@pytest.mark.parametrize("path", ["/", PLACE, f"{PLACE}/results"])
def test_nor_has_one_for_staff(browser_of: Any, school: Any, path: str) -> None:
    school.grade(sent(browser_of("ada")))
    assert untranslated(seen(browser_of("ines"), path), NAMES) == set()


@pytest.mark.parametrize("grade", [None, "all_right", "unreadable"])
@pytest.mark.parametrize("button", ["submissions", "runs"])
def test_nor_have_results(browser_of: Any, school: Any, button: str, grade: str | None) -> None:
    ada = browser_of("ada")
    submission = sent(ada, button)
    waiting = seen(ada, PLACE) + seen(ada, f"/submissions/{submission}")
    assert untranslated(waiting, NAMES) == set()
    school.grade(submission, getattr(school, grade)() if grade else None)
    pages = [PLACE, f"/submissions/{submission}", f"/submissions/{submission}/changes"]
    for path in pages:
        assert untranslated(seen(ada, path), NAMES | {"SyntaxError", "was", "never", "closed"}) == (
            set()
        )


def test_nor_has_what_was_set_aside(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    submission = sent(ada)
    school.park(submission, "for the test")
    assert untranslated(seen(ada, PLACE), NAMES) == set()


@pytest.mark.parametrize(
    ("source", "status"), [("x = 1 # " + "x" * 65_536, 413), (" \n", 422), ("x = 1\0", 422)]
)
def test_nor_has_a_refusal(browser_of: Any, source: str, status: int) -> None:
    ada = browser_of("ada")
    refused = ada.post(f"{PLACE}/submissions", data={"source": source}, headers=IN_PSEUDO)
    assert refused.status_code == status
    assert untranslated(refused.text, NAMES) == set()
    as_script = {**IN_PSEUDO, "Accept": "application/json"}
    told = ada.post(f"{PLACE}/submissions", data={"source": source}, headers=as_script).json()
    assert re.findall(r"[A-Za-z]{2,}", outside(told["problem"])) == []


def test_who_waits_is_told_in_his_language(browser_of: Any) -> None:
    ada = browser_of("ada")
    waiting = ada.get(f"/submissions/{sent(ada)}/panel", headers=IN_PSEUDO)
    assert json.loads(waiting.headers["grader-status"])["said"].startswith(OPENS)


def test_english_stays_english(browser_of: Any) -> None:
    page = browser_of("ada").get(PLACE, headers={"Accept-Language": "en-GB"}).text
    assert OPENS not in page
    assert 'lang="en"' in page
