"""A sandbox for one command: the engine must answer; the image is built when it is missing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import typer

from grader.errors import EngineMissing
from grader.judge import box
from grader.judge.box import Sandbox
from grader.settings import Settings
from sandbox.outside import build, containers


def need_engine() -> None:
    """Raises EngineMissing."""
    if containers.engine_answers() is None:
        raise EngineMissing


@contextlib.contextmanager
def opened_sandbox(settings: Settings, *, slots: int = 1) -> Iterator[Sandbox]:
    need_engine()
    build.build_image(say=lambda line: typer.echo(line, err=True))
    sandbox = box.open_sandbox(settings.model_copy(update={"slots": slots}), "command")
    try:
        yield sandbox
    finally:
        sandbox.close()
