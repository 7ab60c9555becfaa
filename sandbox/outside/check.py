"""Prove, by running a probe like a learner's file, that the sandbox's walls stand on this host.

A flag that was set is not a wall: rootless engines drop limits, kernels lack controllers. So each
probe tries what it must not be able to do.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sandbox.outside.flags import LEAST_PROCESSES, MASKED_PATHS
from sandbox.outside.pool import open_sandbox
from sandbox.outside.reaper import this_process
from sandbox.outside.sandbox import (
    Answer,
    Arguments,
    Batch,
    Ending,
    Job,
    Limits,
    Question,
    Run,
    Value,
)
from sandbox.outside.uids import FIRST, LAST

_MIB: Final = 1024 * 1024
_SOURCE: Final = Path(__file__).resolve().parent.parent / "inside" / "probe.py"
_LIMITS: Final = Limits(
    case_seconds=5.0, load_seconds=5.0, memory_bytes=96 * _MIB, processes=LEAST_PROCESSES + 4
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One claim about the sandbox, whether it holds here, and what was seen."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True, slots=True)
class _Claim:
    """A call of a probe function, and what its value must be."""

    name: str
    function: str
    arguments: Arguments
    holds: Callable[[Any], bool]


def check_sandbox(*, runtime: str = "runc") -> tuple[Probe, ...]:
    """Run all probes in a container of their own. Raises SandboxUnavailable."""
    with _listening_port() as port:
        claims = _claims(port)
        sandbox = open_sandbox(
            runtime=runtime, reuse="fresh", slots=1, owner=this_process("check"), limits=_LIMITS
        )
        try:
            run = sandbox.run(_job(claims))
        finally:
            sandbox.close()
    return (_load_probe(run), *map(_probe, claims, _answers(run)))


def _claims(port: int) -> tuple[_Claim, ...]:
    processes, memory = _LIMITS.processes, _LIMITS.memory_bytes
    return (
        _Claim("uid", "status", ("Uid", "Gid", "Groups"), _has_own_uid),
        _Claim("capabilities", "status", ("CapInh", "CapPrm", "CapEff"), _has_no_capability),
        _Claim("no-new-privileges", "status", ("NoNewPrivs",), _is(["NoNewPrivs:\t1"])),
        _Claim("seccomp", "status", ("Seccomp:",), _is(["Seccomp:\t2"])),
        _Claim("only-loopback", "interfaces", (), _is(["lo"])),
        _Claim("host-services", "reach", (port,), lambda seen: seen.startswith("errno")),
        _Claim("nothing-writable", "writable", (), _is([])),
        _Claim("message-queues", "queue", (), _is([False, -1])),
        _Claim("environment", "environment", (), _is({})),
        _Claim("descriptors", "descriptors", (), _is([0, 1, 2, 3, 4])),
        _Claim("no-privileged-program", "privileged", (), _is([])),
        _Claim("masked-paths", "unmasked", MASKED_PATHS, _is([])),
        _Claim("supervisor", "supervisor", (), _is_out_of_reach),
        _Claim("not-dumpable", "is_dumpable", (), _is(0)),
        _Claim("cpu-limit", "cpu_quota", (), _is(1.0)),
        _Claim("memory-of-a-process", "allocate_until_refused", (2 * memory,), _is_below(memory)),
        _Claim("memory-of-all", "allocate_together", (3, memory // 2), _is_below(4)),
        _Claim("process-limit", "fork_until_refused", (4 * processes,), _is_below(processes)),
    )


def _has_own_uid(lines: list[str]) -> bool:
    ids = [line.split()[1:] for line in lines if line.startswith(("Uid:", "Gid:"))]
    groups = [line.split()[1:] for line in lines if line.startswith("Groups:")]
    numbers = {int(number) for line in ids for number in line}
    return len(ids) == 2 and len(numbers) == 1 and FIRST <= min(numbers) <= LAST and groups == [[]]


def _has_no_capability(lines: list[str]) -> bool:
    return len(lines) == 3 and all(int(line.split()[1], 16) == 0 for line in lines)


def _is_out_of_reach(seen: dict[str, str]) -> bool:
    return all(text.startswith("errno") for text in seen.values())


def _is(wanted: Value) -> Callable[[Any], bool]:
    return lambda value: type(value) is type(wanted) and value == wanted


def _is_below(limit: int) -> Callable[[Any], bool]:
    return lambda value: 0 < value < limit


# --------------------------------------------------------------------------------- run and report


def _job(claims: tuple[_Claim, ...]) -> Job:
    questions = tuple(Question(function=c.function, calls=(c.arguments,)) for c in claims)
    batch = Batch(questions=questions, shown=False)
    return Job(source=_SOURCE.read_text(), batches=(batch,), limits=_LIMITS, fresh=True)


def _answers(run: Run) -> Iterator[Answer]:
    return (answer for batch in run.answers for question in batch for answer in question)


def _load_probe(run: Run) -> Probe:
    ok = run.load.ending is Ending.LOADED
    detail = f"Python {run.python} in {run.image[:19]}" if ok else repr(run.load)
    return Probe(name="a-file-runs", ok=ok, detail=detail)


def _probe(claim: _Claim, answer: Answer) -> Probe:
    if answer.ending is not Ending.RETURNED:
        what = answer.trouble.text if answer.trouble else ""
        return Probe(name=claim.name, ok=False, detail=f"{answer.ending} {what}".strip())
    ok = claim.holds(answer.value)
    return Probe(name=claim.name, ok=ok, detail=_shortened(answer.value))


def _shortened(value: Value) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.replace("\t", " ")[:300]


@contextmanager
def _listening_port() -> Iterator[int]:
    """Open a real service on the host's loopback, so that reaching it would be noticed."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])
