"""`grader beat`: the clock alone."""

from __future__ import annotations

import typer

from grader.cli.configure import Data, read_settings
from grader.cli.ending import told
from grader.worker.beat import run_beat

app = typer.Typer(add_completion=False)


@app.command()
def beat(data: Data = None) -> None:
    """Remind the workers to sweep. One per installation is enough; `grader up` has one."""
    with told():
        run_beat(read_settings(data=data))
