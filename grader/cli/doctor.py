"""`grader doctor`: is this host fit to grade, and if not, what is to be done?

Looks at the engine, the host, the stores and the walls of the sandbox, then grades four planted
files. Every failing line says what to do.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from grader.cli.configure import Data, read_settings
from grader.cli.ending import NOT_WELL
from grader.judge import box
from grader.judge.planted import grade_planted
from grader.queue import CeleryQueue
from grader.settings import Settings
from grader.store.errors import StoreUnavailable
from grader.store.session import Store
from sandbox.outside import build, containers

app = typer.Typer(add_completion=False)

LEAST_FREE_BYTES = 1024**3
MOST_CLOCK_SECONDS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing looked at. `todo` says what to do when it is not well."""

    name: str
    ok: bool
    detail: str
    todo: str | None = None


@app.command()
def doctor(
    data: Data = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Look at everything that grading needs here. Exit code 1 when something is not well."""
    settings = read_settings(data=data)
    findings = []
    for finding in examine(settings):
        findings.append(finding)
        if not as_json:
            typer.echo(_line(finding))
    is_well = all(finding.ok for finding in findings)
    if as_json:
        shown = {"ok": is_well, "findings": [asdict(finding) for finding in findings]}
        typer.echo(json.dumps(shown, indent=2, ensure_ascii=False))
    if not is_well:
        raise typer.Exit(NOT_WELL)


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at one thing after the other; what cannot work without an engine is left out then."""
    yield from _stores(settings)
    yield _disk(settings)
    version = containers.engine_answers()
    yield Finding(
        name="engine",
        ok=version is not None,
        detail=f"Docker {version}" if version else "no Docker engine answers",
        todo="Install one (on Debian: apt-get install docker.io) and start it.",
    )
    if version is not None:
        yield from _engine(settings, containers.engine_facts())
        yield from _sandbox(settings)


def _stores(settings: Settings) -> Iterator[Finding]:
    database, broker = _pings(settings)
    yield Finding(
        name="database",
        ok=database,
        detail=_kind(settings.effective_database_url),
        todo="Check GRADER_DATABASE_URL, and that the server runs and lets this user in.",
    )
    yield Finding(
        name="broker",
        ok=broker or settings.broker_url is None,
        detail="answers" if broker else "does not answer (`grader up` starts one of its own)",
        todo="Check GRADER_BROKER_URL, and that the Valkey or Redis server runs.",
    )


def _pings(settings: Settings) -> tuple[bool, bool]:
    settings.data.mkdir(parents=True, exist_ok=True)
    queue = CeleryQueue(settings.effective_broker_url)
    try:
        broker = queue.ping()
    finally:
        queue.close()
    try:
        store = Store.open(settings.effective_database_url)
    except StoreUnavailable:
        return False, broker
    try:
        return store.ping(), broker
    finally:
        store.close()


def _kind(url: str) -> str:
    """Name the kind of database; an address may hold a password."""
    return url.partition(":")[0].partition("+")[0]


def _disk(settings: Settings) -> Finding:
    free = shutil.disk_usage(settings.data).free
    return Finding(
        name="disk",
        ok=free >= LEAST_FREE_BYTES,
        detail=f"{free / 1024**3:.1f} GiB free in {settings.data}",
        todo="Make room: the database and the image need at least 1 GiB.",
    )


def _engine(settings: Settings, facts: Mapping[str, Any]) -> Iterator[Finding]:
    runtimes = facts.get("Runtimes", {})
    yield Finding(
        name="runtime",
        ok=settings.sandbox_runtime in runtimes,
        detail=f"{settings.sandbox_runtime}; the engine has {', '.join(sorted(runtimes))}",
        todo="Set GRADER_SANDBOX_RUNTIME to one that the engine has, or install it.",
    )
    yield Finding(
        name="cgroups",
        ok=all(facts.get(name) for name in ("MemoryLimit", "PidsLimit", "CpuCfsQuota")),
        detail=f"version {facts.get('CgroupVersion')} by {facts.get('CgroupDriver')}",
        todo="The engine cannot limit memory, processes or CPU; a rootless one needs delegation.",
    )
    yield _clock(str(facts.get("SystemTime")))


def _clock(told: str) -> Finding:
    apart = abs((datetime.now(UTC) - _instant(told)).total_seconds())
    return Finding(
        name="clock",
        ok=apart <= MOST_CLOCK_SECONDS,
        detail=f"{apart:.2f} s between this host and the engine's",
        todo="Keep both clocks in step (chrony or systemd-timesyncd): deadlines depend on them.",
    )


def _instant(told: str) -> datetime:
    """Read the engine's time: RFC 3339 in UTC with up to nanoseconds."""
    return datetime.fromisoformat(told.partition(".")[0].rstrip("Z")).replace(tzinfo=UTC)


def _sandbox(settings: Settings) -> Iterator[Finding]:
    """The walls, one by one, then the planted files."""
    try:
        build.build_image(say=_note)
        for probe in box.check(settings):
            yield Finding(name=probe.name, ok=probe.ok, detail=probe.detail, todo=_WALL)
        yield from _planted(settings)
    except box.SandboxUnavailable as error:
        yield Finding(name="sandbox", ok=False, detail=str(error), todo=_IMAGE)


_WALL = "Let no learner's code run here: this wall of the sandbox does not hold."
_IMAGE = "Run `grader sandbox build`; its last lines say what is missing."
_GRADING = "Grading does not work here; the lines above may say why, else please report it."


def _note(line: str) -> None:
    typer.echo(line, err=True)


def _planted(settings: Settings) -> Iterator[Finding]:
    sandbox = box.open_sandbox(settings.model_copy(update={"slots": 1}), "doctor")
    try:
        for planted in grade_planted(sandbox):
            yield Finding(
                name=f"graded-{planted.name}",
                ok=planted.ok,
                detail=f"{planted.verdict}, {planted.seconds * 1000:.0f} ms",
                todo=_GRADING,
            )
    finally:
        sandbox.close()


def _line(finding: Finding) -> str:
    mark = "ok  " if finding.ok else "FAIL"
    line = f"{mark}  {finding.name}: {finding.detail}"
    return line if finding.ok or not finding.todo else f"{line}\n      {finding.todo}"
