"""Every setting of the service: one frozen object, built once from the environment.

deploy/env.example lists the same names; a test keeps the two in step.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Read from variables named GRADER_<FIELD>. Paths may be relative to the working directory."""

    model_config = SettingsConfigDict(env_prefix="GRADER_", frozen=True, extra="ignore")

    host: str = Field("127.0.0.1", description="Address that the web server listens on.")
    port: int = Field(8000, ge=0, le=65535, description="Port of the web server.")
    data: Path = Field(Path("var"), description="Folder for the database, sockets and keys.")
    database_url: str | None = Field(
        None, description="SQLAlchemy URL of a PostgreSQL server; unset: SQLite in the data folder."
    )
    broker_url: str | None = Field(
        None, description="redis:// URL of a Valkey or Redis server; unset: one is started."
    )
    secret_key: str | None = Field(
        None, description="Key for cookies and stored secrets; unset: made once in the data folder."
    )
    slots: int = Field(2, ge=1, le=256, description="Submissions graded at the same time here.")
    sandbox_runtime: str = Field("runc", description="Docker runtime for containers (runc, runsc).")
    sandbox_reuse: Literal["clean", "fresh"] = Field(
        "clean", description="Whether a container may serve again after an uneventful run."
    )
    private_targets: str = Field(
        "", description="Comma-separated host:port list that webhooks may reach though not public."
    )
    lease_seconds: float = Field(15.0, gt=0, description="How long a worker's claim lasts.")
    log_level: str = Field("INFO", description="DEBUG, INFO, WARNING or ERROR.")

    @property
    def effective_database_url(self) -> str:
        return self.database_url or f"sqlite:///{(self.data / 'grader.sqlite3').resolve()}"

    @property
    def broker_socket(self) -> Path:
        """Unix socket of the embedded Valkey. Kept short: the kernel allows about 107 bytes."""
        return (self.data / "run" / "valkey.sock").resolve()

    @property
    def effective_broker_url(self) -> str:
        return self.broker_url or f"redis+socket://{self.broker_socket}"

    @property
    def allowed_private_targets(self) -> frozenset[str]:
        return frozenset(t.strip() for t in self.private_targets.split(",") if t.strip())

    @cached_property
    def effective_secret_key(self) -> str:
        """The configured key, or one made on first use and kept in the data folder (mode 0600)."""
        if self.secret_key:
            return self.secret_key
        path = self.data / "secret-key"
        self.data.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            _write_once(path, secrets.token_urlsafe(48))
        return path.read_text().strip()


def _write_once(path: Path, text: str) -> None:
    """Create a private file that is complete from its first moment. Raises FileExistsError."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=f"{path.name}-") as draft:
        draft.write(text)
        draft.flush()
        os.link(draft.name, path)  # refuses to replace: of two processes the first one wins
