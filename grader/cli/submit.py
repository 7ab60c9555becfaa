"""`grader submit`: a learner's file, sent to a service."""

from __future__ import annotations

from typing import Annotated

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
def submit(
    file: File,
    course: Course,
    assignment: Assignment,
    server: Server = DEFAULT_SERVER,
    token: Token = "",
    as_json: AsJson = False,
    again: Annotated[
        bool, typer.Option("--again", help="A new attempt, though this very file was sent before.")
    ] = False,
) -> None:
    """Submit a file, wait for its grade and print it. It counts as an attempt.

    The same file a second time, after Ctrl-C for example, is the same attempt.

    Exit code 0: all cases pass. 1: some do not. 2: it could not be done. 130: interrupted.
    """
    address = Address(server=server, course=course, assignment=assignment, token=token)
    send("submissions", file, address, as_json=as_json, again=again)
