"""The worker process: build the parts, run Celery in it, end in good order."""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Callable, Iterator

import structlog
from celery import Celery, signals
from celery.exceptions import SecurityWarning

from grader.judge import box
from grader.notify import Notify
from grader.queue import CeleryQueue, celery_app
from grader.settings import Settings
from grader.store.session import Store
from grader.worker import pulse
from grader.worker.consuming import OTHER_QUEUES, Consuming
from grader.worker.deliver import Courier
from grader.worker.explain import explain_submission
from grader.worker.gate import Box, Gate
from grader.worker.grade import grade_submission
from grader.worker.parts import Parts, worker_name
from grader.worker.publish import check_upload
from grader.worker.shelf import Shelf
from grader.worker.stopping import Stopping
from grader.worker.sweep import Sweeper
from grader.worker.tasks import register

GRACE_SECONDS = 10.0  # what still runs after so long goes back to the queue

log = structlog.get_logger()


def run_worker(settings: Settings) -> None:
    """Work until SIGTERM or SIGINT. The database is expected to be migrated."""
    consuming = Consuming()
    with _opened_parts(settings) as parts:
        courier = Courier(parts)
        app = celery_app(settings.effective_broker_url)
        register(app, _actions(parts, courier))
        signals.worker_ready.connect(lambda sender, **_: consuming.attach(sender), weak=False)
        signals.worker_shutting_down.connect(
            lambda **_: parts.stopping.request(GRACE_SECONDS), weak=False
        )
        parts.gate.listen(lambda: consuming.want(parts.gate.is_open))
        _start_clockwork(parts, consuming)
        _work(app, settings, parts.name)
        courier.close()


def _work(app: Celery, settings: Settings, name: str) -> None:
    """Grading queues are opened once the sandbox passed its check."""
    # It warns of root because of pickled messages; ours are JSON, and the engine means root anyhow.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    worker = app.Worker(
        hostname=f"grader@{name}",
        pool_cls="threads",
        concurrency=settings.slots,
        queues=OTHER_QUEUES,
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        quiet=True,
    )
    worker.start()


def _actions(parts: Parts, courier: Courier) -> dict[str, Callable[..., None]]:
    return {
        "grade": lambda submission_id: grade_submission(parts, submission_id),
        "publish": lambda upload_id: check_upload(parts, upload_id),
        "explain": lambda submission_id: explain_submission(parts, submission_id),
        "deliver": courier.hand_over,
        "sweep": Sweeper(parts).sweep,
        "due": courier.send_due,
    }


@contextlib.contextmanager
def _opened_parts(settings: Settings) -> Iterator[Parts]:
    name, stopping = worker_name(), Stopping()
    sandbox = Box(check=lambda: box.check(settings), open=lambda: box.open_sandbox(settings, name))
    store = Store.open(settings.effective_database_url)
    queue = CeleryQueue(settings.effective_broker_url)
    notify = Notify(settings.effective_broker_url)
    parts = Parts(
        name=name,
        settings=settings,
        store=store,
        queue=queue,
        notify=notify,
        gate=Gate(sandbox, stopping),
        shelf=Shelf(store),
        stopping=stopping,
    )
    try:
        yield parts
    finally:
        stopping.request(0.0)
        parts.gate.shut()
        pulse.last_beat(parts)
        for part in (queue, notify, store):
            part.close()


def _start_clockwork(parts: Parts, consuming: Consuming) -> None:
    def every(seconds: float, action: Callable[[], None]) -> Callable[[], None]:
        return lambda: pulse.repeat(action, seconds, parts.stopping)

    def beat() -> None:
        pulse.beat(parts, consuming.turns)

    parts.gate.listen(beat)  # nobody waits ten seconds to hear of it
    loops = {
        "gate": parts.gate.guard,
        "heartbeat": every(pulse.BEAT_SECONDS, beat),
        "reaper": every(pulse.REAP_SECONDS, lambda: pulse.reap(parts)),
    }
    for name, loop in loops.items():
        threading.Thread(target=loop, name=name, daemon=True).start()
