"""Which assignment an address of ours names; whether it is there, and for whom, is asked later."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends

Place: TypeAlias = tuple[str, str]  # short names of the course and of the assignment


async def place_of(course: str, assignment: str) -> Place:
    return course, assignment


FromPlace = Annotated[Place, Depends(place_of)]
