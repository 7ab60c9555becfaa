"""What the lesson page's script asks for."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

PLACE = "/courses/demo/assignments/prefix-sharing"
SOURCE = "def full_shared_blocks(prefix_len, block):\n    return prefix_len // block\n"
AS_SCRIPT = {"Accept": "application/json"}


def send(browser: Any, button: str = "submissions", **headers: str) -> Any:
    return browser.post(
        f"{PLACE}/{button}", data={"source": SOURCE}, headers={**AS_SCRIPT, **headers}
    )


def test_a_script_is_told_where_the_result_will_be(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    sent = send(ada)
    assert sent.status_code == 202
    waiting = ada.get(sent.json()["panel"])
    assert waiting.status_code == 202
    assert json.loads(waiting.headers["grader-status"]) == {
        "state": "queued",
        "said": "Waiting for a free place. We do not know how long yet.",
    }
    school.grade(sent.json()["id"])
    panel = ada.get(sent.json()["panel"])
    assert panel.status_code == 200
    assert 'data-final="yes"' in panel.text
    assert school.canary not in panel.text


def test_the_stream_ends_with_the_panel(browser_of: Any, school: Any) -> None:
    ada = browser_of("ada")
    sent = send(ada).json()
    school.grade(sent["id"])
    stream = ada.get(sent["events"])
    assert stream.headers["content-type"].startswith("text/event-stream")
    events = re.findall(r"event: (\w+)\ndata: (.*)\n\n", stream.text)
    assert [name for name, _ in events] == ["panel", "end"]
    assert "1 of 2 functions pass." in json.loads(events[0][1])["html"]


@pytest.mark.parametrize("part", ["panel", "events", "changes"])
def test_a_result_of_another_does_not_exist(browser_of: Any, part: str) -> None:
    sent = send(browser_of("ada")).json()
    assert browser_of("ben").get(f"/submissions/{sent['id']}/{part}").status_code == 404


@pytest.mark.parametrize(
    ("source", "status", "code"),
    [("x = 1 # " + "x" * 65_536, 413, "source_too_large"), (" \n", 422, "source_rejected")],
)
def test_a_script_is_told_what_was_refused(
    browser_of: Any, source: str, status: int, code: str
) -> None:
    data = {"source": source}
    refused = browser_of("ada").post(f"{PLACE}/submissions", data=data, headers=AS_SCRIPT)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_who_is_signed_out_is_told_so(client: Any, queue: Any) -> None:
    refused = send(client)
    assert (refused.status_code, refused.json()["code"], queue.sent) == (401, "not_signed_in", [])


def test_a_draft_is_kept_and_a_newer_one_is_not_overwritten(browser_of: Any) -> None:
    ada = browser_of("ada")
    first = ada.post(f"{PLACE}/draft", data={"source": "mine = 1\n"})
    assert (first.status_code, first.json()["revision"]) == (200, 1)
    assert "mine = 1\n</textarea>" in ada.get(PLACE).text
    ada.post(f"{PLACE}/draft", data={"source": "mine = 2\n", "revision": "1"})
    late = ada.post(f"{PLACE}/draft", data={"source": "mine = 3\n", "revision": "1"})
    assert (late.status_code, late.json()["source"]) == (409, "mine = 2\n")


@pytest.mark.parametrize("revision", ["x", "-1", "9" * 30, "²"])
def test_a_revision_that_is_none_is_an_old_one(browser_of: Any, revision: str) -> None:
    ada = browser_of("ada")
    ada.post(f"{PLACE}/draft", data={"source": "a"})
    late = ada.post(f"{PLACE}/draft", data={"source": "b", "revision": revision})
    assert late.status_code == 409


@pytest.mark.parametrize(
    "path",
    [
        "/packs/prefix-sharing/v1/explorer/solution.py",
        "/packs/prefix-sharing/v1/explorer/..%2fpack.toml",
        "/packs/prefix-sharing/v1/explorer/index.html",
        "/packs/nothing/v1/explorer/index.html",
    ],
)
def test_what_a_pack_does_not_show_is_not_there(client: Any, path: str) -> None:
    assert client.get(path).status_code == 404
