"""`grader grade`: one file, without a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from grader import packs
from grader.cli.configure import read_settings
from grader.cli.ending import NOT_WELL, told
from grader.cli.engine import opened_sandbox
from grader.core import report
from grader.core.feedback import for_viewer
from grader.core.grade_json import to_record
from grader.core.model import Grade, Role, Verdict
from grader.errors import Malformed
from grader.judge.box import Sandbox
from grader.judge.grading import grade as grade_source
from grader.judge.oracle import prepare
from grader.judge.search import Graded, explain_all

app = typer.Typer(add_completion=False)
Counterexamples: TypeAlias = dict[str, dict[str, str]]


@app.command()
def grade(
    pack_dir: Annotated[Path, typer.Argument(help="The pack's folder, with its pack.toml.")],
    file: Annotated[Path, typer.Argument(help="The learner's file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Grade one file in a real container, without a server.

    Exit code 0: all scored cases pass. 1: some fail. 2: it could not be graded.
    """
    with told(), opened_sandbox(read_settings()) as sandbox:
        graded, found = _grade(pack_dir, _read(file), sandbox)
    typer.echo(_as_json(graded, found) if as_json else report.text(graded, found).rstrip())
    if graded.verdict is not Verdict.PASSED:
        raise typer.Exit(NOT_WELL)


def _grade(pack_dir: Path, source: bytes, sandbox: Sandbox) -> tuple[Grade, Counterexamples]:
    pack = packs.parse(packs.read_folder(pack_dir))
    prepared = prepare(pack, sandbox)
    graded = grade_source(pack, prepared, source, sandbox=sandbox)
    asked = Graded(source=source, record=to_record(graded))
    return graded, explain_all(pack, prepared, asked, sandbox=sandbox)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Malformed(f"{file} cannot be read: {error.strerror}.") from error


def _as_json(graded: Grade, found: Counterexamples) -> str:
    shown = for_viewer(to_record(graded), role=Role.STAFF, counterexamples=found)
    return json.dumps(shown, indent=2, ensure_ascii=False)
