"""Send one signed message to one receiver and say what came of it. Believes no reply.

The name, the secret and the body come from whoever calls; nothing is kept here.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache

import httpx2

from grader.errors import TargetRefused
from grader.lms.schedule import next_attempt, read_retry_after
from grader.lms.signing import sign
from grader.lms.targets import Target, check_target

__all__ = ["Message", "Outcome", "check_target", "deliver", "next_attempt", "sign"]

CONNECT_SECONDS = 5.0
TOTAL_SECONDS = 20.0
MOST_REPLY_BYTES = 64 * 1024
REPLY_HEAD_BYTES = 4 * 1024
_GONE = 410


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """`id` is the event's, the same on every try, so that the receiver can drop a repetition."""

    id: str
    url: str
    secret: str = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`error` is a sentence for the course's staff, None after a success (any 2xx)."""

    ok: bool
    gone: bool = False
    status: int | None = None
    error: str | None = None
    milliseconds: int = 0
    reply_head: str = ""
    retry_after: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reply:
    status: int
    retry_after: str | None
    head: bytes


def deliver(
    message: Message,
    *,
    now: datetime,
    allowed: Collection[str],
    tls: ssl.SSLContext | None = None,
) -> Outcome:
    """Try once, for at most TOTAL_SECONDS. Never raises for anything the receiver does."""
    started = time.monotonic()
    try:
        outcome = _outcome(_exchange(message, now, allowed, tls or _trust()), now)
    except _FAILURES as error:
        outcome = Outcome(ok=False, error=_sentence(error))
    return replace(outcome, milliseconds=round((time.monotonic() - started) * 1000))


def _exchange(
    message: Message, now: datetime, allowed: Collection[str], tls: ssl.SSLContext
) -> _Reply:
    target = check_target(message.url, allowed)
    if not target.addresses:
        raise httpx2.ConnectError(f"the name {target.host} does not resolve")
    return asyncio.run(_post(target, message.body, headers(message, now), tls))


def headers(message: Message, now: datetime) -> Mapping[str, str]:
    """The time is that of this attempt: receivers refuse an old one."""
    timestamp = int(now.timestamp())
    return {
        "webhook-id": message.id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(message.secret, message.id, timestamp, message.body),
        "content-type": "application/json",
        "accept-encoding": "identity",  # nothing to unpack, so nothing that can swell
        "user-agent": "grader-webhooks/1",
    }


async def _post(
    target: Target, body: bytes, sent: Mapping[str, str], tls: ssl.SSLContext
) -> _Reply:
    """Try the judged addresses in turn; whatever the receiver drips, it ends in time."""
    timeout = httpx2.Timeout(TOTAL_SECONDS, connect=CONNECT_SECONDS)
    async with (
        asyncio.timeout(TOTAL_SECONDS),
        httpx2.AsyncClient(
            verify=tls, trust_env=False, follow_redirects=False, timeout=timeout
        ) as client,
    ):
        for address in target.addresses[:-1]:
            try:
                return await _post_to(client, target, address, body, sent)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                continue
        return await _post_to(client, target, target.addresses[-1], body, sent)


async def _post_to(
    client: httpx2.AsyncClient,
    target: Target,
    address: str,
    body: bytes,
    sent: Mapping[str, str],
) -> _Reply:
    """Connects to the address, speaks to the name: Host and the certificate stay the name's."""
    url = target.url.copy_with(host=address)
    named = {**sent, "host": target.url.netloc.decode("ascii")}
    sni = {"sni_hostname": target.host}
    async with client.stream("POST", url, content=body, headers=named, extensions=sni) as response:
        head = await _read_head(response)
        return _Reply(
            status=response.status_code,
            retry_after=response.headers.get("retry-after"),
            head=head,
        )


async def _read_head(response: httpx2.Response) -> bytes:
    """Read on a little, so that the receiver can finish its reply; keep only the beginning."""
    kept, seen = b"", 0
    async for chunk in response.aiter_raw():
        kept += chunk[: REPLY_HEAD_BYTES - len(kept)]
        seen += len(chunk)
        if seen >= MOST_REPLY_BYTES:
            break
    return kept


def _outcome(reply: _Reply, now: datetime) -> Outcome:
    ok = 200 <= reply.status < 300
    return Outcome(
        ok=ok,
        gone=reply.status == _GONE,
        status=reply.status,
        error=None if ok else _answered(reply.status),
        reply_head=reply.head.decode("utf-8", "replace"),
        retry_after=None if ok else read_retry_after(reply.retry_after, now),
    )


def _answered(status: int) -> str:
    if 300 <= status < 400:
        return f"The receiver answered {status}; redirects are not followed."
    return f"The receiver answered {status}."


_FAILURES = (TargetRefused, TimeoutError, OSError, httpx2.HTTPError, httpx2.StreamError)


def _sentence(error: Exception) -> str:
    if isinstance(error, TargetRefused):
        return error.message
    if isinstance(error, (TimeoutError, httpx2.TimeoutException)):
        return f"The receiver did not answer within {TOTAL_SECONDS:.0f} seconds."
    return f"The receiver could not be reached: {error}."


@cache
def _trust() -> ssl.SSLContext:
    """The system's certificates, or those of SSL_CERT_FILE: a private LMS has its own authority."""
    return httpx2.create_ssl_context(trust_env=True)
