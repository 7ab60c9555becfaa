"""`grader run`: a learner's file, sent to a service."""

from __future__ import annotations

import typer

from grader.cli.client import Address
from grader.cli.sending import (
    DEFAULT_SERVER,
    AsJson,
    Assignment,
    Course,
    File,
    Server,
    Token,
    send,
)

app = typer.Typer(add_completion=False)


@app.command()
def run(
    file: File,
    course: Course,
    assignment: Assignment,
    server: Server = DEFAULT_SERVER,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Run the visible cases of a file and print what came of them. Uses no attempt.

    Exit code 0: all cases pass. 1: some do not. 2: it could not be done. 130: interrupted.
    """
    address = Address(server=server, course=course, assignment=assignment, token=token)
    send("runs", file, address, as_json=as_json)
