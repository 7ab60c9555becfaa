"""Addresses: where an assignment is, and where a submission is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path

COURSE = "/courses/{course}"
ASSIGNMENT = "/courses/{course}/assignments/{assignment}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Short names as they came; the store knows which exist."""

    course: str
    assignment: str


async def place_of(
    course: Annotated[str, Path(description="Short name of the course, such as `demo`.")],
    assignment: Annotated[str, Path(description="Short name, such as `prefix-sharing`.")],
) -> Place:
    return Place(course=course, assignment=assignment)


FromPlace = Annotated[Place, Depends(place_of)]


def url_of(submission_id: str) -> str:
    return f"/api/v1/submissions/{submission_id}"
