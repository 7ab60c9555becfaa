"""A problem of a pack, at a place where its author can mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    ERROR = "error"  # the pack cannot be used
    WARNING = "warning"  # it can, but its author should look


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """`file` is a path inside the pack; `line` counts from 1, and is 1 for a missing file."""

    severity: Severity = Severity.ERROR
    file: str
    line: int = 1
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.severity}: {self.message}"
