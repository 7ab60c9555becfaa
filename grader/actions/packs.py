"""Publish a pack: from then on it lives in the database, and workers need no files."""

from __future__ import annotations

from collections.abc import Mapping

from grader import packs
from grader.actions.context import Services
from grader.store import writes
from grader.store.records import JSON, PackVersionRecord


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
