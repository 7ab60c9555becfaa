"""Pages ask the same questions of the store as the API does, so one kind of database will do."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def databases(sqlite_databases: Any) -> Any:
    return sqlite_databases
