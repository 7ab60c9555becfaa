"""`grader sandbox …`: the image that learners' code runs in, and whether it holds."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from grader.cli.configure import read_settings
from grader.cli.ending import NOT_WELL, told
from grader.cli.engine import need_engine
from sandbox.outside import build as image
from sandbox.outside.check import Probe, check_sandbox

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="The image and the walls around learners' code.",
)


@app.command()
def build(
    refresh: Annotated[
        bool, typer.Option(help="Build it anew on a fresh base, for security updates.")
    ] = False,
) -> None:
    """Build the sandbox image, unless the one for these files is there."""
    with told():
        need_engine()
        typer.echo(image.build_image(refresh=refresh, say=typer.echo))


@app.command()
def check(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Try every wall of the sandbox from inside. Exit code 1 when one does not hold."""
    with told():
        settings = read_settings()
        need_engine()
        image.build_image()
        probes = check_sandbox(runtime=settings.sandbox_runtime)
    typer.echo(_as_json(probes) if as_json else _as_text(probes))
    if not _ok(probes):
        raise typer.Exit(NOT_WELL)


def _ok(probes: tuple[Probe, ...]) -> bool:
    return all(probe.ok for probe in probes)


def _as_json(probes: tuple[Probe, ...]) -> str:
    shown = [{"name": p.name, "ok": p.ok, "detail": p.detail} for p in probes]
    return json.dumps({"ok": _ok(probes), "probes": shown}, indent=2, ensure_ascii=False)


def _as_text(probes: tuple[Probe, ...]) -> str:
    return "\n".join(f"{'ok  ' if p.ok else 'FAIL'}  {p.name}: {p.detail}" for p in probes)
