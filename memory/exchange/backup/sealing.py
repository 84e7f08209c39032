"""Encryption of a backup with a passphrase: Fernet tokens, one a line, under a key that scrypt derives."""

import base64
import os

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from memory.errors import Refused

_SHORTEST = 12
# What OWASP advises for scrypt: 128 MiB of memory for a guess.
_COST, _BLOCK, _PARALLEL = 2**17, 8, 1


class Seal:
    """Encrypts and decrypts with one passphrase and salt.

    Each line of a file is a token of its own. That none is missing or out of place is for the checksums to say, which
    are encrypted themselves.
    """

    def __init__(self, passphrase: str, salt: bytes | None = None) -> None:
        """Derive the key. Raises Refused for a passphrase of less than twelve characters."""
        if len(passphrase) < _SHORTEST:
            raise Refused("passphrase", f"The passphrase must have at least {_SHORTEST} characters.")
        self.salt = salt or os.urandom(16)
        key = Scrypt(salt=self.salt, length=32, n=_COST, r=_BLOCK, p=_PARALLEL).derive(passphrase.encode())
        self._fernet = Fernet(base64.urlsafe_b64encode(key))

    def close(self, plain: bytes) -> bytes:
        """Encrypt a piece of at most a few megabytes."""
        return self._fernet.encrypt(plain)

    def open(self, sealed: bytes) -> bytes:
        """Decrypt a piece. Raises Refused for another passphrase or a changed piece."""
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken:
            raise Refused("passphrase", "The passphrase is wrong, or the backup was changed.") from None
