"""What people may call things. Refuses early, in words, what a table or a URL could not hold."""

from __future__ import annotations

import re

from grader.errors import Malformed

_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}\Z")
_MOST_CHARACTERS = 200


def check_slug(slug: str, *, what: str) -> str:
    """The short name in URLs. Raises Malformed."""
    if not _SLUG.match(slug):
        raise Malformed(
            f"The short name of {what} may hold small letters, digits, dots and dashes, "
            "up to 64 of them, and begins with a letter or digit."
        )
    return slug


def check_title(title: str, *, what: str) -> str:
    """A name for people, without spaces around it. Raises Malformed."""
    trimmed = title.strip()
    if not trimmed or len(trimmed) > _MOST_CHARACTERS or not trimmed.isprintable():
        raise Malformed(f"The name of {what} needs 1 to {_MOST_CHARACTERS} characters on one line.")
    return trimmed
