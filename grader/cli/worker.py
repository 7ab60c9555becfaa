"""`grader worker`: a worker alone."""

from __future__ import annotations

import typer

from grader.cli.configure import Data, read_settings
from grader.cli.ending import told
from grader.worker.main import run_worker

app = typer.Typer(add_completion=False)


@app.command()
def worker(data: Data = None) -> None:
    """Grade submissions and deliver webhooks, with the Docker engine of this host."""
    with told():
        run_worker(read_settings(data=data))
