"""Parts of lessons in other sites' pages: who may show them, and what a session there opens."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grader.store import writes
from grader.web import sessions

LESSON = "/courses/demo/assignments/prefix-sharing"
EMBED = "/embed/demo/prefix-sharing"
SIGN_IN = f"{EMBED}/sign-in"
BOOK = "https://book.example"
SOURCE = "def full_shared_blocks(prefix_len, block):\n    return prefix_len // block\n"
SCRIPT = {"Accept": "application/json", "Grader-Framed": "yes"}
VISITOR = {**SCRIPT, "Grader-Visitor": "yes"}


@pytest.fixture(autouse=True)
def open_to_all(school: Any) -> None:
    with school.store.unit() as unit:
        writes.allow_embedding(unit, 1, (BOOK,))
        writes.open_for_practice(unit, 1, practice=True)


def close_practice(school: Any) -> None:
    with school.store.unit() as unit:
        writes.open_for_practice(unit, 1, practice=False)


def handed_over(browser: Any) -> str:
    """The session that a window gives to the part that opened it."""
    found = re.search(r'id="handover" data-session="([^"]+)"', browser.post(SIGN_IN).text)
    assert found
    return found[1]


def frame_of(browser: Any, part: str = "code", **fields: str) -> Any:
    return browser.post(f"{EMBED}?part={part}", data=fields)


def run_of(client: Any, headers: dict[str, str], button: str = "runs") -> Any:
    return client.post(f"{LESSON}/{button}", data={"source": SOURCE}, headers=headers)


@pytest.mark.parametrize("part", ["explorer", "questions", "code"])
def test_pages_of_the_courses_origins_may_show_a_part(client: Any, part: str) -> None:
    page = client.get(f"{EMBED}?part={part}")
    policy = page.headers["content-security-policy"]
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert f"frame-ancestors 'self' {BOOK}" in policy
    assert "unsafe" not in policy
    assert f'data-origins="{BOOK}"' in page.text


@pytest.mark.parametrize(
    "path", [f"{EMBED}?part=all", "/embed/nothing/x", "/embed/other/prefix-sharing", SIGN_IN[:-1]]
)
def test_there_is_nothing_else_to_show(browser_of: Any, path: str) -> None:
    page = browser_of("ada").get(path)
    assert page.status_code == 404
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


def test_the_script_for_authors_may_be_loaded_from_anywhere(client: Any) -> None:
    script = client.get("/embed.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cross-origin-resource-policy"] == "cross-origin"


def test_a_window_signs_in_and_keeps_in_touch_with_the_part_on_the_way(
    client: Any, school: Any
) -> None:
    asked = client.get(SIGN_IN)
    assert asked.headers["location"] == f"/sign-in?next={SIGN_IN}"
    form = client.get(asked.headers["location"])
    wrong = client.post("/sign-in", data={"token": "x", "next": SIGN_IN})
    done = client.post("/sign-in", data={"token": school.tokens["ada"], "next": SIGN_IN})
    assert done.headers["location"] == SIGN_IN
    offer, handed = client.get(SIGN_IN), client.post(SIGN_IN)
    for answer in (asked, form, wrong, done, offer, handed):
        assert answer.headers["cross-origin-opener-policy"] == "unsafe-none"
    assert "Continue as Ada" in offer.text
    assert "data-session" not in offer.text
    assert handed.headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in handed.headers["content-security-policy"]


def test_names_are_inert_in_windows_and_frames(browser_of: Any, client: Any, school: Any) -> None:
    ada, name = browser_of("ada"), school.rename("ada", '"><i>\u202eada{x}')
    pages = [ada.get(SIGN_IN).text, frame_of(client, session=handed_over(ada)).text]
    for page in pages:
        assert name not in page
        assert "&lt;i&gt;[U+202E]ada{x}" in page


def test_other_windows_stay_apart(client: Any) -> None:
    for path in ("/sign-in", f"/sign-in?next={LESSON}", f"/sign-in?next=//x/embed/{SIGN_IN}"):
        assert client.get(path).headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": BOOK}])
@pytest.mark.parametrize("path", [SIGN_IN, EMBED, f"{EMBED}/open"])
def test_a_page_around_cannot_ask_in_our_name(browser_of: Any, path: str, headers: Any) -> None:
    refused = browser_of("ada").post(path, headers=headers)
    assert refused.status_code == 403
    assert "set-cookie" not in refused.headers


def test_who_is_no_member_gets_no_session(browser_of: Any) -> None:
    dan = browser_of("dan")
    assert "You are no member of Demo course" in dan.get(SIGN_IN).text
    assert dan.post(SIGN_IN).status_code == 404


def test_with_a_handed_session_a_part_submits_for_credit(
    browser_of: Any, client: Any, queue: Any
) -> None:
    sealed = handed_over(browser_of("ada"))
    assert run_of(client, VISITOR, "submissions").status_code == 401
    page = frame_of(client, session=sealed)
    assert "Signed in as Ada." in page.text
    assert 'id="submit"' in page.text
    sent = run_of(client, {**SCRIPT, "Grader-Session": sealed}, "submissions")
    assert (sent.status_code, len(queue.sent)) == (202, 1)


def test_the_cookie_of_a_frame_is_kept_apart_and_brings_the_part_back(
    browser_of: Any, client: Any
) -> None:
    client.base_url = "https://testserver"
    page = frame_of(client, session=handed_over(browser_of("ada")))
    cookie = page.headers["set-cookie"].split("; ")
    assert {"Partitioned", "Secure", "HttpOnly", "SameSite=none", "Path=/"} <= set(cookie)
    assert cookie[0].startswith("__Host-grader_frame=")
    assert "Signed in as Ada." in client.get(EMBED).text
    over = frame_of(client, session=handed_over(browser_of("ada")), leave="yes")
    assert "Practice: no grade." in over.text
    assert "Practice: no grade." in client.get(EMBED).text


def test_the_cookie_of_a_frame_does_nothing_but_load_a_part(
    browser_of: Any, client: Any, queue: Any
) -> None:
    """Unlike other cookies it comes with what a foreign page asks of us."""
    client.base_url = "https://testserver"
    frame_of(client, session=handed_over(browser_of("ada")))
    assert "Sign out" not in client.get("/").text
    assert run_of(client, SCRIPT, "submissions").status_code == 401
    assert client.post(f"{LESSON}/draft", data={"source": "x"}, headers=SCRIPT).status_code == 401
    assert queue.sent == []


def test_over_plain_http_a_part_knows_somebody_until_it_is_left(
    browser_of: Any, client: Any
) -> None:
    page = frame_of(client, session=handed_over(browser_of("ada")))
    assert "Signed in as Ada." in page.text
    assert "set-cookie" not in page.headers
    assert "Practice: no grade." in client.get(EMBED).text


def test_staff_are_learners_in_a_frame(browser_of: Any, client: Any, school: Any) -> None:
    ada = run_of(browser_of("ada"), SCRIPT).json()
    session = {"Grader-Session": handed_over(browser_of("ines"))}
    assert client.get(LESSON, headers=session).status_code == 200
    for path in (f"{LESSON}/results", ada["panel"], ada["events"]):
        assert client.get(path, headers=session).status_code == 404


def test_a_session_of_a_frame_is_for_its_course_alone(
    browser_of: Any, client: Any, school: Any
) -> None:
    with school.store.unit() as unit:
        writes.add_member(unit, 2, 1, role="learner", now=school.now())  # Ada is in `other`, too
    assert browser_of("ada").get("/courses/other/assignments/prefix-sharing").status_code == 200
    session = {"Grader-Session": handed_over(browser_of("ada"))}
    other = client.get("/courses/other/assignments/prefix-sharing", headers=session)
    assert other.status_code == 404
    assert "Other course" not in client.get("/", headers=session).text


def test_sessions_are_not_good_for_one_another(browser_of: Any, client: Any) -> None:
    ada = browser_of("ada")
    cookie = ada.cookies["grader_session"]
    assert run_of(client, {**SCRIPT, "Grader-Session": cookie}).status_code == 401
    client.cookies.set("grader_session", handed_over(ada))
    assert "Sign out" not in client.get("/").text


@pytest.mark.parametrize("end", ["revoked", "too old", "forged"])
def test_a_session_that_is_over_is_told_to_the_part(
    browser_of: Any, client: Any, school: Any, monkeypatch: Any, end: str
) -> None:
    sealed = handed_over(browser_of("ada"))
    if end == "revoked":
        with school.store.unit() as unit:
            writes.revoke_token(unit, school.tokens["ada"], now=school.now())
    elif end == "too old":
        monkeypatch.setattr(sessions, "FRAMED_SECONDS", -1)
    else:
        sealed = sealed[:-4] + "AAA="
    page = frame_of(client, session=sealed, source="x = 1")
    assert 'data-session=""' in page.text
    assert "Practice: no grade." in page.text
    assert run_of(client, {**SCRIPT, "Grader-Session": sealed}).status_code == 401


def test_what_was_typed_before_signing_in_becomes_the_draft(browser_of: Any, client: Any) -> None:
    ada = browser_of("ada")
    ada.post(f"{LESSON}/draft", data={"source": "before = 1\n"})
    frame_of(client, session=handed_over(ada), source="typed = 1\n")
    assert "typed = 1\n</textarea>" in ada.get(LESSON).text
    assert "Draft put aside" in ada.get(f"{LESSON}/history").text


def test_a_visitor_goes_on_in_a_window_of_his_own(client: Any, school: Any) -> None:
    run = run_of(client, VISITOR)
    client.cookies.clear()
    fields = {"session": run.headers["grader-session"], "source": "typed = 1\n"}
    opened = client.post(f"{EMBED}/open", data=fields)
    assert opened.headers["location"] == f"{LESSON}?draft=1#code"
    assert "typed = 1\n</textarea>" in client.get(opened.headers["location"]).text
    assert client.get(run.json()["panel"]).status_code == 202


def test_a_visitors_text_goes_to_the_account_of_the_browser(browser_of: Any, client: Any) -> None:
    run, ada = run_of(client, VISITOR), browser_of("ada")
    fields = {"session": run.headers["grader-session"], "source": "typed = 1\n"}
    opened = ada.post(f"{EMBED}/open", data=fields)
    assert opened.headers["location"] == f"{LESSON}#code"
    assert "set-cookie" not in opened.headers
    assert "typed = 1\n</textarea>" in ada.get(LESSON).text


def test_the_text_of_an_account_goes_to_nobody_else(browser_of: Any, client: Any) -> None:
    fields = {"session": handed_over(browser_of("ada")), "source": "of_ada = 1\n"}
    for browser in (browser_of("ben"), client):
        opened = browser.post(f"{EMBED}/open", data=fields)
        assert opened.headers["location"] == f"{LESSON}#code"
        assert "set-cookie" not in opened.headers
        assert "of_ada" not in browser.get(LESSON).text


def test_an_empty_frame_makes_nobody_a_visitor(client: Any) -> None:
    opened = client.post(f"{EMBED}/open", data={"source": " \n"})
    assert (opened.status_code, "set-cookie" in opened.headers) == (303, False)


def test_without_practice_a_part_asks_for_an_account(
    browser_of: Any, client: Any, school: Any
) -> None:
    close_practice(school)
    page = client.get(EMBED)
    assert "This part needs an account." in page.text
    assert "Sharing prefixes" not in page.text
    assert page.text == client.get("/embed/demo/nothing").text.replace("nothing", "prefix-sharing")
    assert "Signed in as Ada." in frame_of(client, session=handed_over(browser_of("ada"))).text
