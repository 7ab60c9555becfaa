"""Setting up: people, courses, assignments, packs, and the demo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader import packs
from grader.actions import accounts, courses, demo, results
from grader.actions.packs import publish
from grader.errors import Malformed, NotAllowed, NotFound, PackBroken
from grader.store import access, reads
from grader.store.errors import AlreadyExists


@pytest.fixture
def admin(world: Any) -> Any:
    return world.viewer(world.person("Root", is_admin=True))


def viewer_by(services: Any, token: str) -> Any:
    with services.store.reading() as unit:
        return access.viewer_by_token(unit, token, now=services.now())


def test_the_first_administrator_comes_from_the_shell(services: Any) -> None:
    account = accounts.create_admin(services, name=" Root ")
    viewer = viewer_by(services, account.token)
    assert (viewer.name, viewer.is_admin) == ("Root", True)
    assert account.token.startswith("grt_")
    assert account.token not in repr(account)


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\nb", "a\0b", "\ud800"])
def test_a_person_needs_a_name_that_can_be_shown(services: Any, name: str) -> None:
    with pytest.raises(Malformed):
        accounts.create_admin(services, name=name)


def test_only_an_administrator_adds_people(world: Any, services: Any, admin: Any) -> None:
    account = accounts.create_person(services, admin, name="Dan")
    assert viewer_by(services, account.token).is_admin is False
    with pytest.raises(NotAllowed):
        accounts.create_person(services, world.viewer(world.instructor), name="Dan")


def test_a_second_token_stands_beside_the_first(world: Any, services: Any) -> None:
    tokens = [accounts.issue_token(services, world.ada.id, label="laptop") for _ in range(2)]
    accounts.revoke_token(services, tokens[0])
    assert viewer_by(services, tokens[0]) is None
    assert viewer_by(services, tokens[1]).person_id == world.ada.id


def test_nobody_gets_no_token(services: Any) -> None:
    with pytest.raises(NotFound):
        accounts.issue_token(services, 10**9, label="laptop")
    with pytest.raises(NotFound):
        accounts.revoke_token(services, "grt_unknown")


def test_an_administrator_makes_a_course_and_its_first_instructor(
    world: Any, services: Any, admin: Any
) -> None:
    courses.create_course(services, admin, slug="new", title="New")
    courses.enrol(services, admin, "new", world.ada.id, role="instructor")
    made = courses.create_assignment(
        services,
        world.viewer(world.ada),
        "new",
        slug="first",
        title="First",
        pack_name="prefix-sharing",
    )
    assert (made.course.slug, made.pack_version_id) == ("new", world.pack.id)


def test_others_make_no_course(world: Any, services: Any) -> None:
    with pytest.raises(NotAllowed):
        courses.create_course(services, world.viewer(world.instructor), slug="new", title="New")


@pytest.mark.parametrize("slug", ["", "New", "-new", "a/b", "a b", "x" * 65, "é", "new\n"])
def test_a_short_name_must_fit_a_url(services: Any, admin: Any, slug: str) -> None:
    with pytest.raises(Malformed):
        courses.create_course(services, admin, slug=slug, title="New")


@pytest.mark.parametrize(("who", "refusal"), [("ada", NotFound), ("tom", NotAllowed)])
def test_only_an_instructor_sets_up_a_course(
    world: Any, services: Any, who: str, refusal: type[Exception]
) -> None:
    person = world.ada if who == "ada" else world.person("Tom", "staff")
    viewer = world.viewer(person)
    about = {"slug": "two", "title": "Two", "pack_name": "prefix-sharing"}
    with pytest.raises(refusal):
        courses.create_assignment(services, viewer, "demo", **about)
    with pytest.raises(refusal):
        courses.enrol(services, viewer, "demo", person.id, role="instructor")
    with pytest.raises(refusal):
        courses.pin_assignment(services, viewer, "demo", "prefix-sharing", version="digest-1")


def test_an_assignment_needs_a_published_pack(world: Any, services: Any) -> None:
    about = {"slug": "two", "title": "Two", "pack_name": "none"}
    with pytest.raises(NotFound, match="grader pack publish"):
        courses.create_assignment(services, world.viewer(world.instructor), "demo", **about)


def test_two_assignments_of_a_course_have_two_names(world: Any, services: Any) -> None:
    about = {"slug": "prefix-sharing", "title": "Two", "pack_name": "prefix-sharing"}
    with pytest.raises(AlreadyExists):
        courses.create_assignment(services, world.viewer(world.instructor), "demo", **about)


def test_results_are_for_staff(world: Any, services: Any) -> None:
    world.grade(world.submit())
    page = results.read_results(services, world.viewer(world.instructor), "demo", "prefix-sharing")
    assert page.items[0].best is not None
    with pytest.raises(NotFound):
        results.read_results(services, world.viewer(world.ada), "demo", "prefix-sharing")


@pytest.fixture
def pack_files() -> dict[str, str]:
    (folder,) = [one for one in packs.bundled_folders() if one.name == "prefix-sharing"]
    return packs.read_folder(folder)


def test_a_published_pack_comes_back_whole(services: Any, pack_files: dict[str, str]) -> None:
    made = publish(services, pack_files, {"cases": {"v1": [1, 2]}})
    with services.store.reading() as unit:
        found = reads.pack_version(unit, made.id)
    assert (found.name, found.version) == ("prefix-sharing", packs.parse(pack_files).version)
    assert (dict(found.files), found.prepared) == (pack_files, {"cases": {"v1": [1, 2]}})


def test_a_broken_pack_is_not_published(services: Any) -> None:
    with pytest.raises(PackBroken):
        publish(services, {"pack.toml": "name ="}, {})


def test_an_empty_database_gets_a_demo(services: Any, pack_files: dict[str, str]) -> None:
    publish(services, pack_files, {})
    assert demo.is_needed(services)
    tokens = demo.make_demo(services)
    assert sorted(tokens["learners"]) == ["ada", "ben", "chi"]
    assert not demo.is_needed(services)
    viewers = [viewer_by(services, t) for t in (tokens["instructor"], *tokens["learners"].values())]
    with services.store.reading() as unit:
        seen = {access.access_assignment(unit, v, "demo", "prefix-sharing").slug for v in viewers}
        course = access.access_course(unit, viewers[0], "demo")
    assert seen == {"prefix-sharing"}
    assert [viewer.is_instructor_of(course) for viewer in viewers] == [True, False, False, False]


def test_demo_tokens_that_could_not_be_kept_are_not_valid(
    services: Any, pack_files: dict[str, str], is_empty: Callable[[], bool]
) -> None:
    publish(services, pack_files, {})

    def keep(tokens: demo.DemoTokens) -> None:
        Path("/no/such/folder/demo-tokens.json").write_text(str(tokens))

    with pytest.raises(OSError, match="No such file"):
        demo.make_demo(services, keep)
    assert is_empty()


def test_a_demo_needs_its_pack(services: Any, is_empty: Callable[[], bool]) -> None:
    with pytest.raises(NotFound, match="grader pack publish"):
        demo.make_demo(services)
    assert is_empty()
