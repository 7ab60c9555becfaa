"""`grader …`: read the settings, wire the parts, say what happened, choose the exit code.

Exit codes: 0 done and well; 1 done and not well (cases fail, a check found something); 2 could not
be done; 3 `grader up` found no Docker engine.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from grader.cli import admin, packs, sandbox, service

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Grades small Python functions in locked containers, and explains what went wrong.",
)
app.command()(service.up)
app.command()(service.web)
app.command()(service.worker)
app.command()(service.beat)
app.command()(packs.grade)
app.add_typer(packs.app, name="pack")
app.add_typer(sandbox.app, name="sandbox")
app.add_typer(admin.app, name="admin")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"grader {version('grader')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Read the options that belong to no command."""


def main() -> None:
    app()
