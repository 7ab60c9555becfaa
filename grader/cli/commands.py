"""The list of commands. Each lives in the module of its name, which is loaded when it is called.

Loading all of them takes seconds, and `grader up` starts four processes this way.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

COMMANDS = (
    "up",
    "web",
    "worker",
    "beat",
    "submit",
    "run",
    "grade",
    "pack",
    "sandbox",
    "doctor",
    "bench",
    "admin",
    "course",
)


class Commands(TyperGroup):
    """Loads a command's module at its first mention. Typer's own types for these are private."""

    def list_commands(self, _ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        command = get_command(import_module(f"grader.cli.{cmd_name}").app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Grades small Python functions in locked containers, and explains what went wrong.",
)


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
