"""Publish a pack: from then on it lives in the database, and workers need no files.

The operator's shell checks a pack itself. What an instructor sends is kept as it came, and checked
by a worker, in containers, before it is published.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grader import packs
from grader.actions.context import Services
from grader.actions.courses import access_course_as_instructor
from grader.errors import GraderError, NotFound
from grader.store import reads, writes
from grader.store.access import Viewer
from grader.store.records import JSON, PackVersionRecord
from grader.store.upload_records import UploadRecord


class PackRejected(GraderError):
    """These files cannot be a pack; nothing was stored."""

    status: ClassVar[int] = 422
    code: ClassVar[str] = "pack_rejected"


def publish(
    services: Services, files: Mapping[str, str], prepared: Mapping[str, JSON]
) -> PackVersionRecord:
    """`prepared` comes from `judge.oracle.prepare`. Raises PackBroken.

    The same files again are the same version, and nothing is changed.
    """
    pack = packs.parse(files)
    with services.store.unit() as unit:
        return writes.add_pack_version(
            unit,
            name=pack.name,
            digest=pack.version,
            files=files,
            prepared=prepared,
            now=services.now(),
        )


def send_pack(
    services: Services, viewer: Viewer, course_slug: str, files: Mapping[str, str]
) -> UploadRecord:
    """Instructors may. It is published once a worker has checked it.

    Raises NotFound, NotAllowed, PackRejected.
    """
    with services.store.unit() as unit:
        course = access_course_as_instructor(unit, viewer, course_slug)
        _check_files(files)
        sent = writes.add_upload(unit, course.id, viewer.person_id, files=files, now=services.now())
        unit.after_commit(lambda: services.queue.send("publish", sent.id))
    return sent


def read_upload(
    services: Services, viewer: Viewer, course_slug: str, upload_id: str
) -> UploadRecord:
    """Instructors may. Raises NotFound, NotAllowed."""
    with services.store.reading() as unit:
        course = access_course_as_instructor(unit, viewer, course_slug)
        found = None if "\0" in upload_id else reads.upload(unit, course.id, upload_id)
    if found is None:
        raise NotFound("No such pack was sent to this course.")
    return found


def _check_files(files: Mapping[str, str]) -> None:
    if not 0 < len(files) <= packs.MOST_FILES:
        raise PackRejected(f"A pack has 1 to {packs.MOST_FILES} files; this one has {len(files)}.")
    for path, text in files.items():
        if not packs.is_path(path):
            raise PackRejected(f"{path[:100]!a} is no path of a pack's file.")
        if (line := packs.bad_character(text)) is not None:
            raise PackRejected(f"{path}: line {line} holds a character that no text file may.")
    if sum(len(text.encode()) for text in files.values()) > packs.MOST_BYTES:
        raise PackRejected(f"The files of a pack together have at most {packs.MOST_BYTES} bytes.")
