"""Packs as the judge wants them, read once per version: a published version never changes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader import packs
from grader.core.model import Pack
from grader.store import reads
from grader.store.session import Store

MOST_KEPT = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    pack: Pack
    prepared: Mapping[str, Any]


class Shelf:
    """The packs used last. Safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, Shelved] = OrderedDict()

    def get(self, pack_version_id: int) -> Shelved:
        """Two threads may read the same version at once: the same result, a little wasted work."""
        with self._lock:
            if (found := self._kept.get(pack_version_id)) is not None:
                self._kept.move_to_end(pack_version_id)
                return found
        return self._keep(pack_version_id, self._read(pack_version_id))

    def _read(self, pack_version_id: int) -> Shelved:
        with self._store.reading() as unit:
            stored = reads.pack_version(unit, pack_version_id)
        return Shelved(pack=packs.parse(stored.files), prepared=stored.prepared)

    def _keep(self, pack_version_id: int, shelved: Shelved) -> Shelved:
        with self._lock:
            self._kept[pack_version_id] = shelved
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return shelved
