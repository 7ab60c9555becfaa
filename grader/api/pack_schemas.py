"""The JSON of packs that are sent, as the documentation shows it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from pydantic import ConfigDict, Field

from grader.api.base import In, Out
from grader.store.upload_records import UploadState

PACK: Final[dict[str, Any]] = {
    "files": {"pack.toml": 'name = "block-basics"\n…', "solution.py": "def blocks_needed(…"}
}
UPLOAD: Final[dict[str, Any]] = {
    "id": "pku_01KB8Z3T4Q0V7N5R9XK2M6P8DW",
    "state": "refused",
    "url": "/api/v1/courses/demo/packs/pku_01KB8Z3T4Q0V7N5R9XK2M6P8DW",
    "received_at": "2026-11-30T10:42:00Z",
    "pack": None,
    "pack_version": None,
    "report": {
        "ok": False,
        "problems": [
            {
                "severity": "error",
                "file": "solution.py",
                "line": 1,
                "message": "there is no such file",
            }
        ],
        "mutants": {"total": 0, "caught": 0, "equivalent": 0, "survivors": []},
        "mistakes": [],
    },
}


class PackIn(In):
    model_config = ConfigDict(json_schema_extra={"example": PACK})
    files: dict[str, str] = Field(
        description="Every file of the pack as text, by its path inside the folder; the chapter "
        "reference it shares with other packs among them. At most 300 files and 2 MiB."
    )


class UploadOut(Out):
    """`waiting`, `checking`, then `published`, `refused` or, for a fault of ours, `failed`."""

    model_config = ConfigDict(json_schema_extra={"example": UPLOAD})
    id: str
    state: UploadState
    url: str
    received_at: datetime
    pack: str | None = Field(description="The name of the pack, once it is published.")
    pack_version: str | None
    report: dict[str, Any] | None = Field(description="What the check found, once it has ended.")
