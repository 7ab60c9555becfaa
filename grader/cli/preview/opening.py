"""Open a preview: every part of the service that a lesson page needs, in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from grader.actions.context import Services
from grader.app import create_app
from grader.cli.preview.board import Board
from grader.cli.preview.desk import Desk
from grader.cli.preview.door import Door
from grader.cli.preview.grading import Calls, graders
from grader.cli.preview.proving import Prover
from grader.cli.preview.stage import Stage
from grader.cli.preview.temporary import own_folder
from grader.cli.preview.watch import watch
from grader.core.model import Disclosure
from grader.judge.box import Probe, SandboxUnavailable
from grader.notify import LocalNotify
from grader.settings import Settings
from grader.store.session import Store
from grader.web.who import anybody
from grader.worker.gate import Box, Gate
from grader.worker.parts import Parts, worker_name
from grader.worker.stopping import Stopping

ENGINE = "Nothing can be run here now: {}. This page goes on by itself once that has changed."


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """`is_ending` is asked by requests that wait long: whether they are to be let go."""

    folder: Path
    settings: Settings
    box: Box
    disclosure: Disclosure
    is_ending: Callable[[], bool] = lambda: False


@contextmanager
def opened_preview(wanted: Wanted) -> Iterator[Door]:
    """Show the pack until the block ends. Everything that is kept lies in a temporary folder."""
    with own_folder() as data:
        settings = _own(wanted.settings, data)
        with closing(Store.open(settings.effective_database_url)) as store:
            store.migrate()
            with _at_work(wanted, settings, store) as door:
                yield door


@contextmanager
def _at_work(wanted: Wanted, settings: Settings, store: Store) -> Iterator[Door]:
    board, calls, notify = Board(wanted.folder.name), Calls(), LocalNotify()
    stage = Stage(
        Services(store=store, queue=calls, settings=settings, now=_now), wanted.disclosure
    )
    desk, stopping = Desk(board, stage), Stopping()
    gate = _gate(wanted.box, board, stopping)
    prover = Prover(gate, stopping, desk.hear)
    parts = Parts(
        name=worker_name(),
        settings=settings,
        store=store,
        queue=calls,
        notify=notify,
        gate=gate,
        shelf=prover,
        stopping=stopping,
    )
    look = partial(watch, wanted.folder, partial(desk.take, prover=prover), stopping)
    app = create_app(settings, store=store, queue=calls, notify=notify)
    app.dependency_overrides[anybody] = stage.who_looks
    with graders(parts, calls, {"prover": prover.work, "watch": look}, wake=prover.wake):
        yield Door(app, board, is_ending=wanted.is_ending)


def _own(settings: Settings, data: Path) -> Settings:
    """Whatever service the environment names, nothing of it is touched."""
    alone = {"data": data, "database_url": None, "broker_url": None, "secret_key": None}
    return settings.model_copy(update=alone)


def _gate(box: Box, board: Board, stopping: Stopping) -> Gate:
    """One that says on the board why it is closed, from its first failed check on."""

    def check() -> Sequence[Probe]:
        try:
            return box.check()
        except SandboxUnavailable as error:
            board.tell(engine=_sentence(str(error)))
            raise

    gate = Gate(Box(check=check, open=box.open), stopping)
    gate.listen(lambda: board.tell(engine=_sentence(gate.reason)))
    return gate


def _sentence(reason: str) -> str:
    return ENGINE.format(reason.rstrip(".")) if reason else ""


def _now() -> datetime:
    return datetime.now(UTC)
