"""Assignments made and moved to another version over HTTP, by instructors of the course alone."""

from __future__ import annotations

from typing import Any

import pytest

from grader.store import writes

COURSE = "/api/v1/courses/demo"
ASSIGNMENTS = f"{COURSE}/assignments"
VERSION = f"{ASSIGNMENTS}/prefix-sharing/version"
SOURCE = {"source": "def full_shared_blocks(prefix_len, block):\n    return 3\n"}
TITLED = {"pack.toml": 'title = "Boxes"\n', "starter.py": "", "lesson.md": ""}


@pytest.fixture
def ines(client_of: Any) -> Any:
    return client_of("ines")


def add_version(school: Any, digest: str, name: str = "prefix-sharing", course: Any = None) -> None:
    with school.store.unit() as unit:
        course_id = None if course is None else reads_course(unit, course)
        writes.add_pack_version(
            unit,
            name=name,
            digest=digest,
            files=TITLED,
            prepared={},
            now=school.now(),
            course_id=course_id,
        )


def reads_course(unit: Any, slug: str) -> int:
    from sqlalchemy import select

    from grader.store.tables import Course

    return int(unit.session.scalars(select(Course.id).where(Course.slug == slug)).one())


def test_an_assignment_is_made_of_the_newest_version_and_titled_like_its_pack(
    ines: Any, client_of: Any, school: Any
) -> None:
    add_version(school, "v2")
    made = ines.post(ASSIGNMENTS, json={"assignment": "week-2", "pack": "prefix-sharing"})
    shown = {
        "assignment": "week-2",
        "title": "Boxes",
        "pack": "prefix-sharing",
        "pack_version": "v2",
    }
    assert (made.status_code, made.json()) == (201, shown)
    assert client_of("ada").get("/api/v1/me").json()["courses"][0]["assignments"][1] == shown


def test_an_assignment_is_made_of_the_version_and_with_the_title_that_are_named(
    ines: Any, school: Any
) -> None:
    add_version(school, "v2")
    wanted = {"assignment": "w", "pack": "prefix-sharing", "pack_version": "v1", "title": "Mine"}
    made = ines.post(ASSIGNMENTS, json=wanted).json()
    assert (made["pack_version"], made["title"]) == ("v1", "Mine")


def test_another_version_holds_from_now_on_and_no_new_one_holds_by_itself(
    ines: Any, client_of: Any, school: Any
) -> None:
    sent = client_of("ada").post(f"{ASSIGNMENTS}/prefix-sharing/submissions", json=SOURCE).json()
    school.grade(sent["id"])
    add_version(school, "v2")

    def used() -> str:
        (course,) = ines.get("/api/v1/me").json()["courses"]
        return str(course["assignments"][0]["pack_version"])

    assert used() == "v1"
    moved = ines.put(VERSION, json={"pack_version": "v2"})
    assert (moved.status_code, moved.json()["pack_version"], used()) == (200, "v2", "v2")
    grade = client_of("ada").get(sent["url"]).json()["grade"]
    assert grade["pack_version"] == "v1"


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"assignment": "week-2", "pack": "nothing"}, 404),
        ({"assignment": "week-2", "pack": "prefix-sharing", "pack_version": "v9"}, 404),
        ({"assignment": "week-2", "pack": "\0"}, 404),
        ({"assignment": "prefix-sharing", "pack": "prefix-sharing"}, 409),
        ({"assignment": "Week 2", "pack": "prefix-sharing"}, 400),
        ({"assignment": "week-2", "pack": "prefix-sharing", "title": "\n"}, 400),
        ({"pack": "prefix-sharing"}, 422),
        ({"assignment": "week-2", "pack": "prefix-sharing", "points": 3}, 422),
    ],
)
def test_what_cannot_be_made_is_refused(ines: Any, wanted: dict[str, Any], status: int) -> None:
    refused = ines.post(ASSIGNMENTS, json=wanted)
    assert refused.status_code == status, refused.text
    assert len(ines.get("/api/v1/me").json()["courses"][0]["assignments"]) == 1


@pytest.mark.parametrize("version", ["v9", "", "\0"])
def test_a_version_that_is_not_there_changes_nothing(ines: Any, version: str) -> None:
    assert ines.put(VERSION, json={"pack_version": version}).status_code == 404


def test_the_pack_of_another_course_is_not_there(ines: Any, client_of: Any, school: Any) -> None:
    """Whoever assigns a pack reads its hidden cases: an exam's, for instance."""
    add_version(school, "x1", name="exam", course="other")
    wanted = {"assignment": "week-2", "pack": "exam"}
    assert ines.post(ASSIGNMENTS, json=wanted).status_code == 404
    assert ines.post(ASSIGNMENTS, json={**wanted, "pack_version": "x1"}).status_code == 404
    theirs = client_of("dan").post("/api/v1/courses/other/assignments", json=wanted)
    assert theirs.status_code == 201
