"""`grader admin …`: what only the operator's shell may do."""

from __future__ import annotations

from typing import Annotated

import typer

from grader.actions.accounts import create_admin
from grader.cli.configure import Data, read_settings
from grader.cli.ending import told
from grader.cli.services import opened_services

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="What only the operator's shell may do."
)


@app.callback()
def _group() -> None:
    """Keep `create` a word of its own while it is the only command."""


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="The person's name.")] = "Administrator",
    data: Data = None,
) -> None:
    """Add an administrator and print the token, which is shown this once."""
    with told(), opened_services(read_settings(data=data)) as services:
        account = create_admin(services, name=name)
    typer.echo(f"{account.person.name} (person {account.person.id})", err=True)
    typer.echo(account.token)
