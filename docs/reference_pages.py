"""What is made when the site is built (a hook of mkdocs.yml): the REST and MCP reference and the table of types."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
Schema = dict[str, Any]


def on_files(files: Files, config: Any) -> Files:
    """Add both pages to the files of the site."""
    _set_up_django()
    files.append(File.generated(config, "reference/rest.md", content=rest()))
    files.append(File.generated(config, "reference/mcp.md", content=mcp()))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Put the table of types where a page asks for it."""
    return markdown.replace(_TYPES_PLACE, types()) if _TYPES_PLACE in markdown else markdown


def types() -> str:
    """The types of a memory as a table."""
    from hooks.memory_types import TYPES

    rows = [(f"`{each.value}`", each.meaning, f"{each.scale_days:g}, {each.shape}") for each in TYPES]
    return _table(("type", "what it is", "fades with (Weibull λ in days, k)"), rows)


def rest() -> str:
    """The page of the REST API: every endpoint, grouped by the first part of its path."""
    from drf_spectacular.generators import SchemaGenerator

    schema = SchemaGenerator(urlconf="web.urls").get_schema(request=None, public=True)
    parts = [_REST]
    group = ""
    for path, operations in sorted(schema["paths"].items()):
        short = path.removeprefix("/api/v1/")
        name = short.partition("/")[0]
        if name != group:
            group = name
            parts.append(f"## {group}")
        parts += [_operation(method.upper(), short, operation, schema) for method, operation in operations.items()]
    return "\n\n".join([*parts, _errors()]) + "\n"


def mcp() -> str:
    """The page of the MCP tools."""
    from api.mcp.server import registered

    parts = [_MCP]
    for tool in registered():
        hints = tool.annotations
        kind = "reads" if hints and hints.read_only_hint else "writes"
        rows = _arguments(tool.parameters)
        parts.append(
            f"## {tool.name}\n\n{tool.description} *({kind})*\n\n{_table(('argument', 'type', 'about'), rows)}"
        )
    return "\n\n".join(parts) + "\n"


def _set_up_django() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
    import django

    django.setup()


def _operation(method: str, path: str, operation: Schema, schema: Schema) -> str:
    said = [f"### {method} {path}", operation.get("description", "")]
    given = [
        (f"`{each['name']}`", _type(each.get("schema", {}), schema), _about(each))
        for each in operation.get("parameters", [])
    ]
    if given:
        said.append(_table(("parameter", "type", "about"), given))
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        said.append("Body:\n\n" + _table(("field", "type", "about"), _fields(body, schema)))
    answers = [
        (f"`{code}`", _shape(answer, schema), _one_line(answer.get("description", "")))
        for code, answer in sorted(operation.get("responses", {}).items())
        if code.startswith("2") or code in ("404", "409", "422")
    ]
    said.append(_table(("status", "fields", "about"), answers))
    return "\n\n".join(filter(None, said))


def _shape(answer: Schema, schema: Schema) -> str:
    for content in answer.get("content", {}).values():
        fields = _fields(content.get("schema", {}), schema)
        return ", ".join(name for name, _, _ in fields) or _type(content.get("schema", {}), schema)
    return ""


def _fields(shape: Schema, schema: Schema) -> list[tuple[str, str, str]]:
    shape = _resolved(shape, schema)
    return [(f"`{name}`", _type(each, schema), _about(each)) for name, each in shape.get("properties", {}).items()]


def _resolved(shape: Schema, schema: Schema) -> Schema:
    name = shape.get("$ref", "").rpartition("/")[2]
    return schema["components"]["schemas"][name] if name else shape


def _type(shape: Schema, schema: Schema) -> str:
    shape = _resolved(shape, schema)
    if shape.get("type") == "array":
        return f"list of {_type(shape.get('items', {}), schema)}"
    choices = [str(each) for each in shape.get("enum", []) if each not in (None, "")]
    named = " or ".join(f"`{each}`" for each in choices) or shape.get("format") or shape.get("type") or "object"
    if isinstance(named, list):
        named = " or ".join(named)
    default = shape.get("default")
    return f"{named}, default `{default}`" if default not in (None, "", []) else str(named)


def _about(each: Schema) -> str:
    said = each.get("description") or each.get("schema", {}).get("description") or ""
    return _one_line(f"{'Required. ' if each.get('required') is True else ''}{said}")


def _arguments(parameters: Schema) -> list[tuple[str, str, str]]:
    needed = parameters.get("required", [])
    rows = []
    for name, each in parameters.get("properties", {}).items():
        said = f"{'Required. ' if name in needed else ''}{each.get('description', '')}"
        kinds = each.get("anyOf", [each])
        kind = " or ".join(dict.fromkeys(_type(one, {}) for one in kinds if one.get("type") != "null"))
        rows.append((f"`{name}`", kind, _one_line(said)))
    return rows


def _errors() -> str:
    from api.schema import _TELLS

    rows = [(f"`{status}`", _one_line(text)) for status, text in _TELLS.items()]
    return "## Errors\n\n" + _table(("status", "meaning and codes"), rows)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    if not rows:
        return ""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())


_TYPES_PLACE = "<!-- the table of types: docs/reference_pages.py puts it here -->"
_REST = """# REST

All paths are below `/api/v1/`. Send `Authorization: Bearer cairn_…`. The OpenAPI schema is at `/api/v1/schema/`.
This page is generated from it.

A browser session with a CSRF token works too. Requests may be compressed with gzip where the path takes events or
transcripts. Errors are `application/problem+json` with a stable `code`: see [Errors](#errors)."""

_MCP = """# MCP

`/mcp` speaks MCP over HTTP with the same bearer token as REST. The plugin also starts a bridge over stdio, which
adds the project of the working directory. This page is generated from the tools.

Errors are tool errors that say what to change. Results are text. They frame stored text as data,
not as instructions."""
