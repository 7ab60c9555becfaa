"""Answers are only ever added, in line, and forgotten with a visitor alone."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import DatabaseError

from grader.actions import questions as actions
from grader.actions.practice import begin_visit
from grader.actions.questions import TooManyAnswers, answer_question, reveal_answer
from grader.core.questions import Given, Outcome, Step
from grader.store import reads, writes
from grader.store.access import Viewer, viewer_by_token
from grader.store.tables import Answer

DEMO = ("demo", "prefix-sharing")
WRONG = Given(step=Step.HAND, outcome=Outcome.WRONG, answer="3")
TOML = '[[questions]]\nid = "q"\nkind = "number"\nstep = "hand"\ntext = "?"\nanswer = 4\n'


@pytest.fixture
def ada(world: Any) -> Viewer:
    found: Viewer = world.viewer(world.ada)
    return found


@pytest.fixture
def asking(world: Any) -> None:
    """The assignment's pack asks one question."""
    with world.store.unit() as unit:
        version = writes.add_pack_version(
            unit,
            name="prefix-sharing",
            digest="asking",
            files={"pack.toml": TOML},
            prepared={},
            now=world.clock(),
        )
        writes.pin_assignment(unit, world.assignment.id, version.id)
        writes.open_for_practice(unit, world.assignment.id, practice=True)


def add(world: Any, person_id: int, given: Given = WRONG) -> None:
    with world.store.unit() as unit:
        writes.add_answer(
            unit, world.assignment, person_id, question="q", given=given, now=world.clock()
        )


def test_answers_come_back_in_order_as_they_were_judged(world: Any) -> None:
    revealed = Given(step=Step.HAND, outcome=Outcome.REVEALED)
    add(world, world.ada.id)
    add(world, world.ada.id, revealed)
    add(world, world.ben.id)
    with world.store.reading() as unit:
        kept = reads.answers_of(unit, world.assignment.id, world.ada.id)
    assert [one.given for one in kept] == [WRONG, revealed]
    assert kept[0].answered_at == world.clock()


@pytest.mark.parametrize("change", [update(Answer).values(answer="4"), delete(Answer)])
def test_the_database_refuses_to_change_an_answer(world: Any, change: Any) -> None:
    add(world, world.ada.id)
    with pytest.raises(DatabaseError, match="never changed"), world.store.unit() as unit:
        unit.session.execute(change)


def test_a_visitor_is_forgotten_with_his_answers(
    world: Any, services: Any, clock: Any, asking: None
) -> None:
    token = begin_visit(services)
    with world.store.reading() as unit:
        visitor = viewer_by_token(unit, token, now=clock())
    assert visitor is not None
    add(world, world.ada.id)
    answer_question(services, visitor, DEMO, "q", 5)
    clock.advance(timedelta(days=8).total_seconds())
    with world.store.unit() as unit:
        assert writes.forget_visitors(unit, now=clock()) == 1
        assert unit.session.scalar(select(func.count()).select_from(Answer)) == 1


def test_two_tabs_at_once_are_both_kept(
    world: Any, services: Any, ada: Viewer, asking: None, at_once: Any
) -> None:
    at_once([partial(answer_question, services, ada, DEMO, "q", n) for n in range(4)])
    with world.store.reading() as unit:
        kept = reads.answers_of(unit, world.assignment.id, world.ada.id)
    assert sorted(one.given.answer or "" for one in kept) == ["0", "1", "2", "3"]


def test_a_loop_fills_no_table_but_the_answer_can_still_be_revealed(
    services: Any, ada: Viewer, asking: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "MOST_ANSWERS", 3)
    for _ in range(3):
        answer_question(services, ada, DEMO, "q", 5)
    with pytest.raises(TooManyAnswers):
        answer_question(services, ada, DEMO, "q", 4)
    assert reveal_answer(services, ada, DEMO, "q").standing.correct == "4"
