"""`grader web`: the web server alone."""

from __future__ import annotations

import socket
from typing import Annotated

import typer

from grader.cli.configure import Data, Port, read_settings
from grader.cli.ending import told
from grader.launch.exclusive import listen
from grader.launch.web import serve

app = typer.Typer(add_completion=False)


@app.command()
def web(
    data: Data = None,
    port: Port = None,
    fd: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> None:
    """Serve pages and API alone, on a database that `grader up` or `grader pack` has prepared."""
    with told():
        settings = read_settings(data=data, port=port)
        listener = listen(settings.host, settings.port) if fd is None else socket.socket(fileno=fd)
        with listener:
            serve(settings, listener)
