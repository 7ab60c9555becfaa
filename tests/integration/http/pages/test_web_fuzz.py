"""Whatever is asked of a page, nothing breaks: no address, form, cookie or header is a 500."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.store import writes
from grader.web import routes

PAGES = sorted(
    (method, route.path)
    for page in routes.PAGES
    for route in page.router.routes
    if isinstance(route, APIRoute)
    for method in route.methods
)
KNOWN = {
    "course": "demo",
    "assignment": "prefix-sharing",
    "button": "runs",
    "pack": "prefix-sharing",
    "version": "v1",
    "file": "index.html",
    "submission": "sub_01KB8Z3T4Q0V7N5R9XK2M6P8DW",
}
FIELDS = (
    *("source", "request", "revision", "aside", "question", "answer", "step", "reveal"),
    *("session", "leave", "token", "next"),
)
PARAMETERS = ("part", "code", "draft", "result", "look", "cursor", "next", "lang")
words = st.text(max_size=20) | st.sampled_from(["\0", "..", "a/b", "\u202e", "1" * 30, "-1", "ё"])
places = st.fixed_dictionaries({name: st.just(known) | words for name, known in KNOWN.items()})
queries = st.dictionaries(st.sampled_from(PARAMETERS), words, max_size=3)
forms = st.dictionaries(st.sampled_from(FIELDS) | words, words, max_size=5)
in_one_world = settings(
    max_examples=25,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def databases(postgres_databases: Any) -> Any:
    """The pickier kind: it takes no NUL, and no text for a number."""
    yield postgres_databases
    postgres_databases.take_back()


@pytest.fixture
def people(browser_of: Any, client: Any, school: Any) -> tuple[Any, ...]:
    with school.store.unit() as unit:
        writes.allow_embedding(unit, 1, ("https://book.example",))
    return browser_of("ada"), browser_of("ines"), client


def url_of(path: str, place: dict[str, str], query: dict[str, str]) -> str:
    named = {name: quote(text, safe="", errors="replace") for name, text in place.items()}
    return f"{path.format(**named)}?{urlencode(query, errors='replace')}"


@pytest.mark.parametrize(("method", "path"), PAGES)
@in_one_world
@given(place=places, query=queries, form=forms, who=st.integers(0, 2))
def test_any_question_is_answered(
    people: Any, method: str, path: str, place: Any, query: Any, form: Any, who: int
) -> None:
    body = urlencode(form, errors="replace") if method == "POST" else ""
    answer = people[who].request(method, url_of(path, place, query), content=body)
    assert answer.status_code < 500


@in_one_world
@given(cookie=st.text(st.characters(codec="latin-1", exclude_characters="\r\n\0"), max_size=40))
def test_any_cookie_and_any_session_is_nobody(client: Any, cookie: str) -> None:
    for name in ("Cookie", "Grader-Session", "Accept-Language"):
        value = f"grader_session={cookie}" if name == "Cookie" else cookie
        answer = client.get("/sign-in", headers={name: value.encode("latin-1")})
        assert answer.status_code == 200
