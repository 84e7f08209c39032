"""How the server writes its log: a line each, as text or as JSON, without secrets."""

import logging
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from memory.rules.redaction import cleaned, redact


class Redacting(logging.Formatter):
    """The standard formatter; what it made, tracebacks included, is redacted as a whole."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record."""
        return redact(super().format(record)).text


class RedactingJson(JsonFormatter):
    """A JSON object a line, each of its strings redacted."""

    def jsonify_log_record(self, log_data: dict[str, Any]) -> str:
        """The line for what was gathered of a record."""
        return super().jsonify_log_record(cleaned(log_data))
