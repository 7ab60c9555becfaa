"""The class results page: learners by functions, the counted score, every submission."""

from __future__ import annotations

import re
from typing import Any

import pytest

ID = re.compile(r"sub_[0-9A-Z]+")
PLACE = "/courses/demo/assignments/prefix-sharing"
RESULTS = f"{PLACE}/results"


def graded(browser: Any, school: Any, source: str, grade: Any = None) -> str:
    done = browser.post(f"{PLACE}/submissions", data={"source": source})
    sent = ID.search(done.headers["location"])
    assert sent
    school.grade(sent[0], grade)
    return f"/submissions/{sent[0]}"


def test_results_show_learners_functions_score_and_links(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    addresses = [graded(ada, school, f"x = {number}\n") for number in range(2)]
    page = browser_of("ines").get(RESULTS).text
    assert "1 of 2 learners started · 0 done · the best attempt counts" in page
    assert '<th scope="col"><code>can_share</code></th>' in page
    assert '<td class="number">2 of 4</td>' in page
    assert all(f'href="{address}"' in page for address in addresses)


def test_a_waiting_submission_is_linked_too(browser_of: Any) -> None:
    done = browser_of("ada").post(f"{PLACE}/submissions", data={"source": "x = 1\n"})
    page = browser_of("ines").get(RESULTS).text
    sent = ID.search(done.headers["location"])
    assert sent
    assert f'href="/submissions/{sent[0]}"' in page
    assert '<td class="number">\u2013</td>' in page


def test_staff_find_the_results_from_the_home_page(browser_of: Any) -> None:
    assert f'href="{RESULTS}"' in browser_of("ines").get("/").text


@pytest.mark.parametrize("name", ["ada", "dan"])
def test_to_anyone_else_the_results_do_not_exist(browser_of: Any, name: str) -> None:
    assert browser_of("ines").get(RESULTS).status_code == 200
    assert browser_of(name).get(RESULTS).status_code == 404


def test_a_cursor_that_is_none_is_a_page_of_refusal(browser_of: Any) -> None:
    page = browser_of("ines").get(f"{RESULTS}?cursor=nonsense")
    assert page.status_code == 400
    assert page.headers["content-type"].startswith("text/html")
