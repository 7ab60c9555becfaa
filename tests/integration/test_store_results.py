"""How a class did: newest and best grade per learner, a page at a time."""

from __future__ import annotations

from typing import Any

import pytest

from grader.errors import Malformed
from grader.store import reads, writes
from grader.store.lifecycle import LEASE_SECONDS


def results(world: Any, **part: Any) -> Any:
    with world.store.reading() as unit:
        return reads.results(unit, world.assignment.id, **part)


def test_every_learner_has_a_row_by_name(world: Any) -> None:
    page = results(world)
    assert [row.learner.name for row in page.items] == ["Ada", "Ben"]
    assert [(row.newest, row.best, row.submissions) for row in page.items] == [(None, None, ())] * 2


def test_newest_and_best_may_differ(world: Any) -> None:
    good, bad = world.submit(), world.submit()
    world.grade(good, "7")
    world.grade(bad, "2")
    row = results(world).items[0]
    assert (row.newest.submission_id, row.newest.score) == (bad.id, 2.0)
    assert (row.best.submission_id, row.best.score, row.best.max_score) == (good.id, 7.0, 8.0)
    assert row.best.record["score"] == "7"


def test_newest_is_the_newest_attempt_not_the_latest_graded(world: Any) -> None:
    first, second = world.submit(), world.submit()
    world.grade(second, "2")
    world.grade(first, "1")
    assert results(world).items[0].newest.submission_id == second.id


def test_of_two_equal_grades_the_first_counts(world: Any) -> None:
    first, second = world.submit(), world.submit()
    world.grade(first, "5")
    world.grade(second, "5")
    assert results(world).items[0].best.submission_id == first.id


def test_a_run_does_not_count(world: Any) -> None:
    world.grade(world.submit(kind="run"))
    assert results(world).items[0].submissions == ()


def test_the_lines_say_how_each_submission_stands(world: Any) -> None:
    graded, waiting = world.submit(), world.submit()
    world.grade(graded, "8")
    lines = results(world).items[0].submissions
    assert [(one.id, one.state, one.score, one.verdict) for one in lines] == [
        (waiting.id, "queued", None, None),
        (graded.id, "graded", 8.0, "passed"),
    ]


def test_staff_see_why_a_submission_was_set_aside(world: Any) -> None:
    submission = world.submit()
    for _ in range(2):
        world.claim(submission)
        world.clock.advance(LEASE_SECONDS + 1)
        with world.store.unit() as unit:
            writes.requeue_lost(unit, world.clock())
    (line,) = results(world).items[0].submissions
    assert (line.state, line.parked_reason is None) == ("parked", False)


def test_staff_are_no_learners(world: Any) -> None:
    world.grade(world.submit(world.instructor))
    assert "Ina" not in [row.learner.name for row in results(world).items]


def test_pages_follow_each_other_without_loss(world: Any) -> None:
    for name in ("Ada", "Ada", "Zoë"):
        world.person(name, "learner")
    seen, cursor = [], None
    for _ in range(3):
        page = results(world, cursor=cursor, limit=2)
        seen += [(row.learner.name, row.learner.id) for row in page.items]
        cursor = page.next
    assert [name for name, _ in seen] == ["Ada", "Ada", "Ada", "Ben", "Zoë"]
    assert (len(set(seen)), cursor) == (5, None)


@pytest.mark.parametrize(
    "cursor", ["", "x", "after-", "after-x", "after-1\n", "after-" + "9" * 30, "after-\u0661", "\0"]
)
def test_a_made_up_cursor_is_refused(world: Any, cursor: str) -> None:
    with pytest.raises(Malformed):
        results(world, cursor=cursor)


def test_a_cursor_beyond_the_end_gives_an_empty_page(world: Any) -> None:
    page = results(world, cursor="after-" + "9" * 18)
    assert (page.items, page.next) == ((), None)


def test_a_learner_pages_through_his_own(world: Any) -> None:
    made = [world.submit().id for _ in range(3)]
    world.submit(world.ben)
    with world.store.reading() as unit:
        first = reads.submissions_of(unit, world.assignment.id, world.ada.id, limit=2)
        rest = reads.submissions_of(
            unit, world.assignment.id, world.ada.id, limit=2, cursor=first.next
        )
    assert [line.id for line in first.items + rest.items] == made[::-1]
    assert rest.next is None
