"""What the lesson page keeps: drafts that no tab overwrites, and visitors who are forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from grader.actions.drafts import save_draft
from grader.actions.practice import TooManyRuns, begin_visit
from grader.actions.submissions import submit
from grader.errors import NotAllowed, NotFound, SourceTooLarge
from grader.store import reads, writes
from grader.store.access import Viewer, viewer_by_token
from grader.store.tables import Grade, Person, Submission
from grader.web.attempts import attempts_line, counting

DEMO = ("demo", "prefix-sharing")


@pytest.fixture
def ada(world: Any) -> Viewer:
    found: Viewer = world.viewer(world.ada)
    return found


@pytest.fixture
def visitor(world: Any, services: Any) -> Viewer:
    with world.store.unit() as unit:
        writes.open_for_practice(unit, world.assignment.id, practice=True)
    token = begin_visit(services)
    with world.store.reading() as unit:
        found = viewer_by_token(unit, token, now=services.now())
    assert found is not None
    return found


def sources(world: Any, viewer: Viewer) -> list[str]:
    with world.store.reading() as unit:
        return [d.source for d in reads.drafts_of(unit, world.assignment.id, viewer.person_id)]


def test_a_draft_is_saved_in_place(world: Any, services: Any, ada: Viewer) -> None:
    first = save_draft(services, ada, *DEMO, source="a")
    second = save_draft(services, ada, *DEMO, source="b", seen_revision=first.draft.revision)
    assert (second.is_saved, sources(world, ada)) == (True, ["b"])


def test_a_tab_that_has_not_seen_the_newest_overwrites_nothing(
    world: Any, services: Any, ada: Viewer
) -> None:
    first = save_draft(services, ada, *DEMO, source="a")
    save_draft(services, ada, *DEMO, source="b", seen_revision=first.draft.revision)
    late = save_draft(services, ada, *DEMO, source="c", seen_revision=first.draft.revision)
    assert (late.is_saved, late.draft.source, sources(world, ada)) == (False, "b", ["b"])


def test_what_is_put_aside_stays_in_the_history(world: Any, services: Any, ada: Viewer) -> None:
    save_draft(services, ada, *DEMO, source="mine")
    for number in range(25):
        save_draft(services, ada, *DEMO, source=str(number), put_aside=True)
    assert sources(world, ada) == [str(number) for number in range(24, 4, -1)]


def test_a_draft_may_be_anything_that_fits(world: Any, services: Any, ada: Viewer) -> None:
    save_draft(services, ada, *DEMO, source="\0 \ud800 def (")
    assert sources(world, ada) == ["␀ ? def ("]
    with pytest.raises(SourceTooLarge):
        save_draft(services, ada, *DEMO, source="x" * 65537)


def test_a_stranger_keeps_no_draft(world: Any, services: Any) -> None:
    stranger = world.viewer(world.person("Zoe"))
    with pytest.raises(NotFound):
        save_draft(services, stranger, *DEMO, source="a")


def test_a_visitor_runs_but_does_not_submit(services: Any, visitor: Viewer) -> None:
    assert submit(services, visitor, *DEMO, source="x = 1\n", kind="run").kind == "run"
    with pytest.raises(NotAllowed):
        submit(services, visitor, *DEMO, source="x = 1\n", kind="submission")


def test_a_visitor_finds_nothing_where_practice_is_off(
    world: Any, services: Any, visitor: Viewer
) -> None:
    with world.store.unit() as unit:
        writes.open_for_practice(unit, world.assignment.id, practice=False)
    with pytest.raises(NotFound):
        submit(services, visitor, *DEMO, source="x = 1\n", kind="run")


def test_runs_have_a_pace(services: Any, clock: Any, visitor: Viewer) -> None:
    for _ in range(10):
        submit(services, visitor, *DEMO, source="x = 1\n", kind="run")
    with pytest.raises(TooManyRuns, match="Run is ready in 60 seconds"):
        submit(services, visitor, *DEMO, source="x = 1\n", kind="run")
    clock.advance(61)
    assert submit(services, visitor, *DEMO, source="x = 1\n", kind="run")


def test_visitors_are_forgotten_after_a_week_with_all_they_sent(
    world: Any, services: Any, clock: Any, visitor: Viewer, ada: Viewer
) -> None:
    run = submit(services, visitor, *DEMO, source="x = 1\n", kind="run")
    save_draft(services, visitor, *DEMO, source="x = 1\n")
    kept = world.submit()
    world.grade(kept)
    world.grade(run)
    clock.advance(timedelta(days=7).total_seconds())
    with world.store.unit() as unit:
        assert writes.forget_visitors(unit, now=clock()) == 1
        left = unit.session.scalars(select(Submission.id)).all()
        grades = unit.session.scalar(select(func.count()).select_from(Grade))
        names = set(unit.session.scalars(select(Person.name)))
    assert (left, grades, names) == ([kept.id], 1, {"Ada", "Ben", "Ina"})


def test_the_wait_counts_who_is_ahead(world: Any, clock: Any) -> None:
    world.submit(world.ben)
    clock.advance(1)
    mine = world.submit()
    with world.store.reading() as unit:
        wait = reads.wait_of(unit, mine.id)
    assert (wait.ahead, wait.seconds_each) == (1, None)


def test_what_counts_stays_in_the_history_whatever_was_run_since(
    world: Any, clock: Any, ada: Viewer
) -> None:
    best, later = world.submit(), world.submit(source="def g(): ...\n")
    world.grade(best, score="8")
    world.grade(later, score="2")
    for number in range(60):
        clock.advance(1)
        world.submit(kind="run", source=f"x = {number}\n")
    with world.store.reading() as unit:
        lines = reads.history_of(unit, world.assignment.id, ada.person_id)
        other = reads.history_of(unit, world.assignment.id, world.ben.id)
    assert [line.kind for line in lines] == ["run"] * 50 + ["submission"] * 2
    assert counting(lines) == best.id
    assert attempts_line(lines) == "Attempt 2 used. Your best attempt counts: 8 of 8."
    assert other == ()


def test_a_history_is_bounded_and_keeps_the_best_attempt(
    world: Any, clock: Any, ada: Viewer
) -> None:
    best = world.submit()
    world.grade(best, score="8")
    for _ in range(9):
        clock.advance(1)
        world.grade(world.submit(), score="2")
    with world.store.reading() as unit:
        lines = reads.history_of(unit, world.assignment.id, ada.person_id, limit=3)
    assert [line.attempt for line in lines] == [10, 9, 8, 1]
    assert counting(lines) == best.id
