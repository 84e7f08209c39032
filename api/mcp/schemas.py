"""Compact tool schemas, because every session pays for their tokens."""

from typing import Any


def compact(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema without titles, and with optional parameters as plain types that may be left out."""
    properties = {name: _plain(part) for name, part in schema.get("properties", {}).items()}
    return {"type": "object", "properties": properties} | {
        key: schema[key] for key in ("required", "$defs") if key in schema
    }


def _plain(part: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in part.items() if key not in ("title", "anyOf")}
    choices = [choice for choice in part.get("anyOf", []) if choice.get("type") != "null"]
    if len(choices) == 1:
        kept = choices[0] | kept
    if kept.get("default", "") is None:
        del kept["default"]
    return kept
