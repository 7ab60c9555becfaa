"""Cursors of paged lists: where to go on, in a form that nobody needs to understand."""

from __future__ import annotations

import re

from grader.errors import Malformed

_FORM = re.compile(r"after-([0-9]{1,18})\Z", re.ASCII)  # fits a 64-bit column


def write_cursor(number: int) -> str:
    """`number` orders the list, or names the row after which to go on."""
    return f"after-{number}"


def read_cursor(raw: str) -> int:
    """Raises Malformed for anything that `write_cursor` did not make."""
    found = _FORM.match(raw)
    if found is None:
        raise Malformed("This cursor is not one of ours.")
    return int(found[1])
