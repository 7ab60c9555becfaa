"""The real sandbox for packs: one for the whole session, closed at its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandbox.outside.build import build_image
from sandbox.outside.pool import open_sandbox
from sandbox.outside.reaper import this_process
from sandbox.outside.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    build_image(say=lambda _progress: None)
    opened = open_sandbox(owner=this_process("tests-of-packs"))
    yield opened
    opened.close()
