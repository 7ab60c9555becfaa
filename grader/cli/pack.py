"""`grader pack …`: check a pack's promises, and publish it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, cast

import typer

from grader import packs
from grader.cli.configure import Data, read_settings
from grader.cli.ending import NOT_WELL, told
from grader.cli.engine import opened_sandbox
from grader.cli.services import opened_services
from grader.errors import PackBroken
from grader.judge.check import check as check_files
from grader.launch.publishing import publish_folder
from grader.packs import Problem

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="Packs: tasks with their cases and solutions."
)
PackDir = Annotated[Path, typer.Argument(help="The pack's folder, with its pack.toml.")]


@app.command()
def check(pack_dir: PackDir) -> None:
    """Run everything in a pack; each of its solutions must end as it promises."""
    with told(), opened_sandbox(read_settings()) as sandbox:
        try:
            found = check_files(packs.read_folder(pack_dir), sandbox)
        except PackBroken as broken:
            raise _broken(broken) from None
    _print(found.problems)
    if not found.ok:
        raise typer.Exit(NOT_WELL)
    typer.echo("The pack keeps its promises.")


@app.command()
def publish(pack_dir: PackDir, data: Data = None) -> None:
    """Check a pack and store it in the database as a version."""
    with told():
        settings = read_settings(data=data)
        with opened_sandbox(settings) as sandbox, opened_services(settings) as services:
            try:
                version = publish_folder(services, pack_dir, sandbox)
            except PackBroken as broken:
                raise _broken(broken) from None
    typer.echo(f"published {version.name}, version {version.version}")


def _broken(broken: PackBroken) -> typer.Exit:
    _print(cast("Iterable[Problem]", broken.details.get("problems", ())))
    return typer.Exit(NOT_WELL)


def _print(problems: Iterable[Problem]) -> None:
    for problem in problems:
        typer.echo(str(problem), err=True)
