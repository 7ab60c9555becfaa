"""Webhooks of a course: who may, which addresses, and that the secret is shown once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grader.actions import webhooks
from grader.errors import Malformed, NotAllowed, NotFound, TargetRefused
from grader.lms import sealing
from grader.store.tables import WebhookEndpoint

URL = "http://127.0.0.1:9/hook"


@pytest.fixture
def services(services: Any) -> Any:
    settings = services.settings.model_copy(update={"private_targets": "127.0.0.1:9"})
    return replace(services, settings=settings)


@pytest.fixture
def instructor(world: Any) -> Any:
    return world.viewer(world.instructor)


def test_the_secret_is_shown_once_and_stored_sealed(
    world: Any, services: Any, instructor: Any
) -> None:
    made = webhooks.add(services, instructor, "demo", url=URL)
    assert made.secret.startswith("whsec_")
    assert made.secret not in repr(made)
    with world.store.reading() as unit:
        (row,) = unit.session.query(WebhookEndpoint).all()
        sealed = row.sealed_secret
    assert made.secret.encode() not in sealed
    assert sealing.unseal(services.settings.effective_secret_key, sealed) == made.secret


def test_a_webhook_is_listed_until_it_is_removed(services: Any, instructor: Any) -> None:
    made = webhooks.add(services, instructor, "demo", url=URL)
    assert webhooks.list_all(services, instructor, "demo") == (made.webhook,)
    webhooks.remove(services, instructor, "demo", made.webhook.id)
    assert webhooks.list_all(services, instructor, "demo") == ()


@pytest.mark.parametrize("webhook_id", ["whk_none", "", "\0"])
def test_what_is_not_there_cannot_be_removed(
    services: Any, instructor: Any, webhook_id: str
) -> None:
    with pytest.raises(NotFound):
        webhooks.remove(services, instructor, "demo", webhook_id)


@pytest.mark.parametrize(("who", "refusal"), [("learner", NotFound), ("staff", NotAllowed)])
def test_only_instructors_change_webhooks(
    world: Any, services: Any, instructor: Any, who: str, refusal: type[Exception]
) -> None:
    made = webhooks.add(services, instructor, "demo", url=URL)
    other = world.viewer(world.person("Tom", who))
    with pytest.raises(refusal):
        webhooks.add(services, other, "demo", url=URL)
    with pytest.raises(refusal):
        webhooks.remove(services, other, "demo", made.webhook.id)


def test_staff_see_the_webhooks_and_learners_do_not(
    world: Any, services: Any, instructor: Any
) -> None:
    made = webhooks.add(services, instructor, "demo", url=URL)
    staff = world.viewer(world.person("Tom", "staff"))
    assert webhooks.list_all(services, staff, "demo") == (made.webhook,)
    with pytest.raises(NotFound):
        webhooks.list_all(services, world.viewer(world.ada), "demo")


@pytest.mark.parametrize("url", ["http://127.0.0.1:10/", "https://127.0.0.1/", "ftp://x", "x", ""])
def test_a_refused_address_is_not_stored(services: Any, instructor: Any, url: str) -> None:
    with pytest.raises(TargetRefused):
        webhooks.add(services, instructor, "demo", url=url)
    assert webhooks.list_all(services, instructor, "demo") == ()


@pytest.mark.parametrize("events", [(), ("grade.published", "grade.unheard")])
def test_only_known_events_can_be_asked_for(
    services: Any, instructor: Any, events: tuple[str, ...]
) -> None:
    with pytest.raises(Malformed, match=r"grade\.published"):
        webhooks.add(services, instructor, "demo", url=URL, events=events)
