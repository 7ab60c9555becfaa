"""Keep containers started ahead of need, lend each to one job at a time, destroy when in doubt.

A lease ends in exactly one of two ways: the container goes back, because its run was uneventful
and the policy allows another one, or it is destroyed. Never more than `slots` are lent. `slots`
more wait where each serves once; where they come back, one more than `slots` is enough in all.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

from sandbox.outside.boxes import Box, Recipe, start_box
from sandbox.outside.flags import Shape
from sandbox.outside.sandbox import SandboxUnavailable

Reuse = Literal["clean", "fresh"]
MOST_USES: Final = 100
MOST_SECONDS: Final = 600.0
_TRIES: Final = 3
_TRY_AGAIN_SECONDS: Final = 0.2
_TURN_SECONDS: Final = 0.1
_ROUND_SECONDS: Final = 30.0  # how often spares are looked at when nothing happens
_BACKOFF_SECONDS: Final = (0.2, 1.0, 5.0, 15.0)
log = logging.getLogger(__name__)


class Pool:
    """The containers of one worker. `lend` and `take_back` are all that a job needs."""

    def __init__(self, recipe: Recipe, shape: Shape, *, reuse: Reuse, slots: int) -> None:
        self._recipe = recipe
        self._shape = shape  # that was asked for last
        self._reuse = reuse
        self._slots = slots
        self._free = threading.BoundedSemaphore(slots)
        self._changed = threading.Condition()
        self._spares: deque[Box] = deque()
        self._condemned: deque[Box] = deque()
        self._lent = 0
        self._is_closed = False
        self._keeper = threading.Thread(target=self._keep, name="sandbox-keeper", daemon=True)
        self._keeper.start()
        atexit.register(self.close)  # a thread that outlives its interpreter may crash it

    @property
    def spares(self) -> int:
        """How many started containers wait to be lent."""
        return len(self._spares)

    def lend(self, shape: Shape, *, fresh: bool, stop: Callable[[], None]) -> Box:
        """Wait for a slot, then return a container: a spare of that shape, or a new one.

        Raises SandboxUnavailable when none can be had, and what `stop` raises while it waits.
        """
        while not self._free.acquire(timeout=_TURN_SECONDS):
            stop()
        self._count_lent(+1)
        try:
            box = self._spare(shape, unused=fresh or self._reuse == "fresh") or self._new(shape)
        except BaseException:
            self._count_lent(-1)
            self._free.release()
            raise
        box.uses += 1
        return box

    def take_back(self, box: Box, *, is_clean: bool) -> None:
        """End a lease: keep the container when everything was as it should be, else destroy it."""
        with self._changed:
            if is_clean and self._may_serve_again(box):
                self._spares.appendleft(box)  # the warm one first; the others stay unused
            else:
                self._condemned.append(box)
            self._lent -= 1
            self._changed.notify_all()
        if not self._keeper.is_alive():
            self._bury()
        self._free.release()

    def close(self) -> None:
        """Destroy every container that is not lent, and end the keeper. May be called twice."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._keeper.join()
        atexit.unregister(self.close)

    # ------------------------------------------------------------------------------------ lending

    def _count_lent(self, step: int) -> None:
        with self._changed:
            self._lent += step
            self._changed.notify_all()

    def _may_serve_again(self, box: Box) -> bool:
        is_allowed = self._reuse == "clean" and box.splices and not self._is_closed
        return is_allowed and _is_young(box) and box.uses < MOST_USES

    def _spare(self, shape: Shape, *, unused: bool) -> Box | None:
        with self._changed:
            if self._is_closed:
                raise SandboxUnavailable("the sandbox is closed")
            self._shape = shape
            self._condemn(lambda box: not box.channel.is_idle)
            fits = (b for b in self._spares if b.shape == shape and not (unused and b.uses))
            box = next(fits, None)
            if box is not None:
                self._spares.remove(box)
            self._changed.notify_all()
            return box

    def _condemn(self, is_bad: Callable[[Box], bool]) -> None:
        for box in filter(is_bad, list(self._spares)):
            self._spares.remove(box)
            self._condemned.append(box)

    def _new(self, shape: Shape) -> Box:
        for _ in range(_TRIES - 1):
            try:
                return start_box(self._recipe, shape)
            except SandboxUnavailable as error:
                log.warning("a container did not start: %s", error)
                time.sleep(_TRY_AGAIN_SECONDS)
        return start_box(self._recipe, shape)

    # --------------------------------------------------------------------------------- the keeper

    def _keep(self) -> None:
        """Destroy what is condemned, then start what is missing; a failure only makes it wait."""
        failures = 0
        while self._wait_for_work(failures):
            try:
                self._bury()
                self._refill()
                failures = 0
            except SandboxUnavailable as error:
                failures += 1
                log.warning("the pool waits for the engine: %s", error)
            except Exception:
                failures += 1  # a fault of ours must not leave the pool without its keeper
                log.exception("the pool's keeper stumbled, and tries again")
        self._bury()  # all of them: closed pools want none

    def _wait_for_work(self, failures: int) -> bool:
        with self._changed:
            if failures:
                pause = _BACKOFF_SECONDS[min(failures, len(_BACKOFF_SECONDS)) - 1]
                self._changed.wait_for(lambda: self._is_closed, timeout=pause)
            else:
                self._changed.wait_for(
                    lambda: self._is_closed or self._has_work(), timeout=_ROUND_SECONDS
                )
            self._condemn(lambda box: not (_is_young(box) and box.channel.is_idle))
            return not self._is_closed

    def _has_work(self) -> bool:
        surplus = len(self._spares) - self._wanted()
        return bool(self._condemned) or self._missing() > 0 or surplus > 0

    def _wanted(self) -> int:
        """How many should wait: those that are lent come back, if they may serve again."""
        if self._is_closed:
            return 0
        return self._slots if self._reuse == "fresh" else self._slots + 1 - self._lent

    def _missing(self) -> int:
        return self._wanted() - sum(box.shape == self._shape for box in self._spares)

    def _refill(self) -> None:
        with self._changed:
            shape, missing = self._shape, self._missing()
        if missing > 0:
            box = start_box(self._recipe, shape)
            with self._changed:
                self._spares.append(box)
                self._changed.notify_all()

    def _bury(self) -> None:
        while (box := self._next_to_bury()) is not None:
            try:
                box.close()
            except SandboxUnavailable as error:
                log.warning("a container is left to the reaper: %s", error)

    def _next_to_bury(self) -> Box | None:
        """The next condemned container, else a spare too many: of another shape, or the oldest."""
        with self._changed:
            if self._condemned:
                self._changed.notify_all()
                return self._condemned.popleft()
            if len(self._spares) <= self._wanted():
                return None
            box = min(self._spares, key=lambda b: (b.shape == self._shape, b.born))
            self._spares.remove(box)
            self._changed.notify_all()
            return box


def _is_young(box: Box) -> bool:
    return time.monotonic() - box.born < MOST_SECONDS
