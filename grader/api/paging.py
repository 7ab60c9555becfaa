"""Which part of a list is asked for. The store reads the cursor, and refuses a made-up one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query

MOST_ITEMS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    cursor: str | None
    limit: int


async def part_of(
    cursor: Annotated[
        str | None, Query(max_length=200, description="`next` of the part before.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_ITEMS, description="Items at most, up to 200.")] = 50,
) -> Part:
    return Part(cursor=cursor, limit=limit)


FromPart = Annotated[Part, Depends(part_of)]
