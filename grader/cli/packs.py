"""`grader grade` and `grader pack …`: packs and learners' files without a server."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from grader import packs
from grader.cli.ending import NOT_WELL, told
from grader.cli.service import Data
from grader.cli.wiring import opened_services, read_settings
from grader.core import report
from grader.core.feedback import for_viewer
from grader.core.grade_json import to_record
from grader.core.model import Grade, Role, Verdict
from grader.errors import EngineMissing, Malformed, PackBroken
from grader.judge import box
from grader.judge.check import Report
from grader.judge.check import check as check_pack
from grader.judge.grading import grade as grade_source
from grader.judge.oracle import prepare
from grader.launch.publishing import publish_folder
from grader.packs import Problem
from sandbox.outside import build, containers
from sandbox.outside.sandbox import Sandbox

app = typer.Typer(no_args_is_help=True, help="Packs: tasks with their cases and solutions.")
PackDir = Annotated[Path, typer.Argument(help="The pack's folder, with its pack.toml.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def grade(
    pack_dir: PackDir,
    file: Annotated[Path, typer.Argument(help="The learner's file.")],
    as_json: AsJson = False,
) -> None:
    """Grade one file in a real container, without a server.

    Exit code 0: all scored cases pass. 1: some fail. 2: it could not be graded.
    """
    with told(), _opened_sandbox() as sandbox:
        graded = _grade(pack_dir, _read(file), sandbox)
    typer.echo(_as_json(graded) if as_json else report.text(graded), nl=as_json)
    if graded.verdict is not Verdict.PASSED:
        raise typer.Exit(NOT_WELL)


@app.command()
def check(pack_dir: PackDir) -> None:
    """Run everything in a pack; each of its solutions must end as it promises."""
    with told(), _opened_sandbox() as sandbox:
        found = _checked(pack_dir, sandbox)
    _print(found.problems)
    if not found.ok:
        raise typer.Exit(NOT_WELL)
    typer.echo("The pack keeps its promises.")


@app.command()
def publish(pack_dir: PackDir, data: Data = None) -> None:
    """Check a pack and store it in the database as a version."""
    with told(), _opened_sandbox() as sandbox, opened_services(read_settings(data=data)) as parts:
        try:
            version = publish_folder(parts, pack_dir, sandbox)
        except PackBroken as broken:
            _print(broken.details.get("problems", ()))  # type: ignore[arg-type]  # ours
            raise
    typer.echo(f"published {version.name}, version {version.version}")


def _grade(pack_dir: Path, source: bytes, sandbox: Sandbox) -> Grade:
    pack = packs.parse(packs.read_folder(pack_dir))
    return grade_source(pack, prepare(pack, sandbox), source, sandbox=sandbox)


def _checked(pack_dir: Path, sandbox: Sandbox) -> Report:
    try:
        files = packs.read_folder(pack_dir)
    except PackBroken as broken:
        return Report(problems=broken.details["problems"])  # type: ignore[arg-type]  # ours
    return check_pack(files, sandbox)


@contextlib.contextmanager
def _opened_sandbox() -> Iterator[Sandbox]:
    if containers.engine_answers() is None:
        raise EngineMissing
    build.build_image()
    sandbox = box.open_sandbox(read_settings(), owner="grader-cli")
    try:
        yield sandbox
    finally:
        sandbox.close()


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Malformed(f"{file} cannot be read: {error.strerror}.") from error


def _as_json(graded: Grade) -> str:
    shown = for_viewer(to_record(graded), role=Role.STAFF)
    return json.dumps(shown, indent=2, ensure_ascii=False)


def _print(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        typer.echo(str(problem), err=True)
