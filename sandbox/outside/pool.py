"""The real Sandbox: a pool of containers, and jobs run on what it lends."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox.outside import build, containers
from sandbox.outside.boxes import Recipe
from sandbox.outside.channel import BrokenError
from sandbox.outside.containers import Death
from sandbox.outside.flags import Shape
from sandbox.outside.keeper import Pool, Reuse
from sandbox.outside.sandbox import Ending, Job, Limits, Run, SandboxUnavailable
from sandbox.outside.session import Session
from sandbox.outside.uids import leased_uid

_SECCOMP: Final = Path(__file__).resolve().parent.parent / "image" / "seccomp.json"
_USUAL: Final = Limits()
_REPLACEMENTS: Final = 2
_ENDINGS: Final = {
    Death.NONE: Ending.TIME_LIMIT,  # so busy or so starved that it did not obey in seconds
    Death.OUT_OF_MEMORY: Ending.MEMORY_LIMIT,
    Death.FROM_INSIDE: Ending.CRASHED,
}
log = logging.getLogger(__name__)


class PooledSandbox:
    """Runs jobs in containers. Safe to call from several threads."""

    def __init__(self, pool: Pool, recipe: Recipe) -> None:
        self._pool = pool
        self._image = recipe.image
        self._python = ""

    def run(self, job: Job, *, stop: Callable[[], bool] = lambda: False) -> Run:
        """Run the job to its end. Raises SandboxUnavailable or Stopped, nothing else.

        When a container is lost on the way, the open call is charged and the rest runs once more
        in another one; when that is lost too, whatever is open ends the same way.
        """
        with leased_uid() as uid:
            session = Session(job, uid=uid, stop=stop)
            ending = self._run_on_a_box(session, job)
            if ending is not None:
                session.lost(ending)
                ending = self._run_on_a_box(session, job)
        if ending is not None:
            session.give_up(ending)
        return Run(
            load=session.known_load,
            answers=session.answers(),
            image=self._image,
            python=self._python,
            seconds=session.seconds,
        )

    @property
    def spares(self) -> int:
        """How many started containers wait for a job."""
        return self._pool.spares

    def close(self) -> None:
        self._pool.close()

    def _run_on_a_box(self, session: Session, job: Job) -> Ending | None:
        """Run what is open in one container. Returns the ending of the open call when it is lost.

        A container that is lost by no fault of the learner's is replaced without a charge.
        """
        for _ in range(_REPLACEMENTS):
            lost = self._try_a_box(session, job)
            if not isinstance(lost, BrokenError):
                return lost
        raise SandboxUnavailable("containers keep being killed from outside")

    def _try_a_box(self, session: Session, job: Job) -> Ending | BrokenError | None:
        began = time.time()
        box = self._pool.lend(shape_of(job.limits), fresh=job.fresh, stop=session.check_stop)
        self._python = box.python
        is_clean = False
        try:
            session.run(box.channel)
            is_clean = session.is_clean and not job.fresh
        except BrokenError as error:
            death = containers.death_of(box.id, since=began)
            log.info("a container was lost: %s; %s", error, death.value)
            return _ENDINGS.get(death, error)
        finally:
            self._pool.take_back(box, is_clean=is_clean)
        return None


def shape_of(limits: Limits) -> Shape:
    return Shape(memory_bytes=limits.memory_bytes, processes=limits.processes)


def open_sandbox(
    *,
    runtime: str = "runc",
    reuse: Reuse = "clean",
    slots: int = 2,
    owner: str,
    image: str | None = None,
    limits: Limits = _USUAL,
) -> PooledSandbox:
    """Open the real sandbox. Raises SandboxUnavailable when no engine answers or no image is there.

    `owner` is written on every container, for the reaper. Containers for jobs with these `limits`
    are started ahead of need; other jobs have to wait for theirs.
    """
    tag = image or build.image_tag()
    image_id = containers.image_id(tag)
    if image_id is None:
        raise SandboxUnavailable(f"there is no image {tag}: run `grader sandbox build` first")
    recipe = Recipe(image=image_id, runtime=runtime, owner=owner, seccomp=_SECCOMP.read_text())
    pool = Pool(recipe, shape_of(limits), reuse=reuse, slots=slots)
    return PooledSandbox(pool, recipe)
