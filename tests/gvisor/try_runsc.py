"""Try the sandbox under gVisor, in a Docker engine of this script's own. Outside the test run.

    apt-get install runsc docker.io
    .venv/bin/python -m tests.gvisor.try_runsc [/usr/bin/runsc]

Prints every probe of `grader sandbox check`, then what becomes of a few files.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from sandbox.outside.build import build_image
from sandbox.outside.check import check_sandbox
from sandbox.outside.pool import open_sandbox
from sandbox.outside.reaper import this_process
from sandbox.outside.sandbox import Batch, Job, Limits, Question
from tests.acceptance.engine import Engine

ARGUMENTS = ("--network=none", "--platform=ptrace", "--oci-seccomp")
PATIENT = Limits(case_seconds=5.0, load_seconds=20.0, total_seconds=60.0)
FILES = {
    "returns": "def f():\n    return 6 * 7\n",
    "loops": "def f():\n    while True:\n        pass\n",
    "grows": "def f():\n    held = []\n    while True:\n        held.append(bytes(10_000_000))\n",
    "forks": "import os\ndef f():\n    while True:\n        os.fork()\n",
    "floods": "def f():\n    while True:\n        print('x' * 1000)\n",
    "exits": "import os\ndef f():\n    os._exit(0)\n",
    "returns again": "def f():\n    return 6 * 7\n",
}


def main(runsc: str) -> int:
    tag = build_image()
    with tempfile.TemporaryDirectory(prefix="grader-") as folder:
        home = Path(folder)
        settings = {"runtimes": {"runsc": {"path": runsc, "runtimeArgs": list(ARGUMENTS)}}}
        (home / "daemon.json").write_text(json.dumps(settings))
        engine = Engine(home, f"--config-file={home / 'daemon.json'}")
        try:
            engine.start()
            engine.take_image(tag)
            os.environ["DOCKER_HOST"] = engine.address
            return _try()
        finally:
            engine.clear()


def _try() -> int:
    probes = check_sandbox(runtime="runsc")
    for probe in probes:
        _say(f"{'ok  ' if probe.ok else 'FAIL'} {probe.name} - {probe.detail}")
    sandbox = open_sandbox(runtime="runsc", slots=1, owner=this_process("runsc"))
    try:
        for name, source in FILES.items():
            questions = (Question(function="f", calls=((),)),)
            batch = Batch(questions=questions, shown=True)
            run = sandbox.run(Job(source=source, batches=(batch,), limits=PATIENT))
            answer = run.answers[0][0][0]
            _say(f"{name}: {answer.ending} {answer.value!r:.40} after {run.seconds:.2f} s")
    finally:
        sandbox.close()
    return 0 if all(probe.ok for probe in probes) else 1


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "/usr/bin/runsc"))
