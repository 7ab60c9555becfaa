"""`grader pack …`: begin a pack, look at it, check its promises, and publish it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from grader import packs
from grader.cli import logs
from grader.cli.configure import read_settings
from grader.cli.ending import NOT_WELL, told
from grader.cli.engine import opened_sandbox
from grader.cli.pack_new import make_folder
from grader.cli.pack_publish import publish
from grader.core.model import Disclosure
from grader.judge import generated_file
from grader.judge import told as reports
from grader.judge.box import Sandbox
from grader.judge.check import Report
from grader.judge.check import check as check_files
from grader.judge.oracle import answers
from grader.judge.workbench import AT_ONCE
from grader.packs import Problem
from grader.packs.folder import documentation

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="Packs: tasks with their cases and solutions."
)
PackDir = Annotated[Path, typer.Argument(help="The pack's folder, with its pack.toml.")]


@app.command()
def new(
    pack_dir: Annotated[Path, typer.Argument(help="A folder that is not there yet, or empty.")],
) -> None:
    """Begin a pack: a folder, named like the pack, with a small one in it that passes its check."""
    with told():
        for path in make_folder(pack_dir):
            typer.echo(path)


@app.command("format")
def show_format() -> None:
    """Print what a pack is, key by key, with an example of each."""
    typer.echo(documentation())


@app.command()
def serve(
    pack_dir: PackDir,
    port: Annotated[int, typer.Option(help="0 takes any that is free.", min=0, max=65535)] = 8001,
    disclosure: Annotated[
        Disclosure, typer.Option(help="How much of hidden cases the page tells.")
    ] = Disclosure.COUNTEREXAMPLE,
) -> None:
    """Show the lesson page of a pack, on this machine only, anew whenever a file is saved.

    Nothing else needs to run; with a Docker engine the page also runs and grades what is typed.
    """
    from grader.cli import pack_serve  # noqa: PLC0415 - half a second that the others need not wait

    with told():
        settings = read_settings()
        if "log_level" not in settings.model_fields_set:
            logs.set_up("WARNING")  # an author looks at the page
        pack_serve.serve(pack_dir, port, settings, disclosure, say=typer.echo)


@app.command()
def generate(pack_dir: PackDir) -> None:
    """Write generated.json anew: the inputs made from the pack's domains, with right answers."""
    with told(), opened_sandbox(read_settings()) as sandbox:
        files = {k: v for k, v in packs.read_folder(pack_dir).items() if k != packs.GENERATED}
        pack = packs.parse(files)
        text = generated_file.text(pack, answers(pack, sandbox))
    (pack_dir / packs.GENERATED).write_text(text, encoding="utf-8")
    typer.echo(pack_dir / packs.GENERATED)


@app.command()
def check(
    pack_dir: PackDir,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Run everything in a pack: its solutions must end as promised, its cases catch mutants.

    Exit code 0: all is well. 1: there are errors. 2: it could not be checked.
    """
    with told(), opened_sandbox(read_settings(), slots=AT_ONCE) as sandbox:
        report = _check(pack_dir, sandbox)
    if as_json:
        typer.echo(json.dumps(reports.as_json(report), indent=2, ensure_ascii=False))
    else:
        _print(report.problems)
        typer.echo(reports.as_text(report))
    if not report.ok:
        raise typer.Exit(NOT_WELL)


def _check(pack_dir: Path, sandbox: Sandbox) -> Report:
    read = packs.look_into(pack_dir)
    return check_files(read.files, sandbox, known=read.problems)


app.command()(publish)


def _print(problems: Iterable[Problem]) -> None:
    for problem in problems:
        typer.echo(str(problem), err=True)
