"""Sessions: signing in with a token, signing out, and what another site cannot do."""

from __future__ import annotations

from typing import Any

import pytest

from grader.store import writes

HOME = "/"
PLACE = "/courses/demo/assignments/prefix-sharing"


def test_a_token_signs_in_and_leads_to_where_one_wanted_to_go(client: Any, school: Any) -> None:
    refused = client.get(PLACE)
    assert (refused.status_code, refused.headers["location"]) == (303, f"/sign-in?next={PLACE}")
    form = {"token": f" {school.tokens['ada']}\n", "next": PLACE}
    done = client.post("/sign-in", data=form)
    assert (done.status_code, done.headers["location"]) == (303, PLACE)
    assert client.get(PLACE).status_code == 200


def test_the_cookie_is_out_of_reach_and_does_not_show_the_token(client: Any, school: Any) -> None:
    done = client.post("https://testserver/sign-in", data={"token": school.tokens["ada"]})
    cookie = done.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Secure", "Path=/"} <= set(cookie.split("; "))
    assert cookie.startswith("__Host-grader_session=")  # no neighbour under our domain can set it
    assert school.tokens["ada"] not in cookie


@pytest.mark.parametrize("token", ["", "wrong", "tök", "\0", "x" * 10_000])
def test_a_wrong_token_is_told_in_a_sentence(client: Any, token: str) -> None:
    page = client.post("/sign-in", data={"token": token})
    assert page.status_code == 401
    assert "This token is not known here." in page.text
    assert "set-cookie" not in page.headers


@pytest.mark.parametrize(
    "way", ["//evil.example", "https://evil.example", "/\\evil.example", "/a\tb", "x", "/ä"]
)
def test_next_never_leads_to_another_site(client: Any, school: Any, way: str) -> None:
    done = client.post("/sign-in", data={"token": school.tokens["ada"], "next": way})
    assert done.headers["location"] == HOME


def test_who_signs_out_is_out(browser_of: Any) -> None:
    ada = browser_of("ada")
    assert ada.get(HOME).status_code == 200
    assert ada.post("/sign-out").headers["location"] == "/sign-in"
    assert ada.get(HOME).status_code == 303


@pytest.mark.parametrize("forge", [lambda c: c[:-4] + "AAA=", lambda c: "x", lambda c: "x" * 5000])
def test_a_forged_cookie_is_nobody(browser_of: Any, client: Any, forge: Any) -> None:
    cookie = browser_of("ada").cookies["grader_session"]
    client.cookies.set("grader_session", forge(cookie))
    assert client.get(HOME).status_code == 303


def test_a_session_ends_when_its_token_is_revoked(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    assert ada.get(HOME).status_code == 200
    with school.store.unit() as unit:
        writes.revoke_token(unit, school.tokens["ada"], now=school.now())
    assert ada.get(HOME).status_code == 303


FOREIGN = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://testserver.evil.example"},
]
OWN = [{}, {"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://testserver"}]


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize("path", [f"{PLACE}/submissions", f"{PLACE}/runs", "/sign-out"])
def test_a_page_of_another_site_changes_nothing(
    browser_of: Any, queue: Any, headers: Any, path: str
) -> None:
    ada = browser_of("ada")
    page = ada.post(path, data={"source": "x = 1\n"}, headers=headers)
    assert (page.status_code, queue.sent) == (403, [])
    assert ada.get(HOME).status_code == 200


@pytest.mark.parametrize("headers", OWN)
def test_our_own_page_may(browser_of: Any, queue: Any, headers: Any) -> None:
    ada = browser_of("ada")
    page = ada.post(f"{PLACE}/submissions", data={"source": "x = 1\n"}, headers=headers)
    assert (page.status_code, len(queue.sent)) == (303, 1)


def test_a_foreign_page_cannot_sign_somebody_in(client: Any, school: Any) -> None:
    form = {"token": school.tokens["ada"]}
    page = client.post("/sign-in", data=form, headers={"Sec-Fetch-Site": "cross-site"})
    assert page.status_code == 403
    assert "set-cookie" not in page.headers
