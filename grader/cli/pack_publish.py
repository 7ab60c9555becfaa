"""`grader pack publish`: check a pack and make a version of it, here or on a running service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from grader import packs
from grader.actions.context import Services
from grader.actions.courses import create_assignment, pin_assignment
from grader.cli.configure import Data, read_settings
from grader.cli.course import OPERATOR
from grader.cli.ending import NOT_WELL, told
from grader.cli.engine import opened_sandbox
from grader.cli.pack_assign import Wish, advice, check_wish, wish_of
from grader.cli.pack_send import SendFailed, Service
from grader.cli.services import opened_services
from grader.errors import Malformed, PackBroken
from grader.judge.check import problems_of
from grader.judge.workbench import AT_ONCE
from grader.launch.publishing import publish_folder
from grader.packs import Problem
from grader.packs.folder import name_of
from grader.packs.page import page_problems
from grader.store.access import assignments_of
from grader.store.records import AssignmentRecord

Assignments = Sequence[Mapping[str, Any]]


class Place(Protocol):
    """Where assignments are: the course of a running service, or one in the database."""

    def assignments(self) -> Assignments: ...
    def make_assignment(self, name: str, pack: str, version: str) -> Mapping[str, Any]: ...
    def update_assignment(self, name: str, version: str) -> Mapping[str, Any]: ...


class Database:
    """The database of this machine, for whoever has its shell."""

    def __init__(self, services: Services, course: str) -> None:
        self._services = services
        self._course = course

    def assignments(self) -> Assignments:
        with self._services.store.reading() as unit:
            return [_shown(one) for one in assignments_of(unit, OPERATOR, self._course)]

    def make_assignment(self, name: str, pack: str, version: str) -> Mapping[str, Any]:
        made = create_assignment(
            self._services, OPERATOR, self._course, slug=name, pack_name=pack, version=version
        )
        return _shown(made)

    def update_assignment(self, name: str, version: str) -> Mapping[str, Any]:
        return _shown(pin_assignment(self._services, OPERATOR, self._course, name, version=version))


def _shown(one: AssignmentRecord) -> Mapping[str, Any]:
    return {"assignment": one.slug, "pack": one.pack_name, "pack_version": one.pack_version}


def publish(
    pack_dir: Annotated[Path, typer.Argument(help="The pack's folder, with its pack.toml.")],
    server: Annotated[
        str | None, typer.Option(help="Address of a running service; unset: the database.")
    ] = None,
    course: Annotated[
        str | None, typer.Option(help="Whose pack and whose assignment it is.")
    ] = None,
    new_assignment: Annotated[
        str | None, typer.Option(help="Make this assignment of the course, with this version.")
    ] = None,
    update_assignment: Annotated[
        str | None, typer.Option(help="Let this assignment of the course use this version.")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(envvar="GRADER_TOKEN", help="An instructor's token, with --server."),
    ] = None,
    data: Data = None,
) -> None:
    """Check a pack and publish it as a version: into the database, or on a running service.

    Learners are graded by the version that their assignment has; it changes only when you say so.
    Exit code 0: published. 1: it has problems. 2: it could not be sent or checked.
    """
    with told():
        wish = wish_of(new_assignment, update_assignment)
        if wish is not None and course is None:
            raise Malformed(f"With {wish.option}, name the --course.")
        if server is None:
            _publish_here(pack_dir, course, wish, data)
        elif course is None or not token:
            raise Malformed("With --server, name the --course and set GRADER_TOKEN.")
        else:
            _publish_there(pack_dir, server, course, token, wish)


def _publish_here(pack_dir: Path, course: str | None, wish: Wish | None, data: Path | None) -> None:
    settings = read_settings(data=data)
    with (
        opened_sandbox(settings, slots=AT_ONCE) as sandbox,
        opened_services(settings) as services,
    ):
        place = None if course is None else Database(services, course)
        _look_ahead(wish, place, course, packs.look_into(pack_dir).files)
        try:
            version = publish_folder(services, pack_dir, sandbox)
        except PackBroken as broken:
            _print(map(str, problems_of(broken)))
            raise typer.Exit(NOT_WELL) from None
        _tell(version.name, version.version, wish, place, course)


def _publish_there(pack_dir: Path, server: str, course: str, token: str, wish: Wish | None) -> None:
    read = packs.look_into(pack_dir)
    _print(map(str, read.problems))
    if any(problem.severity is packs.Severity.ERROR for problem in read.problems):
        _print(map(str, _others(read)))
        raise typer.Exit(NOT_WELL)
    with Service(server, course, token=token) as service:
        _look_ahead(wish, service, course, read.files)
        sent = service.send(read.files, say=lambda line: typer.echo(line, err=True))
        report = sent["report"] or {}
        _print(map("{file}:{line}: {severity}: {message}".format_map, report.get("problems", ())))
        if sent["state"] == "refused":
            raise typer.Exit(NOT_WELL)
        if sent["state"] != "published":
            raise SendFailed("The service could not check it; its log says why.")
        _tell(sent["pack"], sent["pack_version"], wish, service, course)


def _others(read: packs.Found) -> Iterable[Problem]:
    """What else is wrong: nobody should have to send a pack twice to hear it."""
    known = (*read.problems, *page_problems(read.files))
    examined = packs.examine(read.files, known)
    return (problem for problem in examined.problems if problem not in read.problems)


def _look_ahead(
    wish: Wish | None, place: Place | None, course: str | None, files: Mapping[str, str]
) -> None:
    """Refuse a wish that cannot come true before minutes are spent. Raises Malformed."""
    if wish is not None and place is not None and course is not None:
        check_wish(wish, name_of(files), course, place.assignments())


def _tell(
    pack: str, version: str, wish: Wish | None, place: Place | None, course: str | None
) -> None:
    typer.echo(f"published {pack}, version {version}")
    if place is None or course is None:
        return
    if wish is None:
        _print(advice(pack, version, course, place.assignments()))
    elif wish.is_new:
        place.make_assignment(wish.name, pack, version)
        typer.echo(f"made the assignment {course}/{wish.name} of it")
    else:
        place.update_assignment(wish.name, version)
        typer.echo(f"{course}/{wish.name} uses it from now on; grades already given stay")


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line, err=True)
