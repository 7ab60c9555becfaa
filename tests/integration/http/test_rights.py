"""Who may open which address: every address there is, for everybody who might try.

Ada's submission is asked for by Ada, by Ben beside her, by staff and the instructor of her course,
by an instructor of another course, and by nobody in particular. What one may not see is not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from grader.store import writes
from grader.web import routes
from grader.web.origin import SAFE_METHODS

API, DEMO = "/api/v1", "/courses/{course}/assignments/{assignment}"
HERE = "/courses/{course}"
MEMBERS = {"ada", "ben", "sam", "ines"}
ABOUT_ADA = {"ada", "sam", "ines"}
STAFF = {"sam", "ines"}
INSTRUCTOR = {"ines"}
SIGNED_IN = MEMBERS | {"dan"}
EVERYBODY = SIGNED_IN | {"nobody"}
SOURCE = {"source": "x = 1\n"}
HOOK = {"url": "http://127.0.0.1:9/grades"}
PACK = {"files": {"pack.toml": ""}}
LEVEL = {"disclosure": "hint"}
WEEK = {"assignment": "week-2", "pack": "prefix-sharing"}
PIN = {"pack_version": "v1"}

# method, address, who may, what is sent
FOR_PROGRAMS: list[tuple[str, str, set[str], Any]] = [
    ("GET", "/healthz", EVERYBODY, None),
    ("GET", f"{API}/me", SIGNED_IN, None),
    ("POST", f"{API}{DEMO}/submissions", MEMBERS, SOURCE),
    ("GET", f"{API}{DEMO}/submissions", MEMBERS, None),
    ("POST", f"{API}{DEMO}/runs", MEMBERS, SOURCE),
    ("GET", f"{API}/submissions/{{submission}}", ABOUT_ADA, None),
    ("GET", f"{API}{DEMO}/answers", MEMBERS, None),
    ("GET", f"{API}{DEMO}/results", STAFF, None),
    ("PUT", f"{API}{DEMO}/disclosure", INSTRUCTOR, LEVEL),
    ("POST", f"{API}{HERE}/assignments", INSTRUCTOR, WEEK),
    ("PUT", f"{API}{DEMO}/version", INSTRUCTOR, PIN),
    ("POST", f"{API}{HERE}/packs", INSTRUCTOR, PACK),
    ("GET", f"{API}{HERE}/packs/{{upload}}", INSTRUCTOR, None),
    ("POST", f"{API}{HERE}/webhooks", INSTRUCTOR, HOOK),
    ("GET", f"{API}{HERE}/webhooks", STAFF, None),
    ("DELETE", f"{API}{HERE}/webhooks/{{webhook}}", INSTRUCTOR, None),
]
FOR_PEOPLE: list[tuple[str, str, set[str], Any]] = [
    ("GET", "/", SIGNED_IN, None),
    ("GET", "/docs", EVERYBODY, None),
    ("GET", "/sign-in", EVERYBODY, None),
    ("GET", DEMO, MEMBERS, None),
    ("POST", f"{DEMO}/draft", MEMBERS, SOURCE),
    ("GET", f"{DEMO}/history", MEMBERS, None),
    ("POST", f"{DEMO}/{{button}}", MEMBERS, SOURCE),
    ("GET", f"{DEMO}/results", STAFF, None),
    ("GET", "/submissions/{submission}", ABOUT_ADA, None),
    ("GET", "/submissions/{submission}/panel", ABOUT_ADA, None),
    ("GET", "/submissions/{submission}/events", ABOUT_ADA, None),
    ("GET", "/submissions/{submission}/changes", ABOUT_ADA, None),
    ("GET", "/embed.js", EVERYBODY, None),
    ("GET", "/embed/{course}/{assignment}", EVERYBODY, None),
    ("GET", "/embed/{course}/{assignment}/sign-in", SIGNED_IN, None),
    ("POST", "/embed/{course}/{assignment}/sign-in", MEMBERS, {}),
    ("GET", f"{DEMO}?result={{submission}}", ABOUT_ADA, None),
    ("GET", f"{DEMO}?code={{submission}}", ABOUT_ADA, None),
]
# What these do is no question of rights alone; each has tests of its own.
ELSEWHERE = {
    ("GET", "/readyz"),
    ("POST", f"{API}{DEMO}/answers"),
    ("POST", f"{DEMO}/answers"),
    ("POST", "/sign-in"),
    ("POST", "/sign-out"),
    ("GET", "/packs/{pack}/{version}/explorer/{file}"),
    ("POST", "/embed/{course}/{assignment}"),
    ("POST", "/embed/{course}/{assignment}/open"),
}


@dataclass(frozen=True)
class Known:
    """What the addresses name: Ada's submission, and what the instructor made."""

    submission: str
    upload: str
    webhook: str

    def url(self, path: str) -> str:
        return path.format(course="demo", assignment="prefix-sharing", button="runs", **vars(self))


