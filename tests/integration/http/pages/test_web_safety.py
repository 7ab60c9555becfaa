"""Pages stay ours: no script, nothing from elsewhere, and learners' text does nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grader.app import create_app

PLACE = "/courses/demo/assignments/prefix-sharing"
HOSTILE = (
    "x = '</pre></textarea><script>alert(1)</script>{{7*7}}' # \u202eevil\u2066 \x7f \x85 \ufeff\n"
)


def sent(browser: Any, source: str) -> str:
    done = browser.post(f"{PLACE}/submissions", data={"source": source})
    found = re.search(r"sub_[0-9A-Z]+", done.headers["location"])
    assert found
    return f"/submissions/{found[0]}"


def test_hostile_source_is_inert_on_every_page(browser_of: Any) -> None:
    ada = browser_of("ada")
    address = sent(ada, HOSTILE)
    pages = [ada.get(address).text, ada.get(PLACE).text, browser_of("ines").get(address).text]
    assert all("<script>" not in page and "{{7*7}}" in page for page in pages)
    assert "\u202e" not in pages[0]
    assert "[U+202E]evil[U+2066] ␡ [U+0085] [U+FEFF]" in pages[0]


def test_hostile_values_of_a_grade_are_inert(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    address = sent(ada, "x = 1\n")
    school.grade(address.rsplit("/", 1)[-1], school.hostile("<b>\x1b[31m\u202e`"))
    page = ada.get(address).text
    assert "<b>" not in page
    assert page.count("&lt;b&gt;␛[31m[U+202E]`") >= 4  # returned, message, hint, output


def test_a_hostile_name_is_inert(browser_of: Any, school: Any) -> None:
    name = school.rename("ada", "<i>\u202eada")
    page = browser_of("ines").get(f"{PLACE}/results").text
    assert name not in page
    assert "&lt;i&gt;[U+202E]ada" in page


@pytest.mark.parametrize(
    "path", ["/", "/sign-in", "/docs", "/nothing", PLACE, "/static/manifest.json"]
)
def test_every_page_carries_the_headers_that_keep_it_ours(browser_of: Any, path: str) -> None:
    headers = browser_of("ada").get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/docs", PLACE, f"{PLACE}/results"])
def test_no_page_asks_another_host_or_uses_inline_style_or_script(
    browser_of: Any, path: str
) -> None:
    page = browser_of("ines").get(path).text
    assert not any(bad in page for bad in ("<script>", "<style", " style=", " onclick="))
    assert all(source.startswith("/static/") for source in re.findall(r'src="([^"]*)"', page))
    assert 'href="http' not in page


def test_unknown_addresses_are_pages_for_people(client: Any) -> None:
    page = client.get("/nothing")
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert "Go to your courses" in page.text


def test_a_bug_of_ours_is_a_page_with_a_reference(settings: Any, queue: Any, notify: Any) -> None:
    class BrokenStore:
        def reading(self) -> Any:
            raise RuntimeError("secret detail of /srv/grader")

    app = create_app(settings, store=BrokenStore(), queue=queue, notify=notify)  # type: ignore[arg-type]
    with TestClient(app, raise_server_exceptions=False) as client:
        page = client.post("/sign-in", data={"token": "x"})
    assert (page.status_code, "secret" in page.text) == (500, False)
    assert "Reference" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_the_style_sheet_may_be_kept_for_good(client: Any) -> None:
    address = client.get("/sign-in").text.split('rel="stylesheet" href="')[1].split('"')[0]
    style = client.get(address)
    assert style.status_code == 200
    assert "immutable" in style.headers["cache-control"]
    assert "no-cache" in client.get("/static/manifest.json").headers["cache-control"]


def test_the_style_sheet_is_sent_as_the_browser_can_read_it(client: Any) -> None:
    address = client.get("/sign-in").text.split('rel="stylesheet" href="')[1].split('"')[0]
    coded = {
        accepted: client.get(address, headers={"Accept-Encoding": accepted})
        for accepted in ("gzip, br", "gzip", "identity")
    }
    codings = {name: answer.headers.get("content-encoding") for name, answer in coded.items()}
    assert codings == {"gzip, br": "br", "gzip": "gzip", "identity": None}
    assert coded["gzip"].text == coded["identity"].text
    assert client.get(f"{address}.br").status_code == 404


def test_a_page_may_be_kept_for_the_back_button_but_not_by_a_proxy(browser_of: Any) -> None:
    assert browser_of("ada").get("/").headers["cache-control"] == "private, no-cache"
