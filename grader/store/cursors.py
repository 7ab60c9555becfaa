"""Cursors of paged lists: where to go on, in a form that nobody needs to understand."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

from grader.errors import Malformed

_MOST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    name: str
    id: int


def write_cursor(name: str, row_id: int) -> str:
    return urlsafe_b64encode(json.dumps([name, row_id]).encode()).decode().rstrip("=")


def read_cursor(raw: str) -> Cursor:
    """Raises Malformed for anything that `write_cursor` did not make."""
    try:
        name, row_id = json.loads(urlsafe_b64decode(raw + "=" * (-len(raw) % 4)))
    except (ValueError, TypeError, RecursionError) as error:
        raise Malformed("This cursor is not one of ours.") from error
    is_name = isinstance(name, str) and "\0" not in name and name.isprintable()
    if not is_name or type(row_id) is not int or not 0 <= row_id <= _MOST_ID:
        raise Malformed("This cursor is not one of ours.")
    return Cursor(name=name, id=row_id)