@pytest.fixture
def known(school: Any, client_of: Any) -> Known:
    with school.store.unit() as unit:
        sam = writes.add_person(unit, name="Sam", now=school.now())
        writes.add_token(unit, sam.id, "token-of-Sam", label="test", now=school.now())
        writes.add_member(unit, 1, sam.id, role="staff", now=school.now())
        writes.allow_embedding(unit, 1, ("https://book.example",))
    school.tokens["sam"] = "token-of-Sam"
    ines, here = client_of("ines"), f"{API}/courses/demo"
    sent = client_of("ada").post(f"{here}/assignments/prefix-sharing/submissions", json=SOURCE)
    school.grade(sent.json()["id"])
    return Known(
        submission=sent.json()["id"],
        upload=ines.post(f"{here}/packs", json=PACK).json()["id"],
        webhook=ines.post(f"{here}/webhooks", json=HOOK).json()["id"],
    )


def does(answer: Any) -> bool:
    """Whether it was done; a refusal is one that says nothing about what is there."""
    if answer.status_code == 303:
        return not answer.headers["location"].startswith("/sign-in")
    assert answer.status_code < 500
    assert answer.status_code not in (400, 405, 413, 422)
    return bool(answer.status_code < 300)


@pytest.mark.parametrize(("method", "path", "allowed", "body"), FOR_PROGRAMS)
def test_a_program_may_do_what_its_person_may(
    known: Known, client: Any, client_of: Any, method: str, path: str, allowed: Any, body: Any
) -> None:
    for name in sorted(EVERYBODY - allowed) + sorted(allowed):  # a DELETE is done once
        program = client if name == "nobody" else client_of(name)
        done = does(program.request(method, known.url(path), json=body))
        assert done is (name in allowed), name


@pytest.mark.parametrize(("method", "path", "allowed", "body"), FOR_PEOPLE)
def test_a_page_is_for_those_it_is_meant_for(
    known: Known, client: Any, browser_of: Any, method: str, path: str, allowed: Any, body: Any
) -> None:
    for name in sorted(EVERYBODY):
        browser = client if name == "nobody" else browser_of(name)
        done = does(browser.request(method, known.url(path), data=body))
        assert done is (name in allowed), name


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "null"}],
)
def test_no_page_of_another_site_changes_anything(
    app: FastAPI, known: Known, browser_of: Any, queue: Any, headers: Any
) -> None:
    """Whatever takes a POST, with the cookie of somebody who may: refused before it is read."""
    ada, sent = browser_of("ada"), len(queue.sent)
    for method, path in addresses_of(app):
        if method in SAFE_METHODS:
            continue
        refused = ada.request(method, known.url(path), data=SOURCE, headers=headers)
        expected = 401 if path.startswith(API) else 403  # a cookie opens nothing of the API
        assert (refused.status_code, "set-cookie" in refused.headers) == (expected, False), path
    assert len(queue.sent) == sent


def test_no_address_was_forgotten(app: FastAPI) -> None:
    listed = {(method, path.partition("?")[0]) for method, path, *_ in FOR_PROGRAMS + FOR_PEOPLE}
    assert set(addresses_of(app)) == listed | ELSEWHERE


def addresses_of(app: FastAPI) -> Iterator[tuple[str, str]]:
    for path, operations in app.openapi()["paths"].items():
        yield from ((method.upper(), path) for method in operations)
    for page in routes.PAGES:
        for route in page.router.routes:
            if isinstance(route, APIRoute):
                yield from ((method, route.path) for method in route.methods)
