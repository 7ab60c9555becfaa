"""The settings of a command, from its environment and its options."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from grader.cli import logs
from grader.errors import GraderError
from grader.settings import Settings

Data = Annotated[
    Path | None, typer.Option(help="Folder for the database, sockets and keys (GRADER_DATA).")
]
Port = Annotated[int | None, typer.Option(help="Port of the web server (GRADER_PORT).")]


class SettingsRefusedError(GraderError):
    """A setting cannot be used."""

    code = "settings_refused"


def read_settings(*, data: Path | None = None, port: int | None = None) -> Settings:
    """What the command line says goes into the environment too, for child processes."""
    for name, value in (("GRADER_DATA", data), ("GRADER_PORT", port)):
        if value is not None:
            os.environ[name] = str(value)
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsRefusedError(_told(error)) from error
    logs.set_up(settings.log_level)
    return settings


def _told(error: ValidationError) -> str:
    return "; ".join(
        f"GRADER_{'_'.join(str(part) for part in problem['loc']).upper()}: {problem['msg']}"
        for problem in error.errors()
    )
