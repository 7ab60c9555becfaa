"""Whose data: what somebody may not see is not there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from grader.core.model import Role
from grader.errors import NotFound
from grader.store import access, writes
from grader.store.tables import Token


@pytest.fixture
def people(world: Any) -> dict[str, Any]:
    """Everybody who may come along, by what he is."""
    with world.store.unit() as unit:
        other = writes.add_course(unit, slug="other", title="Other", now=world.clock())
        elsewhere = writes.add_person(unit, name="Eve", now=world.clock())
        writes.add_member(unit, other.id, elsewhere.id, role="instructor", now=world.clock())
    made = {
        "learner": world.ada,
        "classmate": world.ben,
        "staff": world.person("Tom", "staff"),
        "instructor": world.instructor,
        "stranger": world.person("Sue"),
        "staff elsewhere": elsewhere,
        "administrator": world.person("Root", is_admin=True),
    }
    return {what: world.viewer(person) for what, person in made.items()}


@pytest.mark.parametrize("who", ["learner", "staff", "instructor", "administrator"])
def test_a_submission_is_seen_by_its_learner_and_the_staff(
    world: Any, people: dict[str, Any], who: str
) -> None:
    submission = world.submit(world.ada)
    with world.store.reading() as unit:
        assert access.access_submission(unit, people[who], submission.id).id == submission.id


@pytest.mark.parametrize("who", ["classmate", "stranger", "staff elsewhere"])
def test_to_anybody_else_a_submission_is_not_there(
    world: Any, people: dict[str, Any], who: str
) -> None:
    submission = world.submit(world.ada)
    with world.store.reading() as unit, pytest.raises(NotFound) as caught:
        access.access_submission(unit, people[who], submission.id)
    with world.store.reading() as unit, pytest.raises(NotFound) as unknown:
        access.access_submission(unit, people[who], "sub_00000000000000000000000000")
    assert caught.value.message == unknown.value.message


@pytest.mark.parametrize("who", ["learner", "classmate", "staff", "instructor", "administrator"])
def test_members_see_their_course_and_its_assignments(
    world: Any, people: dict[str, Any], who: str
) -> None:
    with world.store.reading() as unit:
        found = access.access_assignment(unit, people[who], "demo", "prefix-sharing")
        listed = access.assignments_of(unit, people[who], "demo")
        courses = access.courses_of(unit, people[who])
    assert (found, listed) == (world.assignment, (world.assignment,))
    assert world.course in courses


@pytest.mark.parametrize("who", ["stranger", "staff elsewhere"])
def test_to_others_a_course_is_not_there(world: Any, people: dict[str, Any], who: str) -> None:
    with world.store.reading() as unit:
        assert world.course not in access.courses_of(unit, people[who])
        with pytest.raises(NotFound):
            access.access_course(unit, people[who], "demo")


@pytest.mark.parametrize("who", ["learner", "stranger", "staff elsewhere"])
def test_what_is_for_staff_is_not_there_for_others(
    world: Any, people: dict[str, Any], who: str
) -> None:
    with world.store.reading() as unit, pytest.raises(NotFound):
        access.access_assignment_as_staff(unit, people[who], "demo", "prefix-sharing")
    with world.store.reading() as unit, pytest.raises(NotFound):
        access.access_course_as_staff(unit, people[who], "demo")


@pytest.mark.parametrize("who", ["staff", "instructor", "administrator"])
def test_staff_see_what_is_for_staff(world: Any, people: dict[str, Any], who: str) -> None:
    with world.store.reading() as unit:
        found = access.access_assignment_as_staff(unit, people[who], "demo", "prefix-sharing")
    assert (found, people[who].role_in(world.course)) == (world.assignment, Role.STAFF)


@pytest.mark.parametrize(
    "slug", ["", "Demo", "demo\0", "de mo", "../demo", "x" * 65, "\ud800", "é"]
)
def test_an_impossible_name_is_not_found_on_any_database(world: Any, slug: str) -> None:
    viewer = world.viewer(world.ada)
    with world.store.reading() as unit:
        with pytest.raises(NotFound):
            access.access_course(unit, viewer, slug)
        with pytest.raises(NotFound):
            access.access_assignment(unit, viewer, "demo", slug)
        with pytest.raises(NotFound):
            access.access_submission(unit, viewer, slug)


def test_who_left_the_course_sees_his_submissions_no_more(world: Any) -> None:
    stranger = world.person("Sue")
    submission = world.submit(stranger)
    with world.store.reading() as unit, pytest.raises(NotFound):
        access.access_submission(unit, world.viewer(stranger), submission.id)


def give_token(world: Any, raw: str, **about: Any) -> None:
    with world.store.unit() as unit:
        writes.add_token(unit, world.ada.id, raw, label="test", now=world.clock(), **about)


def viewer_by(world: Any, raw: str) -> Any:
    with world.store.reading() as unit:
        return access.viewer_by_token(unit, raw, now=world.clock())


def test_a_token_stands_for_a_person_with_his_courses(world: Any) -> None:
    give_token(world, "grt_secret")
    viewer = viewer_by(world, "grt_secret")
    assert (viewer.person_id, viewer.name) == (world.ada.id, "Ada")
    assert viewer.role_in(world.course) is Role.LEARNER


@pytest.mark.parametrize(
    "raw", ["", "grt_", "grt_wrong", "GRT_SECRET", "\0", "\ud800", "é" * 10_000]
)
def test_any_other_token_stands_for_nobody(world: Any, raw: str) -> None:
    give_token(world, "grt_secret")
    assert viewer_by(world, raw) is None


def test_only_the_hash_of_a_token_is_stored(world: Any) -> None:
    give_token(world, "grt_secret")
    with world.store.reading() as unit:
        (row,) = unit.session.query(Token).all()
        stored = [str(value) for value in vars(row).values()]
    assert not any("grt_secret" in value for value in stored)
    assert row.sha256 == access.hash_token("grt_secret")


def test_a_token_ends_at_its_time(world: Any) -> None:
    give_token(world, "grt_secret", expires_at=world.clock() + timedelta(hours=1))
    world.clock.advance(3599)
    assert viewer_by(world, "grt_secret") is not None
    world.clock.advance(1)
    assert viewer_by(world, "grt_secret") is None


def test_a_revoked_token_stands_for_nobody(world: Any) -> None:
    give_token(world, "grt_secret")
    with world.store.unit() as unit:
        assert writes.revoke_token(unit, "grt_secret", now=world.clock())
        assert not writes.revoke_token(unit, "grt_secret", now=world.clock())
    assert viewer_by(world, "grt_secret") is None


def test_there_is_no_viewer_for_a_person_that_is_not_there(world: Any) -> None:
    with world.store.reading() as unit:
        assert access.viewer_of(unit, 10**9) is None
