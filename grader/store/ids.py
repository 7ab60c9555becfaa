"""Public ids: a prefix that says what it names, the time, and 80 random bits (a ULID)."""

from __future__ import annotations

import secrets
from datetime import datetime

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford: nothing that reads like another
_RANDOM_BITS = 80


def new_id(prefix: str, now: datetime) -> str:
    """Sorts by time of making, cannot be guessed: `sub_01KB8Z3T4Q0V7N5R9XK2M6P8DW`."""
    milliseconds = int(now.timestamp() * 1000)
    number = (milliseconds << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)
    digits = "".join(_ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5))
    return f"{prefix}_{digits}"


def new_token() -> str:
    """A lease token: proves that a claim is still the one that was given."""
    return secrets.token_hex(16)
