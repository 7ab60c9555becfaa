"""`grader up`, and its parts alone: `grader web`, `grader worker`, `grader beat`."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated

import typer

from grader.cli.ending import NO_ENGINE, told
from grader.cli.wiring import read_settings
from grader.launch import up as launch_up
from grader.launch.exclusive import listen
from grader.launch.web import serve
from grader.worker.main import run_beat, run_worker
from sandbox.outside import build, containers

Data = Annotated[
    Path | None, typer.Option(help="Folder for the database, sockets and keys (GRADER_DATA).")
]
Port = Annotated[int | None, typer.Option(help="Port of the web server (GRADER_PORT).")]
ListeningFd = Annotated[int | None, typer.Option("--fd", hidden=True)]


def up(data: Data = None, port: Port = None) -> None:
    """Start everything: web server, worker, beat and, unless one is configured, a broker."""
    with told(no_engine=NO_ENGINE):
        engine = launch_up.Engine(
            version=containers.engine_answers,
            build_image=lambda say: build.build_image(say=say),
        )
        launch_up.up(read_settings(data=data, port=port), engine, _say)


def web(data: Data = None, port: Port = None, fd: ListeningFd = None) -> None:
    """Serve pages and API alone; the database must have been migrated by `grader up`."""
    with told():
        settings = read_settings(data=data, port=port)
        listener = listen(settings.host, settings.port) if fd is None else socket.socket(fileno=fd)
        with listener:
            serve(settings, listener)


def worker(data: Data = None) -> None:
    """Grade submissions and deliver webhooks, with the Docker engine of this host."""
    with told():
        run_worker(read_settings(data=data))


def beat(data: Data = None) -> None:
    """Remind the workers to sweep. One per installation is enough; `grader up` has one."""
    with told():
        run_beat(read_settings(data=data))


def _say(line: str) -> None:
    typer.echo(f"grader: {line}")
