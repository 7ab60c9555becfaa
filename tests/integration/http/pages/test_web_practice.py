"""Visitors without an account: what they may do, and what they try in vain."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from grader.actions import practice
from grader.store import writes
from grader.web import visits
from tests.integration.http.conftest import STARTER

PLACE = "/courses/demo/assignments/prefix-sharing"
SOURCE = "def full_shared_blocks(prefix_len, block):\n    return prefix_len // block\n"
AS_SCRIPT = {"Accept": "application/json"}
AS_VISITOR = {**AS_SCRIPT, "Grader-Visitor": "yes"}


@pytest.fixture(autouse=True)
def open_to_all(school: Any) -> None:
    open_practice(school)


def open_practice(school: Any, *, practice: bool = True) -> None:
    with school.store.unit() as unit:
        writes.open_for_practice(unit, 1, practice=practice)


def send(browser: Any, button: str = "runs", **headers: str) -> Any:
    headers = {**AS_VISITOR, **headers}
    return browser.post(f"{PLACE}/{button}", data={"source": SOURCE}, headers=headers)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_visitor_runs_in_practice_and_submits_nothing(client: Any, queue: Any) -> None:
    page = client.get(PLACE)
    assert "Practice: visible cases and hints, no grade." in page.text
    assert 'id="submit"' not in page.text
    sent = send(client)
    assert (sent.status_code, len(queue.sent)) == (202, 1)
    assert client.get(sent.json()["panel"]).status_code == 202
    assert send(client, "submissions").status_code == 403
    assert len(queue.sent) == 1


def test_without_practice_a_visitor_begins_nothing(client: Any, school: Any, queue: Any) -> None:
    before = send(client)
    open_practice(school, practice=False)
    assert (before.status_code, send(client).status_code) == (202, 404)
    client.cookies.clear()
    assert refusal(send(client)) == (401, "not_signed_in")
    assert client.post(f"{PLACE}/answers", headers=AS_VISITOR).status_code == 401
    assert client.post(f"{PLACE}/draft", headers=AS_VISITOR).status_code == 401
    assert len(queue.sent) == 1


@pytest.mark.parametrize("part", ["runs", "draft", "answers"])
def test_whose_session_ended_is_told_so_and_becomes_no_visitor(
    client: Any, queue: Any, part: str
) -> None:
    """What he does would otherwise be kept under another name, and look lost."""
    refused = client.post(f"{PLACE}/{part}", data={"source": SOURCE}, headers=AS_SCRIPT)
    assert (refused.status_code, queue.sent) == (401, [])
    assert "set-cookie" not in refused.headers


def test_what_a_visitor_types_is_kept_for_him(client: Any) -> None:
    form = {"source": "mine = 1\n"}
    kept = client.post(f"{PLACE}/draft", data=form, headers=AS_VISITOR)
    assert (kept.status_code, kept.json()["revision"]) == (200, 1)
    assert "mine = 1\n</textarea>" in client.get(PLACE).text
    client.cookies.clear()
    assert "mine = 1" not in client.get(PLACE).text


@pytest.mark.parametrize(
    ("way", "comes_along"),
    [(PLACE, True), (f"{PLACE}?draft=1#code", True), ("/", False), (f"{PLACE}/history", False)],
)
def test_who_signs_in_from_a_lesson_goes_on_with_what_he_wrote_there(
    client: Any, browser_of: Any, school: Any, way: str, comes_along: bool
) -> None:
    """The draft that the account had stays in its history."""
    browser_of("ada").post(f"{PLACE}/draft", data={"source": "of_ada = 1\n"}, headers=AS_SCRIPT)
    client.post(f"{PLACE}/draft", data={"source": "practised = 1\n"}, headers=AS_VISITOR)
    client.post("/sign-in", data={"token": school.tokens["ada"], "next": way})
    newest = "practised = 1" if comes_along else "of_ada = 1"
    assert f"{newest}\n</textarea>" in client.get(PLACE).text
    assert ("Draft put aside" in client.get(f"{PLACE}/history").text) is comes_along


def test_who_wrote_nothing_brings_nothing_along(client: Any, browser_of: Any, school: Any) -> None:
    browser_of("ada").post(f"{PLACE}/draft", data={"source": "of_ada = 1\n"}, headers=AS_SCRIPT)
    for text in ("", " \n", STARTER):
        client.cookies.clear()
        client.post(f"{PLACE}/draft", data={"source": text}, headers=AS_VISITOR)
        client.post("/sign-in", data={"token": school.tokens["ada"], "next": PLACE})
        assert "of_ada = 1\n</textarea>" in client.get(PLACE).text


def test_a_visitor_has_his_own_pace(client: Any) -> None:
    for _ in range(practice.VISITOR_RUNS_A_MINUTE):
        assert send(client).status_code == 202
    refused = send(client)
    assert refusal(refused) == (429, "too_many_runs")
    assert 0 < refused.json()["details"]["seconds"] <= 60


def test_a_cookie_thrown_away_wins_no_more_runs(
    app: Any, client: Any, queue: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(visits, "NEW_OF_AN_ADDRESS", 3)
    app.state.visits = visits.Visits(app.state.sessions)
    for _ in range(3):
        assert send(client).status_code == 202
        client.cookies.clear()
    assert refusal(send(client)) == (429, "too_many_visitors")
    assert len(queue.sent) == 3
    elsewhere = TestClient(app, client=("203.0.113.9", 4711))
    assert send(elsewhere).status_code == 202


def test_many_visitors_of_one_address_share_its_pace(
    app: Any, client: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(visits, "SENT_BY_AN_ADDRESS", 4)
    app.state.visits = visits.Visits(app.state.sessions)
    visitors = [TestClient(app), TestClient(app)]
    for visitor in visitors * 2:
        assert send(visitor).status_code == 202
    for visitor in visitors:
        assert refusal(send(visitor)) == (429, "too_many_visitors")


def test_an_address_that_floods_leaves_room_for_others(
    app: Any, client: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(visits, "NEW_A_MINUTE", 3)
    monkeypatch.setattr(visits, "NEW_OF_AN_ADDRESS", 2)
    app.state.visits = visits.Visits(app.state.sessions)
    assert [send(TestClient(app)).status_code for _ in range(9)] == [202, 202, *[429] * 7]
    assert send(TestClient(app, client=("203.0.113.9", 4711))).status_code == 202


def test_members_are_not_counted_among_the_visitors_of_their_address(
    app: Any, browser_of: Any, client: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(visits, "SENT_BY_AN_ADDRESS", 1)
    app.state.visits = visits.Visits(app.state.sessions)
    assert [send(client).status_code for _ in range(2)] == [202, 429]
    assert send(browser_of("ada")).status_code == 202


def test_practice_waits_when_much_of_it_waits_already(
    app: Any, client: Any, browser_of: Any, queue: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(practice, "MOST_WAITING", 2)
    answers = [send(TestClient(app)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert refusal(answers[-1]) == (429, "practice_full")
    assert send(browser_of("ada")).status_code == 202
    assert len(queue.sent) == 3


@pytest.mark.parametrize("part", ["", "/panel", "/events", "/changes"])
def test_a_visitor_sees_nothing_of_anybody_else(
    app: Any, client: Any, browser_of: Any, part: str
) -> None:
    others = [
        send(browser_of("ada"), "submissions").json()["id"],
        send(TestClient(app)).json()["id"],
    ]
    assert send(client).status_code == 202
    for one in others:
        assert client.get(f"/submissions/{one}{part}").status_code in (303, 404)
        assert client.get(f"{PLACE}?result={one}").status_code == 404
        assert client.get(f"{PLACE}?code={one}").status_code == 404


def test_a_visitor_is_nobody_for_programs_and_staff(client: Any) -> None:
    sent = send(client, **{"Grader-Framed": "yes"})
    sealed = {"Grader-Session": sent.headers["grader-session"]}
    url = f"/api/v1/submissions/{sent.json()['id']}"
    bearer = {"Authorization": f"Bearer {sent.headers['grader-session']}"}
    for headers in ({}, sealed, bearer):
        assert client.get(url, headers=headers).status_code == 401
        assert client.get(f"{PLACE}/results", headers=headers).status_code == 303


@pytest.mark.parametrize("disclosure", ["hint", "counterexample", "all_after_deadline"])
def test_practice_is_no_oracle(client: Any, school: Any, disclosure: str) -> None:
    """No run meets hidden cases; if one had, it would tell nothing of them, at any level."""
    with school.store.unit() as unit:
        writes.set_disclosure(unit, 1, disclosure=disclosure, due_at=None)
    sent = send(client).json()
    school.grade(sent["id"])
    shown = [client.get(sent["panel"]), client.get(sent["events"]), client.get(PLACE)]
    for page in shown:
        assert page.status_code == 200
        assert school.canary not in page.text
