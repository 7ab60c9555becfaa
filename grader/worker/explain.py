"""Look for the smallest input on which a graded function is wrong, once the verdict is out.

What is found is kept for everybody who sends the same source. A message that is lost is sent again
by the sweep, a few times; then nothing is shown, and no grade depends on it.
"""

from __future__ import annotations

from dataclasses import replace

import structlog

from grader.judge import search
from grader.judge.box import Sandbox, SandboxUnavailable, Stopped
from grader.store import reads, writes
from grader.store.records import Wanted
from grader.worker.parts import Parts

log = structlog.get_logger()


def explain_submission(parts: Parts, submission_id: str) -> None:
    """Do what is still open. Two messages at once cost time; the first answer is kept."""
    with parts.gate.passing() as sandbox:
        if sandbox is None or parts.stopping.requested:
            return
        with parts.store.reading() as unit:
            wanted = reads.wanted_explanations(unit, submission_id)
        if wanted is None:
            return
        try:
            _explain(parts, wanted, sandbox)
        except Stopped:
            return
        except SandboxUnavailable as error:
            parts.gate.report(error)
            return
    parts.notify.publish(submission_id)


def _explain(parts: Parts, wanted: Wanted, sandbox: Sandbox) -> None:
    shelved = parts.shelf.get(wanted.pack_version_id)
    pack = replace(shelved.pack, fresh=shelved.pack.fresh or wanted.fresh)
    graded = search.Graded(source=wanted.source, record=wanted.record)
    for function in wanted.functions:
        found = search.find(
            pack,
            shelved.prepared,
            graded,
            function,
            sandbox=sandbox,
            stop=lambda: parts.stopping.over,
        )
        with parts.store.unit() as unit:
            shown = found.as_json() if found else None
            writes.record_explanation(unit, wanted, function, shown, parts.now())
        log.info("explained", submission=wanted.submission_id, found=found is not None)
