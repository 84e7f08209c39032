"""Signatures of web hooks by the Standard Webhooks scheme, which many receivers check with a ready-made library.

The scheme: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"
_BYTES = 32


def new_secret() -> str:
    """A fresh secret: the scheme's prefix and 256 bits in base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def signed(secret: str, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers that let a receiver know who sent `body`, when, and as which message."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    content = b".".join((message_id.encode(), str(timestamp).encode(), body))
    signature = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return {"webhook-id": message_id, "webhook-timestamp": str(timestamp), "webhook-signature": f"v1,{signature}"}
