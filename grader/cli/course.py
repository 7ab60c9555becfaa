"""`grader course …`: who may practise an assignment, and whose pages may show it."""

from __future__ import annotations

from typing import Annotated

import typer

from grader.actions.embedding import allow_embedding
from grader.actions.practice import open_for_practice
from grader.cli.configure import Data, read_settings
from grader.cli.ending import told
from grader.cli.services import opened_services
from grader.store.access import Viewer

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="Switches of a course, for the operator."
)
# Whoever has the operator's shell may do what an administrator may.
OPERATOR = Viewer(person_id=0, name="operator", is_admin=True, memberships={})
PASTE = """
Where a part of a lesson belongs, the page has this line; parts are explorer, questions and code:
<script async src="https://SERVER/embed.js" data-course="{course}" data-assignment="ASSIGNMENT" data-part="code"></script>"""  # noqa: E501 - a line to paste
Course = Annotated[str, typer.Argument(help="The course's short name.")]


@app.command()
def practice(
    course: Course,
    assignment: Annotated[str, typer.Argument(help="The assignment's short name.")],
    on: Annotated[bool, typer.Option("--on/--off", help="Open it, or close it again.")] = True,
    data: Data = None,
) -> None:
    """Let visitors without an account run the visible cases of an assignment."""
    with told(), opened_services(read_settings(data=data)) as services:
        changed = open_for_practice(services, OPERATOR, course, assignment, practice=on)
    typer.echo(f"{changed.title}: {'open' if changed.practice else 'closed'} for practice")


@app.command()
def embed(
    course: Course,
    origins: Annotated[
        list[str] | None, typer.Argument(help="https://host of each page; none closes it.")
    ] = None,
    data: Data = None,
) -> None:
    """Let pages of these origins, and of no others, show parts of a course's lessons."""
    with told(), opened_services(read_settings(data=data)) as services:
        changed = allow_embedding(services, OPERATOR, course, origins or ())
    typer.echo(f"{changed.title}: {' '.join(changed.embed_origins) or 'nobody may embed it'}")
    if changed.embed_origins:
        typer.echo(PASTE.format(course=changed.slug))
