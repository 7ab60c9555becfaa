"""What a learner does in the browser, without a script: read, send, look, go on."""

from __future__ import annotations

import re
from typing import Any

import pytest

PLACE = "/courses/demo/assignments/prefix-sharing"
SOURCE = "def full_shared_blocks(prefix_len, block):\n    return prefix_len // block\n"
ID = re.compile(r"sub_[0-9A-Z]+")
KEY = re.compile(r'name="request" value="([^"]+)"')


def press(browser: Any, source: str = SOURCE, button: str = "submissions", **fields: str) -> str:
    """Press a button and return where the browser is led."""
    done = browser.post(f"{PLACE}/{button}", data={"source": source, **fields})
    assert done.status_code == 303, done.text
    return str(done.headers["location"])


def id_in(address: str) -> str:
    found = ID.search(address)
    assert found
    return found[0]


def test_the_home_page_leads_to_my_assignments(browser_of: Any) -> None:
    page = browser_of("ada").get("/")
    assert f'<a href="{PLACE}">Sharing prefixes</a>' in page.text
    assert "/courses/other" not in page.text
    assert "/results" not in page.text


def test_the_assignment_page_has_lesson_starter_and_buttons(browser_of: Any) -> None:
    page = browser_of("ada").get(PLACE).text
    assert "<em>full</em>" in page
    assert "def full_shared_blocks(prefix_len, block):\n    pass\n</textarea>" in page
    assert f'formaction="{PLACE}/runs"' in page


def test_html_in_a_lesson_stays_text(browser_of: Any) -> None:
    page = browser_of("ada").get(PLACE).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>" not in page


def test_a_waiting_submission_looks_again_by_itself_until_it_is_graded(
    browser_of: Any, school: Any
) -> None:
    ada = browser_of("ada")
    address = press(ada)
    waiting = ada.get(address).text
    assert f'<noscript><meta http-equiv="refresh" content="2; url={PLACE}?result=' in waiting
    assert "Waiting for a free place." in waiting
    school.grade(id_in(address))
    graded = ada.get(address).text
    assert 'http-equiv="refresh"' not in graded
    assert "1 of 2 functions pass." in graded


def test_a_graded_submission_shows_call_returned_and_expected(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    address = press(ada)
    school.grade(id_in(address))
    page = ada.get(address).text
    assert "full_shared_blocks(40, 16)" in page
    assert "A block that is not full cannot be shared." in page
    assert "Visible 0 of 1 · hidden 0 of 1" in page
    assert "Your best attempt counts: 2 of 4." in page


def test_what_is_hidden_stays_hidden_from_the_learner_and_open_to_staff(
    browser_of: Any, school: Any
) -> None:
    ada = browser_of("ada")
    address = press(ada)
    school.grade(id_in(address))
    assert "Hidden case 1" in ada.get(address).text
    assert school.canary not in ada.get(address).text + ada.get(PLACE).text
    assert school.canary in browser_of("ines").get(address).text


def test_full_marks_are_told(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    address = press(ada)
    school.grade(id_in(address), school.all_right())
    assert "1 of 1 function passes. Full marks, 2 of 2." in ada.get(address).text


def test_a_run_says_that_it_was_one(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    address = press(ada, button="runs")
    school.grade(id_in(address), school.all_right())
    page = ada.get(address).text
    assert "All visible cases pass. Submit to run the hidden ones." in page
    assert "Attempt 1" not in ada.get(PLACE).text
    assert "Run, graded in" in page


def test_a_file_that_python_cannot_read_is_told_once(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    address = press(ada, source="def f(:\n")
    school.grade(id_in(address), school.unreadable())
    page = ada.get(address).text
    assert "Python could not read this file. No case ran." in page
    assert page.count("SyntaxError") == 1


def test_a_parked_submission_says_that_it_is_our_side(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    address = press(ada)
    school.park(id_in(address), "killed two workers")
    page = ada.get(address).text
    assert "We could not grade this yet. Staff have been told, and no attempt is used." in page
    assert "killed two workers" not in page
    assert "killed two workers" in browser_of("ines").get(f"/submissions/{id_in(address)}").text


def test_a_double_click_is_one_submission(browser_of: Any, queue: Any) -> None:
    ada = browser_of("ada")
    key = KEY.search(ada.get(PLACE).text)
    assert key
    first, second = (press(ada, request=key[1]) for _ in range(2))
    assert (first, len(queue.sent)) == (second, 1)


def test_other_text_from_the_same_form_is_another_submission(browser_of: Any) -> None:
    """The back button brings the old form key back, with a text that was changed since."""
    ada = browser_of("ada")
    first = press(ada, request="k" * 16)
    assert press(ada, source=SOURCE + "# better\n", request="k" * 16) != first
    assert press(ada, button="runs", request="k" * 16) != first


def test_the_browser_line_ends_become_plain_again(browser_of: Any, store: Any) -> None:
    ada = browser_of("ada")
    address = press(ada, source="\r\nx = 1\r\n")
    page = ada.get(f"{PLACE}?code={id_in(address)}").text
    assert ">\n\nx = 1\n</textarea>" in page  # HTML eats the first line end of a text area


def test_the_text_area_brings_my_last_code_back(browser_of: Any) -> None:
    ada = browser_of("ada")
    press(ada, source="mine = 1\n")
    assert "mine = 1\n</textarea>" in ada.get(PLACE).text
    assert "pass\n</textarea>" in ada.get(f"{PLACE}?code=starter").text


@pytest.mark.parametrize(
    ("source", "status", "said"),
    [
        ("x = 1 # " + "x" * 65536, 413, "The file is larger than 64 KiB"),
        (" \n", 422, "The file is empty"),
        ("x = 1\0", 422, "Line 1 holds a NUL"),
    ],
)
def test_a_refused_file_comes_back_with_the_reason_and_the_text(
    browser_of: Any, queue: Any, source: str, status: int, said: str
) -> None:
    page = browser_of("ada").post(f"{PLACE}/submissions", data={"source": source})
    assert (page.status_code, queue.sent) == (status, [])
    assert said in page.text
    assert source in page.text


@pytest.mark.parametrize("body", [b"source=%FF%FE", b"source=\xff", b"a=1&" * 100, b"x" * 500_000])
def test_a_form_that_no_browser_sends_is_refused_with_a_page(browser_of: Any, body: bytes) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    page = browser_of("ada").post(f"{PLACE}/submissions", content=body, headers=headers)
    assert page.status_code in (400, 413, 422)
    assert page.headers["content-type"].startswith("text/html")


def test_who_was_signed_out_gets_the_code_back(client: Any, queue: Any) -> None:
    page = client.post(f"{PLACE}/submissions", data={"source": "precious = 1\n"})
    assert (page.status_code, queue.sent) == (401, [])
    assert "precious = 1\n</textarea>" in page.text


@pytest.mark.parametrize("name", ["ben", "dan"])
def test_a_submission_of_another_is_a_page_that_does_not_exist(browser_of: Any, name: str) -> None:
    address = press(browser_of("ada"))
    page = browser_of(name).get(address)
    assert page.status_code == 404
    assert "Nothing is here" in page.text
    assert browser_of(name).get(f"{PLACE}?code={id_in(address)}").status_code == 404
    assert browser_of("ada").get(address).status_code == 200
