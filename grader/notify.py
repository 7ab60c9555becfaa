"""Wake whoever waits for a submission: one short message in, every waiter of that id looks again.

A message is a hint and never the truth: a waiter always asks `ready` (the database). So a lost
message costs seconds, not an answer, and a broker that is away only makes waiting slower.
One subscription and one thread serve every waiter of the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import structlog
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.retry import Retry

T = TypeVar("T")
CHANNEL = "grader:done"
LIVE_CHECK_SECONDS = 5.0  # a safety net: a message can be lost while a connection dies
BLIND_CHECK_SECONDS = 0.5  # while no subscription is up, the only way to notice
RECONNECT_SECONDS = (0.05, 0.2, 0.5, 1.0, 2.0)
PUBLISH_PAUSE_SECONDS = 2.0  # after a failure, so that a dead broker does not slow every grading

log = structlog.get_logger()


def redis_url(broker_url: str) -> str:
    """The broker's address in the words of redis-py, which says unix:// for redis+socket://."""
    path = broker_url.removeprefix("redis+socket://")
    if path == broker_url:
        return broker_url
    return f"unix://{path.replace('virtual_host=', 'db=')}"


class LocalNotify:
    """Wakes the waiters of this process, and needs no broker for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiters: dict[str, set[Callable[[], object]]] = {}
        self._live = threading.Event()
        self._live.set()

    def publish(self, submission_id: str) -> None:
        self._wake(submission_id)

    def wait(self, submission_id: str, seconds: float, ready: Callable[[], T | None]) -> T | None:
        """What `ready` finds now or within so many seconds, else None. Blocks this thread."""
        woken = threading.Event()
        deadline = time.monotonic() + seconds
        with self._subscribed(submission_id, woken.set):
            found = ready()
            while found is None and (pause := self._pause(deadline)) > 0:
                woken.wait(pause)
                woken.clear()
                found = ready()
            return found

    async def wait_async(
        self, submission_id: str, seconds: float, ready: Callable[[], T | None]
    ) -> T | None:
        """The same without holding a thread while nothing happens; `ready` runs in a thread."""
        woken, loop = asyncio.Event(), asyncio.get_running_loop()
        deadline = time.monotonic() + seconds
        with self._subscribed(submission_id, lambda: loop.call_soon_threadsafe(woken.set)):
            found = await asyncio.to_thread(ready)
            while found is None and (pause := self._pause(deadline)) > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), pause)
                woken.clear()
                found = await asyncio.to_thread(ready)
            return found

    def _pause(self, deadline: float) -> float:
        """Seconds to wait for a message before looking again; not positive: time is up."""
        longest = LIVE_CHECK_SECONDS if self._live.is_set() else BLIND_CHECK_SECONDS
        return min(longest, deadline - time.monotonic())

    @contextlib.contextmanager
    def _subscribed(self, submission_id: str, wake: Callable[[], object]) -> Iterator[None]:
        with self._lock:
            self._waiters.setdefault(submission_id, set()).add(wake)
            self._listen_in()
        try:
            yield
        finally:
            self._forget(submission_id, wake)

    def _forget(self, submission_id: str, wake: Callable[[], object]) -> None:
        with self._lock:
            left = self._waiters.get(submission_id, set())
            left.discard(wake)
            if not left:
                self._waiters.pop(submission_id, None)

    def _listen_in(self) -> None:
        """Somebody waits, so that messages of other processes matter from now on."""

    def _wake(self, submission_id: str) -> None:
        with self._lock:
            waiting = tuple(self._waiters.get(submission_id, ()))
        for wake in waiting:
            with contextlib.suppress(RuntimeError):  # its event loop has just closed
                wake()

    def _wake_all(self) -> None:
        with self._lock:
            ids = tuple(self._waiters)
        for submission_id in ids:
            self._wake(submission_id)


class Notify(LocalNotify):
    """The same for the waiters of every process. Opens nothing before its first use."""

    def __init__(self, broker_url: str) -> None:
        super().__init__()
        self._live.clear()
        self._url = redis_url(broker_url)
        self._publisher = self._connect()
        self._publish_after = 0.0
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None

    def publish(self, submission_id: str) -> None:
        """Wake the waiters of every process. Never raises: they look by themselves, only later."""
        if time.monotonic() < self._publish_after:
            return
        try:
            self._publisher.publish(CHANNEL, submission_id)
        except RedisError as error:
            self._publish_after = time.monotonic() + PUBLISH_PAUSE_SECONDS
            log.warning("notify_failed", submission=submission_id, reason=str(error))

    def close(self) -> None:
        self._closed.set()
        if self._listener is not None:
            self._listener.join(timeout=2.0)
        self._publisher.close()

    def _listen_in(self) -> None:
        if self._listener is None and not self._closed.is_set():
            self._listener = threading.Thread(target=self._listen, name="notify", daemon=True)
            self._listener.start()

    def _listen(self) -> None:
        failures = 0
        while not self._closed.is_set():
            try:
                with self._connect() as client, client.pubsub() as subscription:
                    self._pump(subscription)
            except (RedisError, OSError) as error:
                failures = 0 if self._live.is_set() else failures + 1
                self._live.clear()
                self._wake_all()  # so that nobody sleeps on in the belief of being told
                log.debug("notify_away", reason=str(error))
                self._closed.wait(RECONNECT_SECONDS[min(failures, len(RECONNECT_SECONDS) - 1)])

    def _pump(self, subscription: PubSub) -> None:
        subscription.subscribe(CHANNEL)
        while not self._closed.is_set():
            message = subscription.get_message(timeout=0.5)
            if message is None:
                continue
            if message["type"] == "subscribe":
                self._live.set()
                self._wake_all()  # what was said before we listened is not said again
            elif message["type"] == "message":
                self._wake(message["data"].decode())

    def _connect(self) -> Redis:
        return Redis.from_url(
            self._url,
            socket_timeout=5.0,
            socket_connect_timeout=1.0,
            health_check_interval=10,
            retry=Retry(NoBackoff(), 1),
        )
