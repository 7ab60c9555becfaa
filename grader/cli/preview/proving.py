"""What the solution answers, found out while the page is shown already; then the pack's promises.

Graders ask here for a version's expected values and wait until they are there. The mutants of a
solution are left to `grader pack check`: they take longer than an author's next sentence.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from grader import packs
from grader.core.model import Pack
from grader.errors import PackBroken
from grader.judge.box import Sandbox, SandboxUnavailable, Stopped
from grader.judge.check import problems_of
from grader.judge.oracle import prepare
from grader.judge.promises import keep_promises
from grader.judge.workbench import Bench
from grader.packs import EXPLORER, Problem
from grader.worker.gate import Gate
from grader.worker.shelf import Shelved
from grader.worker.stopping import Stopping

PREPARING = "Preparing the expected values."
CHECKING = "Checking right/ and wrong/."
UNSOUND = "The pack's own solution does not run, so nothing can be graded; see its problems above."
FAILED = "The expected values could not be prepared; the terminal says why."
MOST_KEPT = 8
PAUSE_SECONDS = 2.0  # after a sandbox that failed, so that a lame engine is not asked all the time

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far one version is. `unsound`: why nothing can be graded with it."""

    doing: str = ""
    prepared: Mapping[str, Any] | None = None
    problems: tuple[Problem, ...] = ()
    unsound: str = ""


class Prover:
    """Works on the newest version alone. Safe to share between threads."""

    def __init__(
        self, gate: Gate, stopping: Stopping, tell: Callable[[Pack, Progress], None]
    ) -> None:
        self._gate = gate
        self._stopping = stopping
        self._tell = tell
        self._changed = threading.Condition()
        self._version_id = 0
        self._pack: Pack | None = None
        self._progress = Progress()
        self._is_due = False
        self._known: OrderedDict[str, Progress] = OrderedDict()
        gate.listen(self.wake)

    def take(self, version_id: int, pack: Pack) -> None:
        """Go on with this one; what is done for another is given up."""
        with self._changed:
            self._version_id, self._pack = version_id, pack
            self._progress, self._is_due = Progress(doing=PREPARING), True
            self._changed.notify_all()

    def get(self, version_id: int) -> Shelved:
        """Wait for the expected values. Raises PackBroken, or Stopped for what is of yesterday."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_settled(version_id))
            pack, progress = self._pack, self._progress
            if self._is_gone(version_id) or pack is None:
                raise Stopped
            if progress.prepared is None:
                raise PackBroken(progress.unsound)
            return Shelved(pack=pack, prepared=progress.prepared)

    def wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def work(self) -> None:
        """Prove whatever is newest, until the end. Runs in a thread of its own."""
        while not self._stopping.requested:
            with self._changed:
                self._changed.wait_for(self._has_work)
                version_id, pack = self._version_id, self._pack
            if pack is not None and not self._stopping.requested:
                self._try(version_id, pack)

    def _has_work(self) -> bool:
        return self._stopping.requested or (self._is_due and self._gate.is_open)

    def _is_gone(self, version_id: int) -> bool:
        return self._stopping.requested or self._version_id != version_id

    def _is_settled(self, version_id: int) -> bool:
        progress = self._progress
        is_known = progress.prepared is not None or bool(progress.unsound)
        return is_known or self._is_gone(version_id)

    def _try(self, version_id: int, pack: Pack) -> None:
        try:
            with self._gate.passing() as sandbox:
                if sandbox is not None:
                    self._prove(version_id, pack, sandbox)
        except Stopped:
            return
        except SandboxUnavailable as error:
            self._gate.report(error)  # it is due still: the next sandbox goes on with it
            self._stopping.wait(PAUSE_SECONDS)
        except PackBroken as broken:
            found = Progress(problems=problems_of(broken), unsound=UNSOUND)
            self._settle(version_id, pack, found)
        except Exception:  # the thread's edge: the page stays
            log.exception("proving_failed")
            self._settle(version_id, pack, Progress(unsound=FAILED))

    def _prove(self, version_id: int, pack: Pack, sandbox: Sandbox) -> None:
        key = _key(pack)
        if key not in self._known:
            bench = Bench(sandbox=sandbox, at_once=1, stop=lambda: self._is_gone(version_id))
            prepared = prepare(pack, sandbox, stop=bench.stop)
            early = Progress(doing=CHECKING, prepared=prepared)
            self._settle(version_id, pack, early, is_due=True)
            problems = keep_promises(pack, prepared, bench).problems
            self._keep(key, Progress(prepared=prepared, problems=problems))
        known = self._known[key]
        assert known.prepared is not None
        prepared = {**known.prepared, "pack_version": pack.version}
        self._settle(version_id, pack, Progress(prepared=prepared, problems=known.problems))

    def _settle(
        self, version_id: int, pack: Pack, progress: Progress, *, is_due: bool = False
    ) -> None:
        with self._changed:
            if self._is_gone(version_id):
                return
            self._progress, self._is_due = progress, is_due
            self._changed.notify_all()
        self._tell(pack, progress)

    def _keep(self, key: str, progress: Progress) -> None:
        self._known[key] = progress
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)


def _key(pack: Pack) -> str:
    """Return a digest of all that can change an answer: a sentence of the lesson cannot."""
    return packs.digest({name: text for name, text in pack.files.items() if _is_run(name)})


def _is_run(name: str) -> bool:
    return not (name.endswith(".md") or name.startswith(f"{EXPLORER}/"))
