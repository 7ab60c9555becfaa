"""Packs sent over HTTP: by instructors, kept until a worker has checked them."""

from __future__ import annotations

from typing import Any

import pytest

from grader.api.cap import MOST_PACK_BODY_BYTES
from grader.store import writes

PACKS = "/api/v1/courses/demo/packs"
FILES = {"pack.toml": 'name = "tiny"\n', "wrong/a.py": "x = 1\n"}


@pytest.fixture
def ines(client_of: Any) -> Any:
    return client_of("ines")


def test_an_instructor_sends_a_pack_and_reads_what_came_of_it(
    ines: Any, queue: Any, school: Any
) -> None:
    sent = ines.post(PACKS, json={"files": FILES})
    assert (sent.status_code, sent.json()["state"]) == (202, "waiting")
    assert queue.sent == [("publish", sent.json()["id"])]
    assert sent.headers["location"] == sent.json()["url"]
    with school.store.unit() as unit:
        claim = writes.claim_upload(unit, sent.json()["id"], school.now(), 15)
        assert claim is not None
        assert claim.files == FILES
        writes.finish_upload(unit, claim, "refused", report={"ok": False, "problems": []})
    read = ines.get(sent.json()["url"] + "?wait=30").json()
    assert (read["state"], read["report"]) == ("refused", {"ok": False, "problems": []})


@pytest.mark.parametrize(("name", "status"), [("ada", 404), ("dan", 404)])
def test_nobody_else_sends_or_reads_one(client_of: Any, ines: Any, name: str, status: int) -> None:
    url = ines.post(PACKS, json={"files": FILES}).json()["url"]
    assert client_of(name).post(PACKS, json={"files": FILES}).status_code == status
    assert client_of(name).get(url).status_code == status


def test_a_pack_of_one_course_is_not_found_in_another(client_of: Any, ines: Any) -> None:
    url = ines.post(PACKS, json={"files": FILES}).json()["url"]
    assert client_of("dan").get(url.replace("demo", "other")).status_code == 404


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"../pack.toml": ""},
        {"/etc/passwd": ""},
        {".hidden": ""},
        {"right/deep/a.py": ""},
        {"": ""},
        {"a b.py": ""},
        {"a.py": "x\0"},
        {f"{number}.py": "" for number in range(301)},
        {"a.py": "é" * (1024 * 1024 + 1)},
    ],
)
def test_what_cannot_be_a_pack_is_refused_and_not_kept(
    ines: Any, queue: Any, files: dict[str, str]
) -> None:
    refused = ines.post(PACKS, json={"files": files})
    assert (refused.status_code, refused.json()["code"]) == (422, "pack_rejected")
    assert queue.sent == []


def test_half_a_character_is_refused(ines: Any) -> None:
    body = b'{"files": {"a.py": "\\ud800"}}'
    assert ines.post(PACKS, content=body).json()["code"] in {"pack_rejected", "wrong_fields"}


def test_a_pack_may_be_larger_than_a_source_but_not_endless(ines: Any) -> None:
    large = {"a.py": "x" * 1_000_000}
    assert ines.post(PACKS, json={"files": large}).status_code == 202
    huge = ines.post(PACKS, content=b" " * (MOST_PACK_BODY_BYTES + 1))
    assert (huge.status_code, huge.json()["code"]) == (413, "pack_too_large")


@pytest.mark.parametrize("upload", ["pku_X", "%00", "..", "pku_01KB8Z3T4Q0V7N5R9XK2M6P8DW"])
def test_a_mistyped_id_is_not_found(ines: Any, upload: str) -> None:
    assert ines.get(f"{PACKS}/{upload}").status_code == 404
