"""What `grader submit` and `grader run` have in common: their options, and how they end."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, TypeAlias

import typer
from rich.console import Console

from grader.cli import client
from grader.cli.ending import NOT_WELL, told
from grader.errors import NotSignedIn

File: TypeAlias = Annotated[Path, typer.Argument(help="The Python file.")]
Course: TypeAlias = Annotated[str, typer.Option(help="The course's short name.")]
Assignment: TypeAlias = Annotated[str, typer.Option(help="The assignment's short name.")]
Server: TypeAlias = Annotated[
    str, typer.Option(envvar="GRADER_SERVER", help="Address of the service.")
]
Token: TypeAlias = Annotated[
    str, typer.Option(envvar="GRADER_TOKEN", help="Your token.", show_default=False)
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
DEFAULT_SERVER = "http://127.0.0.1:8000"


def send(what: str, file: Path, address: client.Address, *, as_json: bool) -> None:
    """Show on the terminal how far it is, print the result, and end with 1 when not all passed."""
    with told():
        if not address.token:
            raise NotSignedIn("A token is needed: set GRADER_TOKEN to yours.")
        source = client.read_source(file)
        with Console(stderr=True).status(f"sending {file.name}") as progress:
            sent = client.send(address, what, source, say=progress.update)
    typer.echo(json.dumps(sent, indent=2, ensure_ascii=False) if as_json else client.told(sent))
    sys.stdout.flush()
    if not client.has_passed(sent):
        raise typer.Exit(NOT_WELL)
