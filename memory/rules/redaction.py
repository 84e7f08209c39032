"""The server's door to the one redaction engine and rule file, which ship with the plugin."""

from hooks.redaction import Redacted, live_credential, redact, strip_private

__all__ = ["Redacted", "live_credential", "redact", "strip_private"]
