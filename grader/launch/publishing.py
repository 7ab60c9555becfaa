"""Put a pack from a folder into the database, after it has kept its promises."""

from __future__ import annotations

from pathlib import Path

from grader import packs
from grader.actions.context import Services
from grader.actions.packs import publish
from grader.errors import PackBroken
from grader.judge.box import Sandbox
from grader.judge.check import check
from grader.packs.page import page_problems
from grader.store import reads
from grader.store.records import PackVersionRecord


def publish_folder(
    services: Services, folder: Path, sandbox: Sandbox, *, with_mutants: bool = True
) -> PackVersionRecord:
    """Raises PackBroken, with the problems in its details."""
    read = packs.look_into(folder)
    found = check(read.files, sandbox, known=read.problems, with_mutants=with_mutants)
    if not found.ok or found.prepared is None:
        raise PackBroken(problems=found.problems)
    return publish(services, read.files, found.prepared)


def is_published(services: Services, folder: Path) -> bool:
    """Whether these very files are a version already. Raises PackBroken."""
    read = packs.look_into(folder)
    examined = packs.examine(read.files, read.problems)
    pack = examined.pack
    if pack is None:
        known = (*read.problems, *page_problems(read.files))
        raise PackBroken(problems=packs.examine(read.files, known).problems)
    with services.store.reading() as unit:
        return reads.find_pack_version(unit, pack.name, pack.version) is not None
