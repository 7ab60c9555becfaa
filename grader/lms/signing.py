"""Sign what we send, by Standard Webhooks 1.0: HMAC-SHA256 over id, time and the very bytes."""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode

PREFIX = "whsec_"
_SECRET_BYTES = 32


def new_secret() -> str:
    """One per endpoint, as receivers' libraries take it."""
    return PREFIX + b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """`timestamp`: Unix seconds of this attempt. The key is the decoded secret, not its text."""
    key = b64decode(secret.removeprefix(PREFIX), validate=True)
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()
