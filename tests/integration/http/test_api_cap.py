"""No request may make the server read without end, or wait without end for the rest."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest
from fastapi import Request

from grader.api import cap
from grader.api.cap import MOST_BODY_BYTES, MOST_DRAINED_BYTES, BodyCap
from grader.api.refusals import BodyTooLarge, BodyTooSlow

BLOCK = b" " * 65536


class EndlessSender:
    """Sends blocks as long as anybody asks."""

    def __init__(self) -> None:
        self.bytes = 0

    async def receive(self) -> MutableMapping[str, Any]:
        self.bytes += len(BLOCK)
        return {"type": "http.request", "body": BLOCK, "more_body": True}


async def read_all(scope: Any, receive: Any, send: Any) -> None:
    await Request(scope, receive).body()


async def nothing(message: Any) -> None:
    pass


def test_an_endless_body_is_cut_off() -> None:
    sender = EndlessSender()
    scope = {"type": "http", "method": "POST", "headers": []}
    with pytest.raises(BodyTooLarge):
        asyncio.run(BodyCap(read_all)(scope, sender.receive, nothing))
    assert MOST_BODY_BYTES < sender.bytes <= MOST_BODY_BYTES + MOST_DRAINED_BYTES + 2 * len(BLOCK)


def test_a_body_that_nobody_reads_is_not_read() -> None:
    sender = EndlessSender()

    async def ignore(scope: Any, receive: Any, send: Any) -> None:
        pass

    asyncio.run(BodyCap(ignore)({"type": "http"}, sender.receive, nothing))
    assert sender.bytes == 0


def test_a_body_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cap, "LONGEST_BODY_SECONDS", 0.2)

    async def drip() -> MutableMapping[str, Any]:
        await asyncio.sleep(0.05)
        return {"type": "http.request", "body": b" ", "more_body": True}

    with pytest.raises(BodyTooSlow):
        asyncio.run(BodyCap(read_all)({"type": "http", "headers": []}, drip, nothing))


def test_who_waits_for_an_answer_may_be_quiet_once_all_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cap, "LONGEST_BODY_SECONDS", 0.05)
    messages = iter([{"type": "http.request"}, {"type": "http.disconnect"}])

    async def quiet() -> MutableMapping[str, Any]:
        message = next(messages)
        await asyncio.sleep(0.2 if message["type"] == "http.disconnect" else 0)
        return message

    async def wait_for_the_end(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "http.request"
        assert (await receive())["type"] == "http.disconnect"

    asyncio.run(BodyCap(wait_for_the_end)({"type": "http"}, quiet, nothing))
