"""`grader up`: everything, with one command."""

from __future__ import annotations

import typer

from grader.cli.configure import Data, Port, read_settings
from grader.cli.ending import NO_ENGINE, told
from grader.launch.up import Engine
from grader.launch.up import up as launch
from sandbox.outside import build, containers

app = typer.Typer(add_completion=False)


@app.command()
def up(data: Data = None, port: Port = None) -> None:
    """Start everything: web server, worker, beat and, unless one is configured, a broker.

    Ends with Ctrl-C or SIGTERM. Exit code 3: no Docker engine answers.
    """
    engine = Engine(
        version=containers.engine_answers, build_image=lambda say: build.build_image(say=say)
    )
    with told(no_engine=NO_ENGINE):
        launch(read_settings(data=data, port=port), engine, _say)


def _say(line: str) -> None:
    typer.echo(f"grader: {line}")
