"""What the sandbox is measured against: the same cases with no isolation, and `docker run --rm`.

Only benchmarks use this. The rivals run the pack's own solution, never a learner's file.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import sandbox
from grader.core.model import Case, Pack
from sandbox.outside.flags import Shape, container_spec

_SECCOMP: Final = Path(sandbox.__file__).parent / "image" / "seccomp.json"
INTERPRETER: Final = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
RUNNER: Final = """
import json, sys
def main():
    order = json.load(sys.stdin)
    code = compile(order["source"], "solution.py", "exec")
    values = []
    for function, arguments in order["calls"]:
        names = {"__name__": "solution"}
        exec(code, names)
        values.append(names[function](*arguments))
    json.dump(values, sys.stdout)
main()
"""


class Order:
    """One pack's solution and cases, as the rivals take them, and the values they must return."""

    def __init__(self, pack: Pack, cases: Sequence[Case], expected: Mapping[str, Any]) -> None:
        calls = [[case.function, list(case.arguments)] for case in cases]
        self._text = json.dumps({"source": pack.solution, "calls": calls})
        self._expected = [expected[case.id] for case in cases]

    def run(self, command: Sequence[str]) -> None:
        """Run once. Raises RuntimeError when a value is wrong: the race would not be fair."""
        done = subprocess.run(  # noqa: S603 - commands of our own making, in benchmarks alone
            command, input=self._text, capture_output=True, text=True, check=False, timeout=60
        )
        if done.returncode or json.loads(done.stdout) != self._expected:
            raise RuntimeError(f"a rival did not run the cases: {done.stderr.strip()[-500:]}")


def bare_command() -> list[str]:
    """A Python process on the host, with no isolation at all."""
    return _program(INTERPRETER)


def docker_command(image: str, *, runtime: str, shape: Shape) -> list[str]:
    """`docker run --rm` with the flags of our containers, as its command line spells them."""
    spec = container_spec(
        image=image, shape=shape, runtime=runtime, seccomp="", owner="benchmark", born="0"
    )
    options = _options(cast("Mapping[str, Any]", spec["HostConfig"]))
    return ["docker", "run", "--rm", "--interactive", *options, image, *_program("python3")]


def _program(interpreter: str) -> list[str]:
    return [interpreter, "-I", "-S", "-c", RUNNER]


def _options(host: Mapping[str, Any]) -> list[str]:
    limits = [f"--ulimit={u['Name']}={u['Soft']}:{u['Hard']}" for u in host["Ulimits"]]
    return [
        "--network=none",
        "--ipc=none",
        "--read-only",
        "--log-driver=none",
        f"--runtime={host['Runtime']}",
        f"--memory={host['Memory']}",
        f"--memory-swap={host['MemorySwap']}",
        f"--cpus={host['NanoCpus'] / 1e9:g}",
        f"--pids-limit={host['PidsLimit']}",
        *(f"--cap-drop={name}" for name in host["CapDrop"]),
        *(f"--cap-add={name}" for name in host["CapAdd"]),
        "--security-opt=no-new-privileges",
        f"--security-opt=seccomp={_SECCOMP}",
        *limits,
    ]
