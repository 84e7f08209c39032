"""The server's door to the one redaction engine and its rule file, and to the other cleaning that the plugin does."""

from typing import Any

from hooks.printing import without_controls
from hooks.redaction import KEYS, Redacted, live_credential, redact, redact_key, strip_private

__all__ = [
    "KEYS",
    "Redacted",
    "cleaned",
    "live_credential",
    "redact",
    "redact_key",
    "strip_private",
    "without_controls",
]

_DEEPEST = 20


def cleaned(value: Any, *, name: str = "", but: frozenset[str] = frozenset(), depth: int = 0) -> Any:
    """`value`, as JSON has it, with every string redacted, keys of objects too; what is deeper than 20 levels is None.

    `name`: what it is called; identifiers stay apart (`redact_key`). `but`: names whose strings a verb redacts itself.
    """
    if name in but:
        return value
    if isinstance(value, str):
        return redact_key(value) if name in KEYS else redact(value).text
    if depth > _DEEPEST:
        return None
    if isinstance(value, dict):
        inner = {key: cleaned(item, name=str(key), but=but, depth=depth + 1) for key, item in value.items()}
        return {redact(key).text if isinstance(key, str) else key: item for key, item in inner.items()}
    if isinstance(value, list | tuple):
        return [cleaned(item, name=name, but=but, depth=depth + 1) for item in value]
    return value
