"""The JSON of assignments that an instructor makes and changes."""

from __future__ import annotations

from typing import Any, Final

from pydantic import ConfigDict, Field

from grader.api.base import In, Out

VERSION: Final = "5d1f0c9ab2e4c07d6a3e8f21b94d5c60718293a4b5c6d7e8f90a1b2c3d4e5f60"
ASSIGNMENT: Final[dict[str, Any]] = {"assignment": "week-3", "pack": "boxes"}
MADE: Final[dict[str, Any]] = {**ASSIGNMENT, "title": "Counting boxes", "pack_version": VERSION}
PIN: Final[dict[str, Any]] = {"pack_version": VERSION}


class AssignmentIn(In):
    model_config = ConfigDict(json_schema_extra={"example": ASSIGNMENT})
    assignment: str = Field(
        max_length=100, description="Its short name: small letters, digits, dots and dashes."
    )
    pack: str = Field(max_length=200, description="A pack of this course, or of the service.")
    pack_version: str | None = Field(None, max_length=100, description="Unset: the newest.")
    title: str | None = Field(None, max_length=500, description="Unset: the title of the pack.")


class PinIn(In):
    model_config = ConfigDict(json_schema_extra={"example": PIN})
    pack_version: str = Field(max_length=100, description="A version of the pack that it has now.")


class AssignmentOut(Out):
    model_config = ConfigDict(json_schema_extra={"example": MADE})
    assignment: str
    title: str
    pack: str
    pack_version: str
