"""The server's door to the one redaction engine and its rule file, and to the other cleaning that the plugin does."""

from hooks.printing import without_controls
from hooks.redaction import Redacted, live_credential, redact, strip_private

__all__ = ["Redacted", "live_credential", "redact", "strip_private", "without_controls"]
