"""Webhooks leave the outbox in threads of their own: nudged, or found due by the schedule."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from standardwebhooks import Webhook

from grader.lms.sealing import seal
from grader.settings import Settings
from grader.store import writes
from grader.store.session import Store
from grader.store.tables import Delivery
from grader.worker.deliver import Courier
from grader.worker.parts import Parts
from tests.waiting import wait_until

SECRET = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Receiver(ThreadingHTTPServer):
    """An LMS that keeps what it gets and answers `status`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 204
        self.got: list[tuple[dict[str, str], bytes]] = []

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Receiver)
        body = self.rfile.read(int(self.headers["content-length"]))
        server.got.append(({k.lower(): v for k, v in self.headers.items()}, body))
        self.send_response(server.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def courier(parts: Parts, receiver: Receiver, now: Callable[[], Any]) -> Iterator[Courier]:
    settings = Settings(
        data=parts.settings.data,
        secret_key=parts.settings.secret_key,
        private_targets=receiver.address,
    )
    opened = Courier(replace(parts, settings=settings, now=now))
    yield opened
    parts.stopping.request(0.0)
    opened.close()


@pytest.fixture
def now() -> Callable[[], Any]:
    """Receivers compare the signature's time with their own."""
    return Parts.__dataclass_fields__["now"].default


@pytest.fixture
def world(world: Any, now: Callable[[], Any]) -> Any:
    world.clock.time = now()
    return world


@pytest.fixture
def delivery_id(world: Any, receiver: Receiver, store: Store, parts: Parts) -> str:
    """A grade that the receiver is to be told of."""
    with store.unit() as unit:
        writes.add_webhook(
            unit,
            world.course.id,
            url=f"http://{receiver.address}/hook",
            events=["grade.published"],
            sealed_secret=seal(parts.settings.effective_secret_key, SECRET),
            now=world.clock(),
        )
    (made,) = world.grade(world.submit())
    return str(made)


def state_of(store: Store, delivery_id: str) -> tuple[str, int]:
    with store.reading() as unit:
        row = unit.session.get_one(Delivery, delivery_id)
        return row.state, row.attempt


def test_a_nudge_delivers_with_a_signature_that_the_standard_accepts(
    courier: Courier, receiver: Receiver, store: Store, delivery_id: str
) -> None:
    courier.hand_over(delivery_id)
    wait_until(lambda: state_of(store, delivery_id) == ("ok", 1))
    ((headers, body),) = receiver.got
    assert Webhook(SECRET).verify(body, headers)["type"] == "grade.published"


def test_a_delivery_that_nobody_was_told_of_is_found_when_due(
    courier: Courier, store: Store, delivery_id: str
) -> None:
    courier.send_due()
    wait_until(lambda: state_of(store, delivery_id) == ("ok", 1))


def test_a_refused_delivery_stays_for_a_later_time(
    courier: Courier, receiver: Receiver, store: Store, delivery_id: str
) -> None:
    receiver.status = 503
    courier.hand_over(delivery_id)
    wait_until(lambda: state_of(store, delivery_id) == ("pending", 1))


def test_two_nudges_deliver_once(
    courier: Courier, receiver: Receiver, store: Store, delivery_id: str
) -> None:
    courier.hand_over(delivery_id)
    courier.hand_over(delivery_id)
    courier.send_due()
    wait_until(lambda: state_of(store, delivery_id) == ("ok", 1))
    assert len(receiver.got) == 1


def test_a_worker_that_ends_takes_no_further_delivery(
    courier: Courier, receiver: Receiver, store: Store, parts: Parts, delivery_id: str
) -> None:
    parts.stopping.request(0.0)
    courier.hand_over(delivery_id)
    courier.close()
    assert state_of(store, delivery_id) == ("pending", 0)
    assert receiver.got == []
