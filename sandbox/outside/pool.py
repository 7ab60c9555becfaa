"""Containers started ahead of need, lent to one job at a time, and destroyed when in doubt.

A lease ends in exactly one of two ways: the container goes back, because its run was uneventful
and the policy allows another one, or it is destroyed. Never more than `slots` are lent, and never
more than `slots` wait.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from sandbox.outside import build, containers
from sandbox.outside.channel import Broken, Channel, Hello
from sandbox.outside.flags import LABEL, Shape, container_spec
from sandbox.outside.sandbox import (
    Ending,
    Job,
    Limits,
    Run,
    Sandbox,
    SandboxUnavailable,
    Stopped,
)
from sandbox.outside.session import Session
from sandbox.outside.uids import leased_uid
from sandbox.wire import VERSION

Reuse = Literal["clean", "fresh"]
MOST_USES: Final = 50
MOST_SECONDS: Final = 600.0
_START_SECONDS: Final = 30.0
_TRIES: Final = 3
_BACKOFF_SECONDS: Final = (0.2, 1.0, 5.0, 15.0)
_SECCOMP: Final = Path(__file__).resolve().parent.parent / "image" / "seccomp.json"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How containers are made. The same for all of a pool."""

    image: str
    image_id: str
    runtime: str
    owner: str
    seccomp: str


@dataclass(slots=True, kw_only=True, eq=False)
class Box:
    """A started container whose supervisor has said hello."""

    id: str
    shape: Shape
    channel: Channel
    python: str
    may_repeat: bool  # false when splice is refused in there: it has held payload bytes
    born: float = field(default_factory=time.monotonic)
    uses: int = 0

    def close(self) -> None:
        """Hang up; the supervisor ends on that. Then make sure."""
        self.channel.close()
        containers.remove(self.id)


def start_box(recipe: Recipe, shape: Shape) -> Box:
    """Create, attach, start and greet one container. Raises SandboxUnavailable."""
    spec = container_spec(
        image=recipe.image_id,
        shape=shape,
        runtime=recipe.runtime,
        seccomp=recipe.seccomp,
        owner=recipe.owner,
        born=f"{time.time():.0f}",
    )
    container_id = containers.create(spec)
    try:
        channel = Channel(containers.attach(container_id))
        containers.start(container_id)
        hello = _greet(channel)
    except BaseException:
        containers.remove(container_id)
        raise
    return Box(
        id=container_id,
        shape=shape,
        channel=channel,
        python=hello.python,
        may_repeat=hello.splices,
    )


def _greet(channel: Channel) -> Hello:
    deadline = time.monotonic() + _START_SECONDS
    try:
        while time.monotonic() < deadline:
            for event in channel.wait(deadline):
                if isinstance(event, Hello) and event.version == VERSION:
                    return event
                raise Broken("something else than a hello")
    except Broken as error:
        said = channel.complaints.strip()[-300:]
        raise SandboxUnavailable(f"the container did not start: {error}. {said}") from error
    raise SandboxUnavailable("the container did not start in time")


