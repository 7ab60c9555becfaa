"""Packs live in the database; a version is known by the digest of its files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader.errors import NotFound
from grader.store import reads, writes
from grader.store.errors import AlreadyExists
from grader.store.tables import PackVersion


def publish(world: Any, digest: str, name: str = "prefix-sharing", **about: Any) -> Any:
    given = {"files": {"pack.toml": digest}, "prepared": {"image": "i"}, **about}
    with world.store.unit() as unit:
        return writes.add_pack_version(unit, name=name, digest=digest, now=world.clock(), **given)


def test_the_same_files_are_the_same_version(world: Any) -> None:
    first = publish(world, "digest-2")
    world.clock.advance(60)
    again = publish(world, "digest-2", prepared={"image": "another"})
    assert again == first


def test_many_who_publish_the_same_at_once_make_one_version(
    world: Any, at_once: Callable[..., Any]
) -> None:
    made = at_once([lambda: publish(world, "digest-2", name="new")] * 4)
    assert len({one.id for one in made}) == 1
    with world.store.reading() as unit:
        assert unit.session.query(PackVersion).filter_by(digest="digest-2").count() == 1


def test_the_newest_version_is_the_one_published_last(world: Any) -> None:
    second = publish(world, "digest-2")
    with world.store.reading() as unit:
        assert reads.newest_pack_version(unit, "prefix-sharing") == second
        assert reads.newest_pack_version(unit, "unknown") is None
        assert reads.pack_names(unit) == ("prefix-sharing",)


def test_an_old_version_stays_readable(world: Any) -> None:
    publish(world, "digest-2")
    with world.store.reading() as unit:
        found = reads.find_pack_version(unit, "prefix-sharing", "digest-1")
        assert found == reads.pack_version(unit, world.pack.id)
        assert reads.find_pack_version(unit, "prefix-sharing", "none") is None


def test_an_assignment_stays_on_its_version_until_it_is_pinned_anew(world: Any) -> None:
    second = publish(world, "digest-2")
    submission = world.submit()
    with world.store.unit() as unit:
        writes.pin_assignment(unit, world.assignment.id, second.id)
    assert world.claim(submission).pack_version_id == second.id
    assert world.read(submission).assignment.pack_version == "digest-2"


def test_an_assignment_cannot_be_pinned_to_nothing(world: Any) -> None:
    with world.store.unit() as unit, pytest.raises(NotFound):
        writes.pin_assignment(unit, world.assignment.id, 10**9)


def test_a_short_name_is_used_once(world: Any, at_once: Callable[..., Any]) -> None:
    def make() -> str:
        try:
            with world.store.unit() as unit:
                return writes.add_course(unit, slug="new", title="New", now=world.clock()).slug
        except AlreadyExists as refusal:
            return refusal.message

    assert sorted(at_once([make] * 4)) == ["There is already a course 'new'."] * 3 + ["new"]


def test_a_member_gets_a_new_role(world: Any) -> None:
    with world.store.unit() as unit:
        writes.add_member(unit, world.course.id, world.ada.id, role="staff", now=world.clock())
    with world.store.reading() as unit:
        roles = {one.person.name: one.role for one in reads.members(unit, world.course.id)}
    assert roles == {"Ada": "staff", "Ben": "learner", "Ina": "instructor"}


def test_nobody_cannot_be_a_member(world: Any) -> None:
    with world.store.unit() as unit, pytest.raises(NotFound):
        writes.add_member(unit, world.course.id, 10**9, role="learner", now=world.clock())
