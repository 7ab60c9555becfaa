"""Keep a secret in the database so that the database alone does not give it away."""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class SealBrokenError(Exception):
    """The secret was sealed with another key: GRADER_SECRET_KEY changed, or the file is another."""


def seal(secret_key: str, secret: str) -> bytes:
    """`secret_key` is the service's, of any length and form."""
    return _fernet(secret_key).encrypt(secret.encode())


def unseal(secret_key: str, sealed: bytes) -> str:
    """Raises SealBrokenError."""
    try:
        return _fernet(secret_key).decrypt(sealed).decode()
    except InvalidToken as error:
        raise SealBrokenError(SealBrokenError.__doc__) from error


def _fernet(secret_key: str) -> Fernet:
    """A key of its own for this purpose: cookies are signed with another one of the same root."""
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"grader webhook secrets")
    return Fernet(urlsafe_b64encode(derive.derive(secret_key.encode())))
