"""How a command ends when it cannot do what was asked: one line, and an exit code."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import typer

from grader.errors import EngineMissing, GraderError
from sandbox.outside.sandbox import SandboxUnavailable

NOT_WELL = 1
NOT_DONE = 2
NO_ENGINE = 3


@contextlib.contextmanager
def told(*, no_engine: int = NOT_DONE) -> Iterator[None]:
    """Turn refusals, and a sandbox that cannot be had, into a sentence and an exit code."""
    try:
        yield
    except EngineMissing as error:
        raise _end(error.message, no_engine) from None
    except SandboxUnavailable as error:
        raise _end(f"No sandbox: {error}", NOT_DONE) from None
    except GraderError as error:
        raise _end(error.message, NOT_DONE) from None


def _end(message: str, code: int) -> typer.Exit:
    typer.echo(f"grader: {message}", err=True)
    return typer.Exit(code)
