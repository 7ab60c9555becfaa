"""API tokens: 256 random bits that say where they came from, shown once and never stored."""

from __future__ import annotations

import secrets

PREFIX = "grt_"  # lets a scanner of repositories and logs recognise a leaked one


def new_api_token() -> str:
    return PREFIX + secrets.token_urlsafe(32)
