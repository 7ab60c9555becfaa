"""What `grader submit` and `grader run` have in common: their options, and how they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeAlias

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from grader.cli import client
from grader.cli.ending import NOT_WELL, told
from grader.cli.source import name_of, read_source
from grader.cli.told import has_passed
from grader.cli.told import told as told_in_lines
from grader.errors import NotSignedIn

File: TypeAlias = Annotated[
    Path, typer.Argument(help="The Python file; - is standard input.", show_default=False)
]
Course: TypeAlias = Annotated[str, typer.Option(help="The course's short name.")]
Assignment: TypeAlias = Annotated[str, typer.Option(help="The assignment's short name.")]
Server: TypeAlias = Annotated[
    str, typer.Option(envvar="GRADER_SERVER", help="Address of the service.")
]
Token: TypeAlias = Annotated[
    str,
    typer.Option(
        envvar="GRADER_TOKEN",
        help="Your token. Keep it in the environment: others on this machine see a command line.",
        show_default=False,
    ),
]
AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print the answer of the API: one JSON object.")
]
DEFAULT_SERVER = "http://127.0.0.1:8000"
INTERRUPTED = 130  # as a shell says of a program that Ctrl-C ended


def send(
    what: str, file: Path, address: client.Address, *, as_json: bool, again: bool = False
) -> None:
    """Show on the terminal how far it is, print the result, and end with 1 when not all passed."""
    with told():
        if not address.token:
            raise NotSignedIn("A token is needed: set GRADER_TOKEN to yours.")
        source = read_source(file)
        with _progress(f"sending {name_of(file)}") as say:
            sent = client.send(address, what, source, say=say, again=again)
    # ASCII, so that nothing in it steers a terminal.
    typer.echo(json.dumps(sent.submission, indent=2) if as_json else told_in_lines(sent))
    sys.stdout.flush()
    if not has_passed(sent.submission):
        raise typer.Exit(NOT_WELL)


@contextmanager
def _progress(first: str) -> Iterator[client.Say]:
    """One line on standard error, when that is a terminal; it is gone at the end."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    console = Console(stderr=True)
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task(first, total=None)
        try:
            yield lambda text: progress.update(task, description=text)
        except KeyboardInterrupt:
            progress.stop()
            typer.echo(f"grader: You stopped waiting. {client.SAFE}", err=True)
            raise typer.Exit(INTERRUPTED) from None