class Pool:
    """The containers of one worker. `lend` and `take_back` are all that a job needs."""

    def __init__(self, recipe: Recipe, *, reuse: Reuse, slots: int) -> None:
        self._recipe = recipe
        self._reuse = reuse
        self._slots = slots
        self._free = threading.Semaphore(slots)
        self._changed = threading.Condition()
        self._spares: deque[Box] = deque()
        self._condemned: deque[Box] = deque()
        self._shape = shape_of(Limits())
        self._is_closed = False
        self._keeper = threading.Thread(target=self._keep, name="sandbox-pool", daemon=True)
        self._keeper.start()

    def lend(self, shape: Shape, *, fresh: bool) -> Box:
        """Wait for a slot, then return a container: a spare of that shape, or a new one."""
        self._free.acquire()
        try:
            box = self._spare(shape, unused=fresh or self._reuse == "fresh")
            box = box or self._new(shape)
        except BaseException:
            self._free.release()
            raise
        box.uses += 1
        return box

    def take_back(self, box: Box, *, is_clean: bool) -> None:
        """End a lease. Unless everything was as it should be, the container is destroyed."""
        is_young = time.monotonic() - box.born < MOST_SECONDS and box.uses < MOST_USES
        keep = is_clean and is_young and box.may_repeat and self._reuse == "clean"
        with self._changed:
            (self._spares.appendleft if keep and not self._is_closed else self._condemned.append)(
                box
            )
            self._changed.notify_all()
        self._free.release()

    def close(self) -> None:
        """Destroy every container that is not lent, and end the keeper."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._keeper.join()

    # -------------------------------------------------------------------------------- the keeper

    def _spare(self, shape: Shape, *, unused: bool) -> Box | None:
        with self._changed:
            self._shape = shape
            for box in self._spares:
                if box.shape == shape and not (unused and box.uses):
                    self._spares.remove(box)
                    self._changed.notify_all()
                    return box
            self._changed.notify_all()
            return None

    def _new(self, shape: Shape) -> Box:
        for attempt in range(_TRIES):
            try:
                return start_box(self._recipe, shape)
            except SandboxUnavailable:
                if attempt + 1 == _TRIES or self._is_closed:
                    raise
                time.sleep(_BACKOFF_SECONDS[0])
        raise AssertionError("unreachable")

    def _keep(self) -> None:
        """Destroy what is condemned, then start what is missing; never stop for a failure."""
        failures = 0
        while self._wait_for_work(failures):
            try:
                self._work()
                failures = 0
            except SandboxUnavailable as error:
                failures += 1
                log.warning("the pool could not work: %s", error)
        self._bury(everything=True)
        containers.close_clients()

    def _wait_for_work(self, failures: int) -> bool:
        with self._changed:
            if failures:
                pause = _BACKOFF_SECONDS[min(failures, len(_BACKOFF_SECONDS)) - 1]
                self._changed.wait_for(lambda: self._is_closed, timeout=pause)
            else:
                self._changed.wait_for(lambda: self._is_closed or self._has_work)
            return not self._is_closed

    @property
    def _has_work(self) -> bool:
        return bool(self._condemned) or self._missing > 0 or len(self._spares) > self._slots

    @property
    def _missing(self) -> int:
        return self._slots - sum(box.shape == self._shape for box in self._spares)

    def _work(self) -> None:
        self._bury(everything=False)
        with self._changed:
            shape, missing = self._shape, self._missing
        if missing > 0:
            box = start_box(self._recipe, shape)
            with self._changed:
                self._spares.append(box)

    def _bury(self, *, everything: bool) -> None:
        while True:
            with self._changed:
                surplus = everything or len(self._spares) > self._slots
                if self._condemned:
                    box = self._condemned.popleft()
                elif surplus and self._spares:
                    box = self._least_wanted()
                else:
                    return
            try:
                box.close()
            except SandboxUnavailable as error:
                log.warning("a container could not be removed: %s", error)

    def _least_wanted(self) -> Box:
        """The spare to give up: one of another shape than is asked for, else the oldest."""
        box = min(self._spares, key=lambda b: (b.shape == self._shape, b.born))
        self._spares.remove(box)
        return box


class PooledSandbox:
    """The real Sandbox."""

    def __init__(self, pool: Pool, recipe: Recipe) -> None:
        self._pool = pool
        self._recipe = recipe

    def run(self, job: Job, *, stop: Callable[[], bool] = lambda: False) -> Run:
        """Run the job to its end. Raises SandboxUnavailable or Stopped, nothing else."""
        with leased_uid() as uid:
            session = Session(job, uid=uid, stop=stop)
            python = self._run_on_a_box(session, job)
            if python is None:
                python = self._run_on_a_box(session, job)
            if python is None:
                session.give_up(Ending.CRASHED)
        assert session.load is not None
        return Run(
            load=session.load,
            answers=session.answers(),
            image=self._recipe.image_id,
            python=python or "",
            seconds=session.seconds,
        )

    def _run_on_a_box(self, session: Session, job: Job) -> str | None:
        """Run what is open in one container; None when the container was lost on the way."""
        box = self._pool.lend(shape_of(job.limits), fresh=job.fresh)
        is_clean = False
        try:
            session.run(box.channel)
            is_clean = session.is_clean and not job.fresh
        except Broken as error:
            session.lost(self._cause_of_death(box, error))
            return None
        finally:
            self._pool.take_back(box, is_clean=is_clean)
        return box.python

    def _cause_of_death(self, box: Box, error: Broken) -> Ending:
        """The supervisor is gone: the learner's doing when the engine still answers, else ours."""
        if containers.engine_answers() is None:
            raise SandboxUnavailable("the engine went away during a job") from error
        was_memory = containers.ran_out_of_memory(box.id, since=time.time() - 60)
        return Ending.MEMORY_LIMIT if was_memory else Ending.CRASHED

    def close(self) -> None:
        self._pool.close()


def shape_of(limits: Limits) -> Shape:
    return Shape(memory_bytes=limits.memory_bytes, processes=limits.processes)


def open_sandbox(
    *,
    runtime: str = "runc",
    reuse: Reuse = "clean",
    slots: int = 2,
    owner: str,
    image: str | None = None,
) -> Sandbox:
    """Open the real sandbox. Raises SandboxUnavailable when no engine answers or no image is there."""
    tag = image or build.image_tag()
    image_id = containers.image_id(tag)
    if image_id is None:
        raise SandboxUnavailable(
            f"there is no sandbox image {tag}: run `grader sandbox build` first"
        )
    recipe = Recipe(
        image=tag,
        image_id=image_id,
        runtime=runtime,
        owner=owner,
        seccomp=_SECCOMP.read_text(),
    )
    return PooledSandbox(Pool(recipe, reuse=reuse, slots=slots), recipe)


__all__ = [
    "LABEL",
    "Box",
    "Pool",
    "PooledSandbox",
    "Recipe",
    "Stopped",
    "open_sandbox",
    "start_box",
]
